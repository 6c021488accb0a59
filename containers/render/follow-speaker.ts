import type { FacesAt } from "../../core/reframe/face.ts";
import { joinFindings } from "../../core/reframe/join-findings.ts";
import { planFramePath } from "../../core/reframe/plan-path.ts";
import { areCutsCertain, shotStarts } from "../../core/reframe/shots.ts";
import type { FramePath } from "../../core/render-plan/frame-path.ts";
import type { CompositedPlan } from "../../core/render-plan/output-plan.ts";
import { segmentPlan } from "../../core/render-plan/segments.ts";
import { planSurvey, surveyParts } from "../../core/render-plan/survey-arguments.ts";
import { findFaces } from "./find-faces.ts";
import { type SurveyOptions, type SurveyResult, surveyVideo } from "./survey-video.ts";

export interface SpeakerSurvey {
  /** The path of the crop; null where nothing is cropped. */
  path: FramePath | null;
  samples: readonly FacesAt[];
  /** Of the first part, enough to choose a still. */
  images: SurveyResult["images"];
}

/**
 * Surveys a plan's part of a source, part by part in bounded memory, and plans the path of its crop: one path for all frames.
 *
 * @throws NamedError MediaUnreadable, RenderFailed, RenderTimedOut
 */
export const followSpeaker = async (
  plan: CompositedPlan,
  sourcePath: string,
  options: SurveyOptions,
): Promise<SpeakerSurvey> => {
  // Most renders need no faces and start faster without the runtime.
  const { createFaceFinder } = await import("./face-finder.ts");
  const finder = await createFaceFinder();
  const survey = planSurvey(plan, { withGray: true });
  const parts: Parameters<typeof joinFindings>[0][number][] = [];
  let images: SurveyResult["images"] = [];
  try {
    for (const part of surveyParts(plan, survey)) {
      const partPlan = segmentPlan(plan, part) as CompositedPlan;
      const result = await surveyWithCuts(partPlan, survey, sourcePath, options);
      const found = await findFaces(survey, result, finder);
      if (part.startFrame === 0) images = result.images;
      parts.push({ ...found, startFrame: part.startFrame });
    }
  } finally {
    await finder.close();
  }
  const { changes, samples } = joinFindings(parts);
  const findings = { shotStarts: shotStarts(changes), samples, every: survey.every };
  return { path: planFramePath(plan, findings), samples, images };
};

/**
 * Surveys a part without the frames that no other frame refers to: most encoders make a third of the decoding for them. All
 * frames are decoded where a cut is not certain without them.
 */
const surveyWithCuts: typeof surveyVideo = async (plan, survey, sourcePath, options) => {
  const sparse = await surveyVideo(plan, survey, sourcePath, { ...options, isSparse: true });
  return sparse.gray === null || areCutsCertain(sparse.gray.changes)
    ? sparse
    : surveyVideo(plan, survey, sourcePath, options);
};
