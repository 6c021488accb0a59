import { cropOf } from "../../core/reframe/crop.ts";
import { eventfulRanges } from "../../core/reframe/eventful-ranges.ts";
import type { FaceFinder, FacesAt } from "../../core/reframe/face.ts";
import { joinFindings, type PartFindings, withFindingsOf } from "../../core/reframe/join-findings.ts";
import { planFramePath } from "../../core/reframe/plan-path.ts";
import { areCutsCertain, shotStarts } from "../../core/reframe/shots.ts";
import type { FramePath } from "../../core/render-plan/frame-path.ts";
import type { CompositedPlan } from "../../core/render-plan/output-plan.ts";
import { segmentPlan } from "../../core/render-plan/segments.ts";
import { planSurvey, type Survey, surveyParts } from "../../core/render-plan/survey-arguments.ts";
import { framesPerSecond } from "../../core/time/frame-rate.ts";
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
      const found = await surveyPart(partPlan, survey, { sourcePath, finder, options });
      if (part.startFrame === 0) images = found.images;
      parts.push({ ...found, startFrame: part.startFrame });
    }
  } finally {
    await finder.close();
  }
  const { changes, samples } = joinFindings(parts);
  const findings = { shotStarts: shotStarts(changes), samples, every: survey.every };
  return { path: planFramePath(plan, findings), samples, images };
};

interface PartSource {
  sourcePath: string;
  finder: FaceFinder;
  options: SurveyOptions;
}

type SurveyedPart = PartFindings & Pick<SurveyResult, "images">;

/** Surveys the key frames of a part, which take a tenth of the decoding, and all frames where something happens between them. */
const surveyPart = async (
  plan: CompositedPlan,
  survey: Survey,
  { sourcePath, finder, options }: PartSource,
): Promise<SurveyedPart> => {
  const keyFrames = await surveyVideo(plan, survey, sourcePath, { ...options, skips: "dependent" });
  const coarse = await findFaces(survey, keyFrames, finder);
  const isContinuous = !plan.video.isVariableFrameRate && (plan.kept?.length ?? 1) === 1;
  const rate = { fps: framesPerSecond(plan.fps), every: survey.every, isContinuous };
  let part: SurveyedPart = { ...coarse, images: keyFrames.images };
  for (const range of eventfulRanges(coarse, rate, cropOf(plan))) {
    const own = await surveyWithCuts(segmentPlan(plan, range) as CompositedPlan, survey, sourcePath, options);
    part = {
      ...withFindingsOf(part, range, await findFaces(survey, own, finder)),
      images: range.startFrame === 0 ? own.images : part.images,
    };
  }
  return part;
};

/**
 * Surveys a part without the frames that no other frame refers to: some encoders make a third of the decoding for them. All
 * frames are decoded where a cut is not certain without them.
 */
const surveyWithCuts: typeof surveyVideo = async (plan, survey, sourcePath, options) => {
  const sparse = await surveyVideo(plan, survey, sourcePath, { ...options, skips: "unreferenced" });
  return sparse.gray === null || areCutsCertain(sparse.gray.changes)
    ? sparse
    : surveyVideo(plan, survey, sourcePath, options);
};
