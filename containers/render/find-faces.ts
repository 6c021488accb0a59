import type { FacesAt } from "../../core/reframe/face.ts";
import { planFramePath } from "../../core/reframe/plan-path.ts";
import { firstSamples, isSampleNeeded } from "../../core/reframe/sample-images.ts";
import { shotStarts } from "../../core/reframe/shots.ts";
import type { FramePath } from "../../core/render-plan/frame-path.ts";
import type { CompositedPlan } from "../../core/render-plan/output-plan.ts";
import type { Survey } from "../../core/render-plan/survey-arguments.ts";
import type { SurveyResult } from "./survey-video.ts";

/** Finds the faces in a survey's images: in every second one, and in the others where necessary. In order of time. */
const findFaces = async (
  { size }: Survey,
  { images }: SurveyResult,
  starts: readonly number[],
): Promise<FacesAt[]> => {
  // Most renders need no faces and start faster without the runtime.
  const { createFaceFinder } = await import("./face-finder.ts");
  const finder = await createFaceFinder();
  const samples = new Map<number, FacesAt>();
  const sample = async (index: number): Promise<void> => {
    const image = images[index];
    if (image) samples.set(index, { frame: image.frame, faces: await finder.find(image.rgb, size) });
  };
  try {
    for (const index of firstSamples(images.length)) await sample(index);
    for (let index = 1; index < images.length - 1; index += 2) {
      const [before, after] = [samples.get(index - 1), samples.get(index + 1)];
      if (before && after && isSampleNeeded(before, after, starts)) await sample(index);
    }
  } finally {
    await finder.close();
  }
  return [...samples.values()].sort((a, b) => a.frame - b.frame);
};

/** Returns the path of a plan's crop that follows the faces in a survey; null where nothing is cropped. */
export const followSpeaker = async (
  plan: CompositedPlan,
  survey: Survey,
  result: SurveyResult,
): Promise<{ path: FramePath | null; samples: FacesAt[] }> => {
  if (result.gray === null) throw new Error("the survey has no gray frames");
  const starts = shotStarts(result.gray);
  const samples = await findFaces(survey, result, starts);
  const findings = { gray: result.gray, shotStarts: starts, samples, every: survey.every };
  return { path: planFramePath(plan, findings), samples };
};
