import { peaksPerSecond } from "../../core/videos/loudness-peaks.ts";
import { type Entries, entryIndexAt } from "./entries.ts";

/** The part of the time line on screen, in CSS pixels. */
export interface TimelineView {
  /** Seconds at the left edge. */
  from: number;
  pixelsPerSecond: number;
  width: number;
  height: number;
}

interface TimelineContent {
  entries: Entries;
  selected: number;
  peaks: Float32Array | null;
  position: number;
}

/** Opacity of the waveform over words. */
const coveredAlpha = 0.15;

/** Draws waveform, words and playhead in the colors of the page. */
export const drawTimeline = (
  canvas: HTMLCanvasElement,
  view: TimelineView,
  content: TimelineContent,
): void => {
  const ratio = devicePixelRatio;
  const [width, height] = [Math.round(view.width * ratio), Math.round(view.height * ratio)];
  // Setting a size clears the canvas and is slow.
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  const context = canvas.getContext("2d");
  if (context === null) return;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, view.width, view.height);
  const style = getComputedStyle(canvas);
  drawPeaks(context, view, content.peaks, style.getPropertyValue("--soft-ink"));
  drawWords(context, view, content, style);
  // Again and faint, because the words cover it.
  context.globalAlpha = coveredAlpha;
  drawPeaks(context, view, content.peaks, style.getPropertyValue("--soft-ink"));
  context.globalAlpha = 1;
  const x = (content.position - view.from) * view.pixelsPerSecond;
  context.fillStyle = style.getPropertyValue("--danger");
  context.fillRect(x - 1, 0, 2, view.height);
};

const drawPeaks = (
  context: CanvasRenderingContext2D,
  view: TimelineView,
  peaks: Float32Array | null,
  color: string,
): void => {
  if (peaks === null) return;
  context.fillStyle = color;
  const middle = view.height / 2;
  for (let x = 0; x < view.width; x += 1) {
    const first = Math.floor((view.from + x / view.pixelsPerSecond) * peaksPerSecond);
    const last = Math.floor((view.from + (x + 1) / view.pixelsPerSecond) * peaksPerSecond);
    let peak = 0;
    for (let index = first; index <= last; index += 1) peak = Math.max(peak, peaks[index] ?? 0);
    context.fillRect(x, middle - peak * middle, 1, Math.max(1, peak * view.height));
  }
};

const drawWords = (
  context: CanvasRenderingContext2D,
  view: TimelineView,
  { entries, selected }: TimelineContent,
  style: CSSStyleDeclaration,
): void => {
  const to = view.from + view.width / view.pixelsPerSecond;
  context.font = `14px ${style.fontFamily}`;
  context.textBaseline = "middle";
  for (let index = Math.max(0, entryIndexAt(entries, view.from)); index < entries.length; index += 1) {
    const value = entries[index]?.value;
    if (value === undefined || value.start_time > to) break;
    if (value.type !== "word") continue;
    const x = (value.start_time - view.from) * view.pixelsPerSecond;
    const width = Math.max(2, (value.end_time - value.start_time) * view.pixelsPerSecond);
    const isSelected = index === selected;
    context.fillStyle = style.getPropertyValue(isSelected ? "--accent" : "--block");
    context.fillRect(x + 0.5, 24, width - 1, 48);
    context.fillStyle = style.getPropertyValue(isSelected ? "--on-accent" : "--ink");
    context.save();
    context.beginPath();
    context.rect(x, 24, width, 48);
    context.clip();
    context.fillText(value.text, x + 4, 48);
    context.restore();
  }
};
