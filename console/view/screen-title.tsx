import { type ReactNode, useEffect } from "react";
import { texts } from "../texts/en.ts";

interface ScreenTitleProps {
  /** Names the screen in the tab, in the history of the browser and for screen readers. */
  title: string;
  /** Shown in place of the title. */
  children?: ReactNode;
}

/** The heading of a screen, which also is the title of the page. */
export const ScreenTitle = ({ title, children = title }: ScreenTitleProps) => {
  useEffect(() => {
    document.title = `${title} · ${texts.product}`;
  }, [title]);
  return <h1>{children}</h1>;
};
