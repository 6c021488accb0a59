import { Component, type ReactNode } from "react";
import { texts } from "../texts/en.ts";

/** Shows a sentence in place of a screen that fails while it is drawn: without it, React would remove the whole page. */
export class ScreenBoundary extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false };

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true };
  }

  override render(): ReactNode {
    if (!this.state.hasFailed) return this.props.children;
    return (
      <div role="alert" className="problem">
        {texts.errors.failed}{" "}
        <button type="button" onClick={() => location.reload()}>
          {texts.errors.reload}
        </button>
      </div>
    );
  }
}
