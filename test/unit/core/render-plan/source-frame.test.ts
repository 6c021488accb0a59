import { describe, expect, test } from "@jest/globals";
import { brollFrameArguments, hasFrame } from "../../../../core/render-plan/broll-arguments.ts";
import { renderArguments } from "../../../../core/render-plan/ffmpeg-arguments.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import { orientationFilters } from "../../../../core/render-plan/source-frame.ts";
import { mediaInfo, videoStream } from "./media.ts";

const phone = mediaInfo({
  width: 1080,
  height: 1920,
  video: videoStream({ rotation: 90, isInterlaced: true, pixelFormat: "yuv420p10le" }),
});

describe("a stored frame", () => {
  test.each([
    [0, false, []],
    [0, true, ["vflip"]],
    [90, false, ["transpose=clock"]],
    [90, true, ["transpose=cclock_flip"]],
    [180, false, ["hflip", "vflip"]],
    [180, true, ["hflip"]],
    [270, false, ["transpose=cclock"]],
    [270, true, ["transpose=clock_flip"]],
  ] as const)("with rotation %i, mirrored: %p, is rotated by %j", (rotation, mirrored, filters) => {
    expect(orientationFilters({ rotation, mirrored })).toEqual(filters);
  });

  test("is rotated once, after deinterlacing and before scaling, and has a constant size and format", () => {
    const plan = planOutput(phone, { width: 540, height: 960 });
    const args = renderArguments(plan, { sourcePath: "/source", cutAudioPath: null }, null, "/out.mp4");
    expect(args.join(" ")).toContain("-noautorotate -reinit_filter 0");
    const graph = args[args.indexOf("-filter_complex") + 1];
    expect(graph).toMatch(
      /^\[0:0\]scale=w=1920:h=1080,format=yuv420p10le,bwdif=[^,]*,transpose=clock,scale=w=540:h=960/,
    );
  });

  test("of a b-roll is processed the same", () => {
    const plan = planOutput(mediaInfo(), {}, null, [
      { startSeconds: 0, endSeconds: 1, media: phone },
    ] as never);
    if (plan.mode !== "composited" || !hasFrame(phone)) throw new Error("no video stream");
    const part = { index: 0, startFrame: 0, frameCount: 30, skippedFrames: 0 };
    const args = brollFrameArguments(plan, part as never, phone, "/clip").join(" ");
    expect(args).toMatch(/-noautorotate -reinit_filter 0 .*bwdif=.*transpose=clock/);
  });

  test("uses one filter thread if it is unchanged, and several for scaling, deinterlacing and tone mapping", () => {
    const threads = (video: Parameters<typeof videoStream>[0], settings = {}) => {
      const plan = planOutput(mediaInfo({ video: videoStream(video) }), settings);
      const args = renderArguments(plan, { sourcePath: "/source", cutAudioPath: null }, null, "/out.mp4");
      return args[args.indexOf("-filter_complex_threads") + 1] === "1";
    };
    expect(threads({})).toBe(true);
    expect(threads({}, { width: 640, height: 360 })).toBe(false);
    expect(threads({}, { aspectRatio: "9:16", fit: "contain" })).toBe(false);
    expect(threads({ isInterlaced: true })).toBe(false);
    expect(threads({ colorTransfer: "smpte2084", colorPrimaries: "bt2020", colorSpace: "bt2020nc" })).toBe(
      false,
    );
  });
});
