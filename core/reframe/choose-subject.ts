import type { FrameRange } from "../time/frame-range.ts";
import type { Crop } from "./crop.ts";
import type { FaceBox } from "./face.ts";
import { type FaceTrack, faceAt } from "./face-tracks.ts";

/** The people that a shot shows from a frame on: one person, or several who fit into the frame together. */
export interface Subject {
  frame: number;
  tracks: readonly FaceTrack[];
}

export interface SubjectOptions extends Crop {
  /** Frames between two samples. */
  every: number;
  /** Mean motion of a face's mouth around a frame (mouth-motion.ts); null: not known. */
  mouthMotion: (track: FaceTrack, frame: number) => number | null;
}

/** Faces of at least this share of the most prominent one are of people who matter. */
export const prominentShare = 0.45;
/** Of the crop, that several faces may fill to be shown together. */
const sharedRoom = 0.85;
/** A speaker's mouth moves this much more than the others', and at least so much of 255. */
const speakerRatio = 1.4;
const minMouthMotion = 1.5;
/** Looks that must agree before the subject changes. */
const samplesToSwitch = 2;
/** Looks for which a face that is not found any more is taken to be there. */
const samplesToHold = 3;

/**
 * Chooses the people that a shot shows: all who matter if they fit, else the one who speaks where mouths tell, else the most prominent
 * one; a change of subject lasts at least two samples. Empty without faces.
 */
export const chooseSubjects = (
  tracks: readonly FaceTrack[],
  { startFrame, endFrame }: FrameRange,
  options: SubjectOptions,
): Subject[] => {
  const subjects: Subject[] = [];
  let proposed: Subject | null = null;
  let agreeing = 0;
  for (let frame = startFrame; frame < endFrame; frame += options.every) {
    const present = presentAt(tracks, frame, options.every);
    if (present.length === 0) continue;
    const current = subjects.at(-1);
    const choice = chooseAt(present, frame, current?.tracks ?? [], options);
    if (!current || current.tracks.every((track) => !present.includes(track))) {
      subjects.push({ frame: current ? frame : startFrame, tracks: choice });
      proposed = null;
    } else if (isSame(choice, current.tracks)) {
      proposed = null;
    } else {
      agreeing = proposed && isSame(choice, proposed.tracks) ? agreeing + 1 : 1;
      if (agreeing === 1) proposed = { frame, tracks: choice };
      if (agreeing >= samplesToSwitch && proposed) {
        subjects.push(proposed);
        proposed = null;
      }
    }
  }
  return subjects;
};

const isSame = (a: readonly FaceTrack[], b: readonly FaceTrack[]): boolean =>
  a.length === b.length && a.every((track) => b.includes(track));

const presentAt = (tracks: readonly FaceTrack[], frame: number, every: number): FaceTrack[] =>
  tracks.filter(({ at }) => {
    const [first, last] = [at[0]?.frame ?? 0, at.at(-1)?.frame ?? 0];
    return frame >= first - every && frame <= last + samplesToHold * every;
  });

/** Large, central faces are prominent; the middle of the source counts twice as much as its edge. */
const prominence = (track: FaceTrack, frame: number): number => {
  const face = faceAt(track, frame);
  return face ? face.width * face.height * (1 - Math.abs(face.x - 0.5)) * face.score : 0;
};

const chooseAt = (
  present: readonly FaceTrack[],
  frame: number,
  current: readonly FaceTrack[],
  options: SubjectOptions,
): readonly FaceTrack[] => {
  const ranked = present
    .map((track) => ({ track, value: prominence(track, frame) }))
    .sort((a, b) => b.value - a.value);
  const most = ranked[0]?.value ?? 0;
  const main = ranked.filter(({ value }) => value >= prominentShare * most).map(({ track }) => track);
  if (main.length < 2 || fitTogether(main, frame, options)) return main;
  const speaker = speakerOf(main, frame, options);
  if (speaker) return [speaker];
  const kept = current.length === 1 && main.includes(current[0] as FaceTrack);
  return kept ? current : main.slice(0, 1);
};

const fitTogether = (tracks: readonly FaceTrack[], frame: number, crop: Crop): boolean =>
  fitInto(
    crop,
    tracks.flatMap((track) => faceAt(track, frame) ?? []),
  );

/** Returns whether faces can be shown together. */
export const fitInto = ({ axis, shown }: Crop, faces: readonly FaceBox[]): boolean => {
  const side = axis === "x" ? "width" : "height";
  const from = Math.min(...faces.map((face) => face[axis] - face[side] / 2));
  const to = Math.max(...faces.map((face) => face[axis] + face[side] / 2));
  return to - from <= sharedRoom * shown;
};

const speakerOf = (
  tracks: readonly FaceTrack[],
  frame: number,
  { mouthMotion }: Pick<SubjectOptions, "mouthMotion">,
): FaceTrack | null => {
  const motions = tracks.map((track) => ({ track, motion: mouthMotion(track, frame) }));
  if (motions.some(({ motion }) => motion === null)) return null;
  const [first, second] = motions.sort((a, b) => (b.motion ?? 0) - (a.motion ?? 0));
  const isClear = (first?.motion ?? 0) >= Math.max(minMouthMotion, speakerRatio * (second?.motion ?? 0));
  return isClear ? (first?.track ?? null) : null;
};
