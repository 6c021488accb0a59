import { type FrameRange, frameCountIn, overlaps } from "../time/frame-range.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { Rational } from "../time/rational.ts";
import type { AvcTrack } from "../videos/avc-track.ts";
import { type MediaInfo, zeroSeconds } from "../videos/media-info.ts";
import type { CompositedPlan, OutputPlan } from "./output-plan.ts";

/** A closed frame group: its frames in order of presentation, and its samples in decoding order. */
export interface FrameGroup extends FrameRange {
  firstSample: number;
  endSample: number;
}

/** Frames of an output that are copied from the source, or encoded. */
export interface OutputPart extends FrameRange {
  isCopied: boolean;
}

/** Shorter runs of untouched groups are encoded: the next part has to start with a key frame. */
const minCopiedSeconds = 0.5;

/** Longer groups are encoded, so that players can seek: their key frames are further apart than those of most encoders. */
const maxGroupSeconds = 10;

/** Reading, joining and checking take as much time as encoding about one second. */
const minSavedSeconds = 2;

/**
 * Maximum size of copied frames, in bits per pixel: 18.7 Mbit/s at 1920 × 1080 and 30 frames per second, about twice what the
 * encoder writes for footage with much detail. Copied frames of a source with more would make the output larger than
 * one without captions.
 */
const maxBitsPerPixel = 0.3;

const isSameRate = (one: Rational, other: Rational): boolean => one.num * other.den === other.num * one.den;

const isWholeFrame = ({ placement, canvas, source, video }: CompositedPlan): boolean =>
  placement.kind === "cover" &&
  placement.path === undefined &&
  placement.x === 0 &&
  placement.y === 0 &&
  [placement, canvas, source].every(
    ({ width, height }) => width === video.codedWidth && height === video.codedHeight,
  );

const isUntransformed = ({ video, colorPlan, kept, brolls }: CompositedPlan): boolean =>
  video.rotation === 0 &&
  !video.mirrored &&
  !video.isInterlaced &&
  video.sampleAspectRatio.num === video.sampleAspectRatio.den &&
  colorPlan.filters.length === 0 &&
  kept === null &&
  brolls.length === 0;

/** Where copied frames have other tags than encoded ones, a player might change its colors between them. */
const isTaggedAlike = ({ video, color }: CompositedPlan): boolean =>
  video.colorRange === "tv" &&
  video.colorSpace === color.matrix &&
  video.colorPrimaries === color.primaries &&
  video.colorTransfer === color.transfer;

const isOnClock = (plan: CompositedPlan, media: MediaInfo): boolean =>
  !plan.video.isVariableFrameRate &&
  isSameRate(plan.video.frameRate, plan.fps) &&
  plan.video.shiftSeconds === undefined &&
  plan.video.startSeconds === zeroSeconds(media) &&
  plan.unusedStartSeconds === 0 &&
  plan.video.frameCount === plan.frameCount;

/**
 * Returns whether an output has the frames of its source except for the captions: same codec, size, rate, colors and
 * clock, nothing cut, replaced, scaled or converted.
 */
export const showsSourceFrames = (plan: OutputPlan, media: MediaInfo): plan is CompositedPlan =>
  plan.mode === "composited" &&
  plan.video.codec === "h264" &&
  plan.video.pixelFormat === "yuv420p" &&
  isWholeFrame(plan) &&
  isUntransformed(plan) &&
  isTaggedAlike(plan) &&
  isOnClock(plan, media);

/** Returns the place of each sample in order of presentation; null unless every time is that of a frame. */
export const frameNumbers = (
  { times, timescale }: Pick<AvcTrack, "times" | "timescale">,
  fps: Rational,
): number[] | null => {
  const ticksTimesNum = timescale * fps.den;
  const numbers = times.map((time) => (time * fps.num) / ticksTimesNum);
  return numbers.every(Number.isInteger) ? numbers : null;
};

/**
 * Returns the groups of a track; null unless each begins with an IDR frame that is its first frame, and has consecutive frames: so
 * no frame before an IDR frame is decoded after it.
 *
 * @param frames the frame of each sample
 * @param idr the samples that are IDR frames
 */
export const frameGroups = (frames: readonly number[], idr: readonly number[]): FrameGroup[] | null => {
  if (idr[0] !== 0) return null;
  const groups: FrameGroup[] = [];
  for (const [index, firstSample] of idr.entries()) {
    const endSample = idr[index + 1] ?? frames.length;
    const own = frames.slice(firstSample, endSample).sort((one, other) => one - other);
    const isConsecutive = own.every((frame, place) => frame === firstSample + place);
    if (!isConsecutive || frames[firstSample] !== firstSample) return null;
    groups.push({ startFrame: firstSample, endFrame: endSample, firstSample, endSample });
  }
  return groups;
};

/** Joins neighbors of the same kind. */
const merged = (parts: readonly OutputPart[]): OutputPart[] => {
  const joined: OutputPart[] = [];
  for (const part of parts) {
    const last = joined.at(-1);
    if (last?.isCopied === part.isCopied) last.endFrame = part.endFrame;
    else joined.push({ ...part });
  }
  return joined;
};

/** Marks the groups that a range touches. Both are in order. */
const touchedGroups = (groups: readonly FrameRange[], touched: readonly FrameRange[]): boolean[] => {
  let next = 0;
  return groups.map((group) => {
    while ((touched[next]?.endFrame ?? Number.POSITIVE_INFINITY) <= group.startFrame) next += 1;
    const range = touched[next];
    return range !== undefined && overlaps(group, range);
  });
};

const copiedFrames = (parts: readonly OutputPart[]): number =>
  parts.reduce((sum, part) => sum + (part.isCopied ? frameCountIn(part) : 0), 0);

/** Whether `parts` save more than they cost. */
const isWorthwhile = (parts: readonly OutputPart[], fps: Rational): boolean =>
  copiedFrames(parts) >= minSavedSeconds * framesPerSecond(fps);

/** Whether enough frames are without captions that reading the source's groups may be worthwhile. */
export const mayHaveCopies = ({ fps, frameCount }: OutputPlan, touched: readonly FrameRange[]): boolean =>
  frameCount - touched.reduce((sum, range) => sum + frameCountIn(range), 0) >=
  minSavedSeconds * framesPerSecond(fps);

/**
 * Divides an output into parts that are copied and parts that are encoded; null when copying is not worthwhile.
 *
 * @param touched frames with captions, in order
 */
export const planParts = (
  groups: readonly FrameGroup[],
  touched: readonly FrameRange[],
  fps: Rational,
): OutputPart[] | null => {
  const isTouched = touchedGroups(groups, touched);
  const maxGroupFrames = maxGroupSeconds * framesPerSecond(fps);
  const all = groups.map(
    ({ startFrame, endFrame }, index): OutputPart => ({
      startFrame,
      endFrame,
      isCopied: !isTouched[index] && endFrame - startFrame <= maxGroupFrames,
    }),
  );
  const parts = merged(
    merged(all).map((part) => ({
      ...part,
      isCopied: part.isCopied && frameCountIn(part) >= minCopiedSeconds * framesPerSecond(fps),
    })),
  );
  return isWorthwhile(parts, fps) ? parts : null;
};

/** Returns the samples of a copied part, in decoding order. All groups before a frame have as many samples as frames. */
export const samplesOfPart = ({ startFrame, endFrame }: FrameRange): number[] =>
  Array.from({ length: endFrame - startFrame }, (_, index) => startFrame + index);

/** Whether the copied parts are no larger than encoded ones might be. */
export const isSmallEnough = (
  parts: readonly OutputPart[],
  { sizes }: Pick<AvcTrack, "sizes">,
  { canvas }: OutputPlan,
): boolean => {
  const copied = parts.filter(({ isCopied }) => isCopied).flatMap(samplesOfPart);
  const bits = 8 * copied.reduce((sum, sample) => sum + (sizes[sample] ?? 0), 0);
  return bits <= maxBitsPerPixel * canvas.width * canvas.height * copied.length;
};

/**
 * Returns the frame of an encoded part in the video that has the encoded parts only; of a copied frame, that of the next
 * encoded part.
 */
export const encodedFrame = (parts: readonly OutputPart[], frame: number): number =>
  parts.reduce(
    (sum, { startFrame, endFrame, isCopied }) =>
      isCopied ? sum : sum + Math.max(0, Math.min(frame, endFrame) - startFrame),
    0,
  );

/** Returns the plan of the video that has the encoded parts only, without audio. */
export const encodedPlan = (plan: CompositedPlan, parts: readonly OutputPart[]): CompositedPlan => {
  const frameCount = encodedFrame(parts, plan.frameCount);
  const durationSeconds = frameCount / framesPerSecond(plan.fps);
  return {
    ...plan,
    frameCount,
    audio: null,
    video: { ...plan.video, streamIndex: 0, frameCount, startSeconds: 0, durationSeconds },
  };
};
