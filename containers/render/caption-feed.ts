import { once } from "node:events";
import type { Writable } from "node:stream";
import { setImmediate as nextTurn } from "node:timers/promises";
import type { CaptionTrack } from "../../core/drawing/caption-track.ts";
import type { Extents } from "../../core/drawing/page-layout.ts";
import { type Placement, sceneAt } from "../../core/drawing/scene.ts";
import { sceneKey } from "../../core/drawing/scene-change.ts";
import { type Band, captionFormat } from "../../core/render-plan/filter-graph.ts";
import type { OutputPlan } from "../../core/render-plan/output-plan.ts";
import { frameHeader, streamHeader, ticksPerSecond } from "./matroska.ts";
import { createPainter } from "./painter.ts";

/** A scene that is shown from a frame until the next change. */
interface Change {
  frame: number;
  scene: readonly Placement[];
  /** The maximum area of its page; null when nothing is shown. */
  covered: Extents | null;
}

/** Returns each frame from `from` on at which the captions differ from the previous frame, including the first one. */
export function* changes(video: CaptionTrack, from = 0): Generator<Change> {
  let last = "";
  const pages = video.pages.filter(({ timed }) => timed.endFrame > from);
  if (!(pages[0] && pages[0].timed.startFrame <= from)) yield { frame: from, scene: [], covered: null };
  for (const [index, page] of pages.entries()) {
    const { startFrame, endFrame } = page.timed;
    for (let frame = Math.max(from, startFrame); frame < endFrame; frame++) {
      const scene = sceneAt(page, frame, video.context);
      const key = sceneKey(scene);
      if (key === last) continue;
      last = key;
      yield { frame, scene, covered: page.covered };
    }
    if (pages[index + 1]?.timed.startFrame !== endFrame) {
      last = "";
      yield { frame: endFrame, scene: [], covered: null };
    }
  }
}

/** Returns the frames at which pages start or end, relative to `from`. */
export const captionBoundariesOf = ({ pages }: CaptionTrack, from: number, frameCount: number): number[] => {
  const boundaries = new Set(pages.flatMap(({ timed }) => [timed.startFrame, timed.endFrame]));
  return [...boundaries].map((frame) => frame - from).filter((frame) => frame > 0 && frame < frameCount);
};

/** Returns the time of a frame, half a frame early, so that rounding never assigns it to another frame in ffmpeg. */
export const ticksOf = (frame: number, { fps }: OutputPlan): number =>
  Math.max(0, Math.round(((frame - 0.5) * fps.den * ticksPerSecond) / fps.num));

/** Maximum number of frames in the pipe. Each has a buffer, so that drawing continues while ffmpeg reads. */
const maxBuffers = 3;

interface FrameWriter {
  /** Whether frames can be written: false after ffmpeg has ended. */
  isOpen(): boolean;
  /** Resolves when the next frame can be drawn. */
  write(frame: number, bytes: Uint8Array): Promise<void>;
  /** Resolves to the number of frames when all are written. */
  end(): Promise<number>;
}

const createFrameWriter = (into: Writable, plan: OutputPlan): FrameWriter => {
  const free: Buffer[] = [];
  const flushed: Promise<Buffer>[] = [];
  let frames = 0;
  const isOpen = (): boolean => !into.destroyed && !into.writableEnded;
  return {
    isOpen,
    async write(frame, bytes) {
      const header = frameHeader(ticksOf(frame, plan), bytes.length);
      const total = header.length + bytes.length;
      if (flushed.length >= maxBuffers) free.push((await flushed.shift()) as Buffer);
      const spare = free.pop();
      // Headers differ by a few bytes, depending on the timestamp.
      const buffer = spare && spare.length >= total ? spare : Buffer.allocUnsafe(total + 16);
      buffer.set(header);
      buffer.set(bytes, header.length);
      flushed.push(
        new Promise((resolve) => {
          // Also called with an error when ffmpeg has ended; its exit code states the reason.
          into.write(buffer.subarray(0, total), () => resolve(buffer));
        }),
      );
      frames++;
      // Pixels that were read back are released in a later turn of the event loop; otherwise memory grows with each
      // frame.
      await nextTurn();
    },
    async end() {
      await Promise.all(flushed);
      if (isOpen()) {
        into.end();
        await Promise.race([once(into, "finish"), once(into, "close")]).catch(() => undefined);
      }
      return frames;
    },
  };
};

/** The rendered frames of a video. */
export interface FramePositions {
  /** Index in the video of the first rendered frame. */
  firstFrame: number;
  /** Returns the place among the rendered frames of a frame of the video, or of the next one that is rendered. */
  placeOf(frame: number): number;
}

/** Returns the positions of consecutive frames. */
export const framesFrom = (firstFrame: number): FramePositions => ({
  firstFrame,
  placeOf: (frame) => frame - firstFrame,
});

/** Returns changes by their place among the rendered frames; of several at one place, the last. */
function* placedChanges(video: CaptionTrack, { firstFrame, placeOf }: FramePositions): Generator<Change> {
  let waiting: Change | null = null;
  for (const change of changes(video, firstFrame)) {
    const placed = { ...change, frame: placeOf(change.frame) };
    if (waiting && waiting.frame < placed.frame) yield waiting;
    waiting = placed;
  }
  if (waiting) yield waiting;
}

/**
 * Writes the distinct caption frames as a Matroska stream and ends it. No frame is written after the last frame of the
 * output, because it would lengthen the output.
 *
 * @param plan of the rendered frames
 * @returns the number of written frames
 */
export const feedCaptions = async (
  video: CaptionTrack,
  band: Band,
  plan: OutputPlan,
  into: Writable,
  positions = framesFrom(0),
): Promise<number> => {
  const format = captionFormat(plan);
  const painter = createPainter(band, format, plan.color.matrix, video.context);
  const writer = createFrameWriter(into, plan);
  into.write(streamHeader(format, band.width, band.height));
  let last: { frame: number; bytes: Uint8Array } | null = null;
  for (const { frame, scene, covered } of placedChanges(video, positions)) {
    if (frame >= plan.frameCount || !writer.isOpen()) break;
    last = { frame, bytes: painter.paint(scene, covered).bytes };
    await writer.write(frame, last.bytes);
  }
  // The `fps` filter of a transparent output drops its last input frame, so it is written twice.
  if (last && plan.mode === "transparent" && writer.isOpen()) await writer.write(last.frame + 1, last.bytes);
  painter.close();
  return writer.end();
};
