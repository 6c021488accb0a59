import { partitionPoint } from "../partition-point.ts";
import type { FrameRange } from "../time/frame-range.ts";
import type { Subject } from "./choose-subject.ts";
import type { Crop } from "./crop.ts";
import { faceAt } from "./face-tracks.ts";

export interface CameraOptions extends Crop {
  fps: number;
  /** Frames between two samples. */
  every: number;
}

/** The camera rests while its subject moves by no more than this share of the crop. */
const restShare = 0.12;
/** Standard deviation of the filter that makes steps to pans. */
const easeSeconds = 0.35;
/** No correction this close to a change of subject: the camera is panning. */
const panSeconds = 1.2;
/** Room around a face on either side, in widths of the face. */
const faceRoom = 0.1;
/** On the vertical axis a face is above the middle, by this share of the crop. */
const headroomShare = 0.1;

/**
 * Returns the center of the crop for each frame of a shot, as a share of the source along the axis: rests where the subject
 * stays, pans smoothly where it moves or changes, and keeps its face inside. Without a subject: the middle.
 */
export const cameraPath = (
  subjects: readonly Subject[],
  { startFrame, endFrame }: FrameRange,
  options: CameraOptions,
): number[] => {
  const frames = Array.from({ length: endFrame - startFrame }, (_, index) => startFrame + index);
  const limit = (center: number): number =>
    Math.min(1 - options.shown / 2, Math.max(options.shown / 2, center));
  if (subjects.length === 0) return frames.map(() => limit(0.5));
  const targets = frames.map((frame) => targetAt(subjects, frame, options));
  const rested = rest(targets, options);
  const eased = ease(rested, Math.max(1, easeSeconds * options.fps));
  return eased.map((center, index) => {
    const frame = frames[index] ?? 0;
    const target = targets[index];
    if (!target || isChanging(subjects, frame, panSeconds * options.fps)) return limit(center);
    // A face as wide as the crop would move the camera with its every motion.
    const room = Math.max(restShare * options.shown, options.shown / 2 - target.half);
    return limit(Math.min(target.face + room, Math.max(target.face - room, center)));
  });
};

interface Target {
  /** Where the camera aims. */
  aim: number;
  /** Middle of the faces, and half their extent with room around. */
  face: number;
  half: number;
}

const targetAt = (
  subjects: readonly Subject[],
  frame: number,
  { axis, shown }: CameraOptions,
): Target | null => {
  const subject = subjects[partitionPoint(subjects, (one) => one.frame <= frame) - 1] ?? subjects[0];
  const faces = (subject?.tracks ?? []).flatMap((track) => faceAt(track, frame) ?? []);
  if (faces.length === 0) return null;
  const side = axis === "x" ? "width" : "height";
  const from = Math.min(...faces.map((one) => one[axis] - one[side] / 2));
  const to = Math.max(...faces.map((one) => one[axis] + one[side] / 2));
  const room = faceRoom * Math.max(...faces.map((one) => one[side]));
  const face = (from + to) / 2;
  return { aim: axis === "y" ? face + headroomShare * shown : face, face, half: (to - from) / 2 + room };
};

/** Positions of a camera that moves only when the subject leaves its zone, checked at every sample. */
const rest = (targets: readonly (Target | null)[], { every, shown }: CameraOptions): number[] => {
  const zone = restShare * shown;
  const aims = targets.map((target) => target?.aim ?? 0.5);
  const low = aims.reduce((least, aim) => Math.min(least, aim));
  const high = aims.reduce((most, aim) => Math.max(most, aim));
  if (high - low <= 2 * zone) return aims.map(() => (low + high) / 2);
  let center = aims[0] ?? 0.5;
  return aims.map((aim, index) => {
    if (index % every === 0 && Math.abs(aim - center) > zone) center = aim;
    return center;
  });
};

/** Gaussian filter; beyond both ends the values stay. */
const ease = (values: readonly number[], sigma: number): number[] => {
  const reach = Math.ceil(3 * sigma);
  const weights = Array.from({ length: 2 * reach + 1 }, (_, at) =>
    Math.exp(-((at - reach) ** 2) / (2 * sigma ** 2)),
  );
  const total = weights.reduce((sum, weight) => sum + weight, 0);
  const last = values.length - 1;
  return values.map((value, index) => {
    const isFlat =
      values[Math.max(0, index - reach)] === value && values[Math.min(last, index + reach)] === value;
    if (isFlat && isLevel(values, Math.max(0, index - reach), Math.min(last, index + reach))) return value;
    return (
      weights.reduce(
        (sum, weight, at) => sum + weight * (values[Math.min(last, Math.max(0, index + at - reach))] ?? 0),
        0,
      ) / total
    );
  });
};

const isLevel = (values: readonly number[], from: number, to: number): boolean => {
  for (let at = from + 1; at <= to; at++) if (values[at] !== values[from]) return false;
  return true;
};

/** Whether the subject changes at less than `reach` frames from a frame. The first subject is no change. */
const isChanging = (subjects: readonly Subject[], frame: number, reach: number): boolean => {
  const next = Math.max(
    1,
    partitionPoint(subjects, (subject) => subject.frame <= frame - reach),
  );
  const subject = subjects[next];
  return subject !== undefined && subject.frame < frame + reach;
};
