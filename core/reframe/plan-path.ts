import { partitionPoint } from "../partition-point.ts";
import type { FramePath, PathPoint } from "../render-plan/frame-path.ts";
import type { CompositedPlan } from "../render-plan/output-plan.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import { cameraPath } from "./camera-path.ts";
import { chooseSubjects } from "./choose-subject.ts";
import { cropOf } from "./crop.ts";
import type { FacesAt } from "./face.ts";
import { type FaceTrack, followFaces } from "./face-tracks.ts";

/** Findings of a survey of the source. */
export interface SurveyFindings {
  /** First frames of the shots (shots.ts), in order. */
  shotStarts: readonly number[];
  /** In order of frames, at multiples of `every`. */
  samples: readonly FacesAt[];
  every: number;
}

/** Pixels by which a path may differ from the camera's. */
const tolerancePx = 0.4;
/** Points of a path: FFmpeg parses the expression of so many in a second. */
const maxPoints = 60_000;
/** Seconds around a frame over which the motion of a mouth is averaged. */
const speechSeconds = 0.75;

/** Returns the path of a plan's crop that follows the subjects; null where the whole frame is shown. */
export const planFramePath = (
  plan: Pick<CompositedPlan, "source" | "placement" | "fps" | "frameCount">,
  { shotStarts, samples, every }: SurveyFindings,
): FramePath | null => {
  const { source, fps, frameCount } = plan;
  const crop = cropOf(plan);
  if (crop === null) return null;
  const { axis, shown } = crop;
  const sidePx = axis === "x" ? source.width : source.height;
  const rate = framesPerSecond(fps);
  const starts = shotStarts.filter((frame) => frame < frameCount);
  const shots = starts.map((startFrame, index) => {
    const shot = { startFrame, endFrame: starts[index + 1] ?? frameCount };
    const tracks = followFaces(samples.filter(({ frame }) => frame >= startFrame && frame < shot.endFrame));
    const options = { fps: rate, every, axis, shown } as const;
    const subjects = chooseSubjects(tracks, shot, {
      ...options,
      mouthMotion: motionWithin(speechSeconds * rate),
    });
    const centers = cameraPath(subjects, shot, options);
    const edges = centers.map((center) => (center - shown / 2) * sidePx);
    return { startFrame, edges };
  });
  for (let tolerance = tolerancePx; ; tolerance *= 2) {
    const points = shots.flatMap(({ edges, startFrame }) => simplified(edges, startFrame, tolerance));
    if (points.length <= Math.max(maxPoints, 2 * shots.length)) return { axis, points };
  }
};

/** Averages the motion of a mouth over the samples at most `reach` frames from one; null where it is not known. */
const motionWithin =
  (reach: number) =>
  ({ at }: FaceTrack, frame: number): number | null => {
    const from = partitionPoint(at, (sample) => sample.frame < frame - reach);
    const to = partitionPoint(at, (sample) => sample.frame <= frame + reach);
    const motions = at.slice(from, to).map(({ face }) => face.mouthMotion ?? null);
    const known = motions.filter((motion) => motion !== null);
    return known.length < motions.length || known.length === 0
      ? null
      : known.reduce((sum, motion) => sum + motion, 0) / known.length;
  };

/** Returns the points between which the values are straight. Source: Ramer, Douglas and Peucker. */
const simplified = (values: readonly number[], startFrame: number, tolerance: number): PathPoint[] => {
  const kept = new Set<number>([0, values.length - 1]);
  const ranges: [number, number][] = [[0, values.length - 1]];
  for (let range = ranges.pop(); range; range = ranges.pop()) {
    const [from, to] = range;
    const [first = 0, last = 0] = [values[from], values[to]];
    let [farthest, distance] = [from, tolerance];
    for (let at = from + 1; at < to; at++) {
      const straight = first + ((last - first) * (at - from)) / (to - from);
      const off = Math.abs((values[at] ?? 0) - straight);
      if (off > distance) [farthest, distance] = [at, off];
    }
    if (farthest === from) continue;
    kept.add(farthest);
    ranges.push([from, farthest], [farthest, to]);
  }
  return [...kept].sort((a, b) => a - b).map((at) => ({ frame: startFrame + at, position: values[at] ?? 0 }));
};
