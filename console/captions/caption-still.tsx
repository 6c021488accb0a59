import { useEffect, useRef } from "react";
import { useIsNear } from "../view/use-is-near.ts";
import type { CaptionSource } from "./caption-source.ts";
import { captionWorker } from "./caption-worker.ts";

interface CaptionStillProps {
  source: CaptionSource;
  seconds: number;
  /** Read by screen readers. */
  label: string;
}

/** One moment of captions. It is drawn when it comes into view. */
export const CaptionStill = ({ source, seconds, label }: CaptionStillProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const isNear = useIsNear(canvas);
  useEffect(() => {
    const element = canvas.current;
    if (element === null || !isNear) return;
    let isCurrent = true;
    const width = Math.max(1, Math.round(element.clientWidth * devicePixelRatio));
    const size = { width, height: Math.round((width * source.canvas.height) / source.canvas.width) };
    captionWorker()
      .call({ kind: "still", source, seconds, size })
      .then((image) => {
        if (!isCurrent) return;
        // A canvas keeps its shape until it is drawn again: object-fit needs its size.
        Object.assign(element, size);
        element.getContext("bitmaprenderer")?.transferFromImageBitmap(image);
      })
      .catch(reportError);
    return () => {
      isCurrent = false;
    };
  }, [isNear, source, seconds]);
  const { width, height } = source.canvas;
  return (
    <canvas
      ref={canvas}
      className="caption-still"
      style={{ aspectRatio: `${width} / ${height}` }}
      role="img"
      aria-label={label}
    />
  );
};
