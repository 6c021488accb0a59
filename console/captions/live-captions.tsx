import { type RefObject, useEffect, useRef } from "react";
import { onPosition } from "../player/use-position.ts";
import type { CaptionPage, CaptionSource } from "./caption-source.ts";
import { captionWorker } from "./caption-worker.ts";

interface LiveCaptionsProps {
  video: RefObject<HTMLVideoElement | null>;
  /** Null while something that the captions follow is unknown. */
  source: CaptionSource | null;
  /** Called with the pages of captions after each change. */
  onPages?: ((pages: readonly CaptionPage[]) => void) | undefined;
}

/** Distinguishes the canvases of a tab. */
let lastView = 0;

/** A canvas over the video on which the worker shows the captions of the current position. */
class LiveView {
  readonly #id: number;
  readonly #element: HTMLElement;
  readonly #video: HTMLVideoElement;
  readonly #stopFollowing: () => void;
  readonly #resized: ResizeObserver;

  constructor(element: HTMLElement, video: HTMLVideoElement) {
    lastView += 1;
    this.#id = lastView;
    this.#element = element;
    this.#video = video;
    // A canvas can be transferred once: each view has its own.
    const canvas = document.createElement("canvas");
    element.replaceChildren(canvas);
    const offscreen = canvas.transferControlToOffscreen();
    captionWorker().call({ kind: "open", view: this.#id, canvas: offscreen }, [offscreen]).catch(reportError);
    this.#stopFollowing = onPosition(video, (seconds) => this.#show(seconds));
    this.#resized = new ResizeObserver(() => this.#show(video.currentTime));
    this.#resized.observe(element);
  }

  /** Lays captions out and shows them; returns their pages. */
  async layOut(source: CaptionSource): Promise<readonly CaptionPage[]> {
    const pages = await captionWorker().call({ kind: "layOut", view: this.#id, source });
    this.#show(this.#video.currentTime);
    return pages;
  }

  close(): void {
    this.#stopFollowing();
    this.#resized.disconnect();
    captionWorker().call({ kind: "close", view: this.#id }).catch(reportError);
  }

  #show(seconds: number): void {
    const { clientWidth, clientHeight } = this.#element;
    const size = {
      width: Math.round(clientWidth * devicePixelRatio),
      height: Math.round(clientHeight * devicePixelRatio),
    };
    if (size.width === 0 || size.height === 0) return;
    captionWorker().call({ kind: "show", view: this.#id, seconds, size }).catch(reportError);
  }
}

/** Shows captions over a video as the output will have them, while it plays and while words are edited. */
export const LiveCaptions = ({ video, source, onPages }: LiveCaptionsProps) => {
  const element = useRef<HTMLDivElement>(null);
  const view = useRef<LiveView | null>(null);
  useEffect(() => {
    if (element.current === null || video.current === null) return;
    const opened = new LiveView(element.current, video.current);
    view.current = opened;
    return () => {
      opened.close();
      view.current = null;
    };
  }, [video]);
  useLatest(source, async (latest) => {
    const pages = await view.current?.layOut(latest);
    if (pages !== undefined) onPages?.(pages);
  });
  return <div ref={element} className="live-captions" aria-hidden="true" />;
};

/** Calls `apply` with each new value; values that come while it runs are skipped, except the last one. */
const useLatest = <T,>(value: T | null, apply: (value: T) => Promise<void>): void => {
  const state = useRef({ isRunning: false, next: null as T | null });
  const applying = useRef(apply);
  applying.current = apply;
  useEffect(() => {
    if (value === null) return;
    const { current } = state;
    current.next = value;
    if (current.isRunning) return;
    const run = async () => {
      current.isRunning = true;
      while (current.next !== null) {
        const next = current.next;
        current.next = null;
        await applying.current(next).catch(reportError);
      }
      current.isRunning = false;
    };
    void run();
  }, [value]);
};
