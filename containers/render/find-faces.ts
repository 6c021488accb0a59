import type { FaceFinder, FacesAt } from "../../core/reframe/face.ts";
import type { PartFindings } from "../../core/reframe/join-findings.ts";
import { meanMouthMotion } from "../../core/reframe/mouth-motion.ts";
import { firstSamples, isSampleNeeded } from "../../core/reframe/sample-images.ts";
import { shotStarts } from "../../core/reframe/shots.ts";
import type { Survey } from "../../core/render-plan/survey-arguments.ts";
import type { SurveyResult } from "./survey-video.ts";

/** Finds the faces in a survey's images: in one of every second, and in the others where necessary. */
export const findFaces = async (
  { size, every }: Survey,
  { images, gray }: SurveyResult,
  finder: FaceFinder,
): Promise<PartFindings> => {
  if (gray === null) throw new Error("the survey has no gray frames");
  const { changes } = gray;
  const starts = shotStarts(changes);
  const samples = new Map<number, FacesAt>();
  const sample = async (index: number): Promise<void> => {
    const image = images[index];
    if (!image) return;
    const { frame, rgb } = image;
    const faces = await finder.find(rgb, size);
    const motionOf = (face: (typeof faces)[number]): number | null =>
      meanMouthMotion(gray, changes, { frame, reach: Math.floor(every / 2) }, face);
    samples.set(index, { frame, faces: faces.map((face) => ({ ...face, mouthMotion: motionOf(face) })) });
  };
  const first = firstSamples(
    images.map(({ frame }) => frame),
    2 * every,
  );
  for (const index of first) await sample(index);
  for (const [at, index] of first.entries()) {
    const next = first[at + 1] ?? index;
    const [before, after] = [samples.get(index), samples.get(next)];
    if (before && after && isSampleNeeded(before, after, starts))
      for (let between = index + 1; between < next; between++) await sample(between);
  }
  return { changes, samples: [...samples.values()].sort((a, b) => a.frame - b.frame) };
};
