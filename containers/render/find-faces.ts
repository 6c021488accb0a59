import type { FacesAt } from "../../core/reframe/face.ts";
import { firstLooks, isLookNeeded } from "../../core/reframe/plan-looks.ts";
import { planFramePath } from "../../core/reframe/plan-path.ts";
import { shotStarts } from "../../core/reframe/shots.ts";
import type { FramePath } from "../../core/render-plan/frame-path.ts";
import type { CompositedPlan } from "../../core/render-plan/output-plan.ts";
import type { Survey } from "../../core/render-plan/survey-arguments.ts";
import type { SurveyResult } from "./survey-video.ts";

/** Finds the faces of a survey's images: of all of them only where much happens. In order of time. */
const findFaces = async (
  { size }: Survey,
  { images }: SurveyResult,
  starts: readonly number[],
): Promise<FacesAt[]> => {
  // Most renders need no faces, and start quicker without the runtime.
  const { createFaceFinder } = await import("./face-finder.ts");
  const finder = await createFaceFinder();
  const looks = new Map<number, FacesAt>();
  const look = async (index: number): Promise<void> => {
    const image = images[index];
    if (image) looks.set(index, { frame: image.frame, faces: await finder.find(image.rgb, size) });
  };
  try {
    for (const index of firstLooks(images.length)) await look(index);
    for (let index = 1; index < images.length - 1; index += 2) {
      const [before, after] = [looks.get(index - 1), looks.get(index + 1)];
      if (before && after && isLookNeeded(before, after, starts)) await look(index);
    }
  } finally {
    await finder.close();
  }
  return [...looks.values()].sort((a, b) => a.frame - b.frame);
};

/** Returns the way of a plan's crop after the faces that a survey shows; null where nothing is cropped. */
export const followSpeaker = async (
  plan: CompositedPlan,
  survey: Survey,
  seen: SurveyResult,
): Promise<{ path: FramePath | null; looks: FacesAt[] }> => {
  if (seen.gray === null) throw new Error("the survey has no gray frames");
  const starts = shotStarts(seen.gray);
  const looks = await findFaces(survey, seen, starts);
  const sighting = { gray: seen.gray, shotStarts: starts, looks, every: survey.every };
  return { path: planFramePath(plan, sighting), looks };
};
