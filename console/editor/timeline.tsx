import { type PointerEvent, type RefObject, useEffect, useRef, useState } from "react";
import { onPosition } from "../player/use-position.ts";
import { texts } from "../texts/en.ts";
import { type Entries, entryIndexAt } from "./entries.ts";
import { drawTimeline, type TimelineView } from "./timeline-drawing.ts";
import { edgeAt, snapped } from "./word-edges.ts";

interface TimelineProps {
  video: RefObject<HTMLVideoElement | null>;
  entries: Entries;
  selected: number;
  /** Loudness from 0 to 1, `peaksPerSecond` per second; null if the service has none. */
  peaks: Float32Array | null;
  onSeek: (seconds: number) => void;
  onSelect: (index: number) => void;
  onEdge: (index: number, edge: "start" | "end", seconds: number) => void;
  onEdgeEnd: () => void;
}

/** Seconds that the time line shows. */
const visibleSeconds = 8;

interface Drag {
  index: number;
  edge: "start" | "end";
}

/** The words as blocks on the waveform around the playhead. A block's edges can be dragged; they snap to neighbors and the playhead. */
export const Timeline = ({
  video,
  entries,
  selected,
  peaks,
  onSeek,
  onSelect,
  onEdge,
  onEdgeEnd,
}: TimelineProps) => {
  const canvas = useRef<HTMLCanvasElement>(null);
  const [position, setPosition] = useState(0);
  const [drag, setDrag] = useState<Drag | null>(null);
  useEffect(() => {
    const element = video.current;
    return element === null ? undefined : onPosition(element, setPosition);
  }, [video]);

  const width = useWidth(canvas);
  const from = Math.max(0, position - visibleSeconds / 2);
  const view: TimelineView = {
    from,
    pixelsPerSecond: Math.max(width, 1) / visibleSeconds,
    width,
    height: 96,
  };

  useEffect(() => {
    const element = canvas.current;
    if (element !== null) drawTimeline(element, view, { entries, selected, peaks, position });
  });

  const secondsAt = ({ clientX }: PointerEvent): number =>
    view.from + (clientX - (canvas.current?.getBoundingClientRect().left ?? 0)) / view.pixelsPerSecond;

  const pointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    const seconds = secondsAt(event);
    const found = edgeAt(entries, seconds, 6 / view.pixelsPerSecond);
    const index = entryIndexAt(entries, seconds);
    if (found !== null) {
      event.currentTarget.setPointerCapture(event.pointerId);
      setDrag(found);
      onSelect(found.index);
    } else if (index >= 0 && seconds < (entries[index]?.value.end_time ?? 0)) onSelect(index);
    else onSeek(seconds);
  };
  const pointerMove = (event: PointerEvent<HTMLCanvasElement>) => {
    const seconds = secondsAt(event);
    if (drag === null) {
      const isEdge = edgeAt(entries, seconds, 6 / view.pixelsPerSecond) !== null;
      event.currentTarget.style.cursor = isEdge ? "ew-resize" : "pointer";
    } else
      onEdge(
        drag.index,
        drag.edge,
        snapped(entries, drag.index, seconds, position, 8 / view.pixelsPerSecond),
      );
  };
  const pointerUp = () => {
    if (drag !== null) onEdgeEnd();
    setDrag(null);
  };
  return (
    <canvas
      ref={canvas}
      className="timeline"
      height={view.height}
      role="img"
      aria-label={texts.editor.timeline}
      onPointerDown={pointerDown}
      onPointerMove={pointerMove}
      onPointerUp={pointerUp}
      onPointerCancel={pointerUp}
    />
  );
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
