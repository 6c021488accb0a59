import type { FrameRange } from "../time/frame-range.ts";
import { fitInto, prominentShare } from "./choose-subject.ts";
import type { Crop } from "./crop.ts";
import type { FaceBox, FacesAt } from "./face.ts";
import type { PartFindings } from "./join-findings.ts";
import { cutsAtKeyFrames } from "./key-frame-cuts.ts";
import { isSampleNeeded } from "./sample-images.ts";
import { minDifference } from "./shots.ts";

/** Seconds between two key frames in which a shot can begin and end unseen, or a face move away and back. */
const maxGapSeconds = 2.1;
/** Seconds between two ranges that are decoded together: every one begins with a seek to the key frame before. */
const maxHoleSeconds = 3;
/** With a larger share of eventful frames all are decoded. */
const maxShare = 0.6;

export interface SurveyRate {
  fps: number;
  /** Frames between two images. */
  every: number;
  /** Whether the distances of frames are those of the source: its rate is constant, and nothing was cut out of it. */
  isContinuous: boolean;
}

/**
 * Returns the ranges of a survey of key frames in which something may happen between them, and which have to be decoded: where
 * key frames are far apart or differ (unless the second one is a cut), where faces appear, disappear or move far within a shot, and
 * where it matters who speaks. Ranges begin at images. One range of all frames where most are eventful; none for a survey in which
 * no frame is missing.
 *
 * @param findings frames that are missing have a change of exactly 0
 * @param crop null: nothing is cropped, so that it does not matter who speaks
 */
export const eventfulRanges = (
  { changes, samples }: PartFindings,
  { fps, every, isContinuous }: SurveyRate,
  crop: Crop | null,
): FrameRange[] => {
  const frameCount = changes.length;
  if (changes.every((change, frame) => frame === 0 || change > 0)) return [];
  const units = new Array<boolean>(Math.ceil(frameCount / every)).fill(false);
  const mark = (from: number, to: number): void => {
    units.fill(true, Math.max(0, Math.floor(from / every)), Math.floor(to / every) + 1);
  };
  const keyFrames = changes.flatMap((change, frame) => (frame === 0 || change > 0 ? [frame] : []));
  const cuts = isContinuous ? cutsAtKeyFrames(changes, keyFrames) : new Set<number>();
  keyFrames.forEach((frame, index) => {
    const next = keyFrames[index + 1] ?? frameCount;
    const isFar = next - frame > maxGapSeconds * fps;
    const hasCut = (changes[next] ?? 0) >= minDifference && !cuts.has(next);
    if (isFar || hasCut) mark(frame, Math.min(next, frameCount - 1));
  });
  const keyFrameAt = (frame: number): number => keyFrames.findLast((one) => one <= frame) ?? 0;
  samples.forEach((sample, index) => {
    const next = samples[index + 1];
    const isOtherShot = next && keyFrames.some((at) => at > sample.frame && at <= next.frame && cuts.has(at));
    if (next && !isOtherShot && isSampleNeeded(sample, next, [])) mark(keyFrameAt(sample.frame), next.frame);
    if (crop !== null && mattersWhoSpeaks(sample, crop))
      mark(samples[index - 1]?.frame ?? sample.frame, next?.frame ?? sample.frame);
  });
  return rangesOf(units, { every, frameCount, maxHole: Math.ceil((maxHoleSeconds * fps) / every) });
};

/** Whether several people are prominent who do not fit into the crop together. */
const mattersWhoSpeaks = ({ faces }: FacesAt, crop: Crop): boolean => {
  const area = ({ width, height }: FaceBox): number => width * height;
  const largest = Math.max(0, ...faces.map(area));
  const main = faces.filter((face) => area(face) >= prominentShare * largest);
  return main.length > 1 && !fitInto(crop, main);
};

const rangesOf = (
  units: readonly boolean[],
  { every, frameCount, maxHole }: { every: number; frameCount: number; maxHole: number },
): FrameRange[] => {
  const ranges: { from: number; to: number }[] = [];
  units.forEach((isEventful, unit) => {
    if (!isEventful) return;
    const last = ranges.at(-1);
    if (last && unit - last.to <= maxHole) last.to = unit + 1;
    else ranges.push({ from: unit, to: unit + 1 });
  });
  const count = ranges.reduce((sum, { from, to }) => sum + to - from, 0);
  if (count > maxShare * units.length) return [{ startFrame: 0, endFrame: frameCount }];
  return ranges.map(({ from, to }) => ({
    startFrame: from * every,
    endFrame: Math.min(frameCount, to * every),
  }));
};
