import { partitionPoint } from "../partition-point.ts";
import type { FaceBox, FacesAt, SurveyedFace } from "./face.ts";

/** One person in one shot: the face at the frames at which it was found, in order. */
export interface FaceTrack {
  at: { frame: number; face: SurveyedFace }[];
}

/** A face may move by this many of its own widths between two samples. */
const maxStep = 1.5;
/** Faces of one person differ less in size. */
const maxGrowth = 1.8;

/** Follows the faces of one shot from sample to sample. */
export const followFaces = (samples: readonly FacesAt[]): FaceTrack[] => {
  const tracks: FaceTrack[] = [];
  for (const { frame, faces } of samples) {
    const free = new Set(tracks);
    for (const face of faces) {
      const track = nearest(face, [...free]);
      if (track) {
        free.delete(track);
        track.at.push({ frame, face });
      } else tracks.push({ at: [{ frame, face }] });
    }
  }
  return tracks;
};

const nearest = (face: FaceBox, tracks: readonly FaceTrack[]): FaceTrack | null => {
  let best: FaceTrack | null = null;
  let bestDistance = Number.POSITIVE_INFINITY;
  for (const track of tracks) {
    const last = track.at.at(-1)?.face;
    if (!last) continue;
    const distance = Math.hypot((face.x - last.x) / last.width, (face.y - last.y) / last.height);
    const growth = Math.max(face.width / last.width, last.width / face.width);
    if (distance > maxStep || growth > maxGrowth || distance >= bestDistance) continue;
    [best, bestDistance] = [track, distance];
  }
  return best;
};

/** Returns the face of a track at a frame, interpolated between two samples; constant before the first and after the last. */
export const faceAt = ({ at }: FaceTrack, frame: number): FaceBox | null => {
  const after = partitionPoint(at, (one) => one.frame < frame);
  const next = at[after] ?? at.at(-1);
  const before = after < at.length ? (at[after - 1] ?? next) : next;
  if (!next || !before) return null;
  const span = next.frame - before.frame;
  const share = span > 0 ? (frame - before.frame) / span : 1;
  const mix = (side: keyof FaceBox): number =>
    before.face[side] + (next.face[side] - before.face[side]) * share;
  return { x: mix("x"), y: mix("y"), width: mix("width"), height: mix("height"), score: mix("score") };
};
