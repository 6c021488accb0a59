import { describe, expect, test } from "@jest/globals";
import { renderArguments } from "../../../core/render-plan/ffmpeg-arguments.ts";
import { planOutput } from "../../../core/render-plan/output-plan.ts";
import { mediaInfo, videoStream } from "./media.ts";

const argumentsOf = (width: number, height: number, speed: "standard" | "fast" | "ultraFast"): string => {
  const video = videoStream({ codedWidth: width, codedHeight: height });
  const plan = planOutput(mediaInfo({ width, height, video }), { speed, quality: "ultraHD" });
  return renderArguments(plan, { sourcePath: "/source", cutSoundPath: null }, null, "/out.mp4").join(" ");
};

describe("large pictures", () => {
  test.each([
    ["standard", 3840, 2160],
    ["fast", 2160, 3840],
  ] as const)("%s holds few frames at a time", (speed, width, height) => {
    const args = argumentsOf(width, height, speed);
    expect(args).toContain("-threads 1 -i file:/source");
    expect(args).toContain(
      "-threads 4 -x264-params sliced-threads=1:rc-lookahead=2:bframes=2:b-pyramid=none",
    );
    expect(args).toContain("-crf 17.5");
  });

  test("ultraFast keeps its crf: it looks ahead no further than a frame", () => {
    const args = argumentsOf(3840, 2160, "ultraFast");
    expect(args).toContain("-x264-params sliced-threads=1 ");
    expect(args).toContain("-crf 20");
  });

  test.each(["standard", "fast", "ultraFast"] as const)("1080p at %s has the preset as it is", (speed) => {
    expect(argumentsOf(1920, 1080, speed)).not.toMatch(/-threads|x264-params/);
  });
});
