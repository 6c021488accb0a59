import { describe, expect, test } from "@jest/globals";
import { renderArguments } from "../../../../core/render-plan/ffmpeg-arguments.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import { mediaInfo, videoStream } from "./media.ts";

const argumentsOf = (
  width: number,
  height: number,
  speed: "standard" | "fast" | "ultraFast",
  { cores = 2, codec = "h264" } = {},
): string => {
  const video = videoStream({ codedWidth: width, codedHeight: height, codec });
  const plan = planOutput(mediaInfo({ width, height, video }), { speed, quality: "ultraHD" });
  return renderArguments(plan, { sourcePath: "/source", cutAudioPath: null, cores }, null, "/out.mp4").join(
    " ",
  );
};

describe("large frames", () => {
  test.each([
    ["standard", 3840, 2160],
    ["fast", 2160, 3840],
  ] as const)("%s keeps few frames in memory", (speed, width, height) => {
    const args = argumentsOf(width, height, speed);
    expect(args).toContain("-threads 1 -i file:/source");
    expect(args).toContain(
      "-threads 4 -x264-params sliced-threads=1:rc-lookahead=2:bframes=2:b-pyramid=none",
    );
    expect(args).toContain("-crf 17.5");
  });

  test("ultraFast keeps its crf, because it has no look-ahead", () => {
    const args = argumentsOf(3840, 2160, "ultraFast");
    expect(args).toContain("-x264-params sliced-threads=1 ");
    expect(args).toContain("-crf 20");
  });

  test.each(["standard", "fast", "ultraFast"] as const)("1080p at %s has the preset's defaults", (speed) => {
    expect(argumentsOf(1920, 1080, speed).split("-i file:/source")[1]).not.toMatch(/-threads|x264-params/);
  });
});

describe("threads of the decoder", () => {
  const oneThread = "-threads 1 -i file:/source";

  test("are one if the encoder is slower", () => {
    expect(argumentsOf(1920, 1080, "ultraFast", { cores: 2 })).toContain(oneThread);
    expect(argumentsOf(1920, 1080, "fast", { cores: 4 })).toContain(oneThread);
    expect(argumentsOf(1920, 1080, "standard", { cores: 8 })).toContain(oneThread);
  });

  test("are several if one would be slower than the encoder", () => {
    expect(argumentsOf(1920, 1080, "ultraFast", { cores: 4 })).not.toContain("-threads");
    expect(argumentsOf(1920, 1080, "fast", { codec: "prores" })).not.toContain("-threads");
  });
});
