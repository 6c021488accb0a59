import { type PointerEvent, type RefObject, useEffect, useReducer, useRef, useState } from "react";
import { onPosition } from "../player/use-position.ts";
import { texts } from "../texts/en.ts";
import { type Entries, entryIndexAt } from "./entries.ts";
import { drawTimeline, type TimelineView } from "./timeline-drawing.ts";
import { edgeAt, snapped, type WordEdge } from "./word-edges.ts";

interface TimelineProps {
  video: RefObject<HTMLVideoElement | null>;
  entries: Entries;
  selected: number;
  /** Loudness from 0 to 1, `peaksPerSecond` per second; null if the service has none. */
  peaks: Float32Array | null;
  /** Seconds that the time line shows. */
  visibleSeconds: number;
  onSeek: (seconds: number) => void;
  onSelect: (index: number) => void;
  onEdge: (index: number, edge: "start" | "end", seconds: number) => void;
  onEdgeEnd: () => void;
}

/** Pixels within which the pointer takes hold of an edge, and within which an edge snaps. */
const reachPx = 6;
const snapPx = 8;
const heightPx = 96;

/** The words as blocks on the waveform around the playhead. A block's edges can be dragged; they snap to neighbors and the playhead. */
export const Timeline = (props: TimelineProps) => {
  const { video, entries, selected, peaks, visibleSeconds } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const [position, setPosition] = useState(0);
  useEffect(() => {
    const element = video.current;
    return element === null ? undefined : onPosition(element, setPosition);
  }, [video]);
  const width = useWidth(canvas);
  useColorScheme();
  const view: TimelineView = {
    from: Math.max(0, position - visibleSeconds / 2),
    pixelsPerSecond: Math.max(width, 1) / visibleSeconds,
    width,
    height: heightPx,
  };
  useEffect(() => {
    const element = canvas.current;
    if (element !== null) drawTimeline(element, view, { entries, selected, peaks, position });
  });
  const { down, move, up } = useEdgeDrag(props, view, position);
  return (
    <canvas
      ref={canvas}
      className="timeline"
      height={view.height}
      role="img"
      aria-label={texts.editor.timeline}
      onPointerDown={down}
      onPointerMove={move}
      onPointerUp={up}
      onPointerCancel={up}
    />
  );
};

/** Selects, seeks and drags with the pointer. */
const useEdgeDrag = (
  { entries, onSeek, onSelect, onEdge, onEdgeEnd }: TimelineProps,
  { from, pixelsPerSecond }: TimelineView,
  position: number,
) => {
  const [drag, setDrag] = useState<WordEdge | null>(null);
  const secondsAt = ({ clientX, currentTarget }: PointerEvent): number =>
    from + (clientX - currentTarget.getBoundingClientRect().left) / pixelsPerSecond;
  const edgeWithin = (seconds: number) => edgeAt(entries, seconds, reachPx / pixelsPerSecond);

  const down = (event: PointerEvent<HTMLCanvasElement>) => {
    const seconds = secondsAt(event);
    const found = edgeWithin(seconds);
    const index = entryIndexAt(entries, seconds);
    if (found !== null) {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag(found);
      onSelect(found.index);
    } else if (index >= 0 && seconds < (entries[index]?.value.end_time ?? 0)) onSelect(index);
    else onSeek(seconds);
  };
  const move = (event: PointerEvent<HTMLCanvasElement>) => {
    const seconds = secondsAt(event);
    if (drag === null)
      event.currentTarget.style.cursor = edgeWithin(seconds) === null ? "pointer" : "ew-resize";
    else
      onEdge(
        drag.index,
        drag.edge,
        snapped(entries, drag.index, seconds, position, snapPx / pixelsPerSecond),
      );
  };
  const up = () => {
    if (drag !== null) onEdgeEnd();
    setDrag(null);
  };
  return { down, move, up };
};

/** Draws the component again when the user changes between light and dark: the canvas has the colors of the page. */
const useColorScheme = (): void => {
  const [, drawAgain] = useReducer((count: number) => count + 1, 0);
  useEffect(() => {
    const isDark = matchMedia("(prefers-color-scheme: dark)");
    isDark.addEventListener("change", drawAgain);
    return () => isDark.removeEventListener("change", drawAgain);
  }, []);
};

const useWidth = (canvas: RefObject<HTMLCanvasElement | null>): number => {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    const element = canvas.current;
    if (element === null) return;
    const observer = new ResizeObserver(([entry]) => setWidth(Math.round(entry?.contentRect.width ?? 0)));
    observer.observe(element);
    return () => observer.disconnect();
  }, [canvas]);
  return width;
};
