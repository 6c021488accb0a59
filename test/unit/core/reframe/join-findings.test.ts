import { expect, test } from "@jest/globals";
import type { FacesAt } from "../../../../core/reframe/face.ts";
import { joinFindings } from "../../../../core/reframe/join-findings.ts";
import { shotStarts } from "../../../../core/reframe/shots.ts";
import { planSurvey, surveyParts } from "../../../../core/render-plan/survey-arguments.ts";

const plan = { fps: { num: 30, den: 1 }, frameCount: 9000, source: { width: 1920, height: 1080 } };

test("the parts of a survey have every frame, and each begins with an image of the one before", () => {
  const survey = planSurvey(plan, { withGray: true });
  const parts = surveyParts(plan, survey);
  expect(parts).toEqual([
    { startFrame: 0, endFrame: 3600 },
    { startFrame: 3585, endFrame: 7200 },
    { startFrame: 7185, endFrame: 9000 },
  ]);
  expect(parts.every(({ startFrame }) => startFrame % survey.every === 0)).toBe(true);
  expect(surveyParts({ ...plan, frameCount: 20 }, survey)).toEqual([{ startFrame: 0, endFrame: 20 }]);
});

test("the findings of parts are joined to those of the whole, with a cut at a joint", () => {
  // A cut at frame 60, where the second part begins after its 15 frames of the first one.
  const whole = Array.from({ length: 120 }, (_, frame) => (frame === 60 ? 90 : 1));
  const sample = (frame: number): FacesAt => ({ frame, faces: [] });
  const parts = [
    { startFrame: 0, changes: whole.slice(0, 60), samples: [0, 30, 45].map(sample) },
    { startFrame: 45, changes: [0, ...whole.slice(46)], samples: [0, 15, 45].map(sample) },
  ];
  const joined = joinFindings(parts);
  expect(joined.changes).toEqual(whole);
  expect(joined.samples.map(({ frame }) => frame)).toEqual([0, 30, 45, 60, 90]);
  expect(shotStarts(joined.changes)).toEqual([0, 60]);
});
