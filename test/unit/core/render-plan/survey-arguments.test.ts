import { describe, expect, test } from "@jest/globals";
import { type CompositedPlan, planOutput } from "../../../../core/render-plan/output-plan.ts";
import { stillArguments } from "../../../../core/render-plan/still-arguments.ts";
import { planSurvey, surveyArguments } from "../../../../core/render-plan/survey-arguments.ts";
import { mediaInfo, videoStream } from "./media.ts";

const fps = { num: 30, den: 1 };
const planOf = (media = mediaInfo()): CompositedPlan => {
  const plan = planOutput(media, { fps: 30 }, { fps, kept: [{ startFrame: 120, endFrame: 240 }] });
  if (plan.mode !== "composited") throw new Error("no frames");
  return plan;
};
const files = { images: "/out.rgb", gray: "/out.gray" };
const graphOf = (args: readonly string[]): string => args[args.indexOf("-filter_complex") + 1] ?? "";

describe("a survey", () => {
  test("has two small images a second of the kept frames", () => {
    const plan = planOf();
    const survey = planSurvey(plan, { withGray: false });
    expect(survey).toEqual({ size: { width: 256, height: 144 }, every: 15, graySize: null });
    const args = surveyArguments(plan, survey, "/in.mp4", files, { withoutSeeking: false });
    expect(graphOf(args)).toContain("select='between(n,120,239)'");
    expect(graphOf(args)).toContain(
      "select='not(mod(n,15))',scale=w=256:h=144:flags=area,format=rgb24[images]",
    );
    expect(args.slice(args.indexOf("-ss"), args.indexOf("-ss") + 2)).toEqual(["-ss", "3"]);
    expect(args.at(-1)).toBe("file:/out.rgb");
  });

  test("decodes only frames that others refer to, if it is sparse", () => {
    const plan = planOf();
    const args = surveyArguments(plan, planSurvey(plan, { withGray: true }), "/in.mp4", files, {
      ...{ withoutSeeking: true, skips: "unreferenced" },
    });
    expect(args[args.indexOf("-skip_frame") + 1]).toBe("noref");
    expect(args.indexOf("-skip_frame")).toBeLessThan(args.indexOf("-i"));
    expect(args).not.toContain("-ss");
  });

  test("is upright, and in square pixels", () => {
    const video = videoStream({ rotation: 90, codedWidth: 1440, codedHeight: 1080 });
    const plan = planOf(mediaInfo({ video, width: 1080, height: 1920 }));
    const survey = planSurvey(plan, { withGray: true });
    expect([survey.size, survey.graySize]).toEqual([
      { width: 144, height: 256 },
      { width: 72, height: 128 },
    ]);
    expect(graphOf(surveyArguments(plan, survey, "/in.mp4", files, { withoutSeeking: false }))).toContain(
      "scale=w=256:h=144:flags=area,transpose=clock,format=rgb24",
    );
  });
});

test("a still is one frame of the output in the color of JPEG", () => {
  const args = stillArguments(planOf(), 30, "/in.mp4", "/still.jpg");
  expect(graphOf(args)).toContain("select='between(n,150,150)'");
  expect(graphOf(args)).toMatch(
    /\[out\];\[out\]scale=out_color_matrix=bt601:out_range=pc,format=yuvj420p\[still\]$/,
  );
  expect(args.slice(-3)).toEqual(["-f", "mjpeg", "file:/still.jpg"]);
  expect(args.slice(args.indexOf("-ss"), args.indexOf("-ss") + 2)).toEqual(["-ss", "2"]);
});
