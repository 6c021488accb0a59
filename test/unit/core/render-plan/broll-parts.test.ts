import { describe, expect, test } from "@jest/globals";
import { truncateBrolls } from "../../../../core/broll/broll-plan.ts";
import { brollFrameArguments, hasFrame } from "../../../../core/render-plan/broll-arguments.ts";
import { brollGraph, brollParts, partsWithin } from "../../../../core/render-plan/broll-parts.ts";
import { renderArguments } from "../../../../core/render-plan/ffmpeg-arguments.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import { mediaInfo, videoStream } from "./media.ts";

const fps = { num: 30, den: 1 };
const frames = 300;
const range = (startSeconds: number, endSeconds: number) => ({ startSeconds, endSeconds });

describe("the ranges of b-rolls in a video", () => {
  test("are truncated at its end; those that start there or later are dropped", () => {
    expect(truncateBrolls([range(0, 1), range(8, 12), range(12, 13), range(14, 15)], 12)).toEqual([
      range(0, 1),
      range(8, 12),
    ]);
    expect(truncateBrolls([range(8, 12.5)], 12)).toEqual([range(8, 12)]);
    expect(truncateBrolls([], 12)).toEqual([]);
  });
});

describe("the frames that show b-rolls", () => {
  test("start with the first frame at or after the start; adjacent ranges have no gap", () => {
    expect(brollParts([range(1, 2), range(2, 2.51), range(9, 11)], fps, frames)).toEqual([
      { index: 0, startFrame: 30, frameCount: 30, skippedFrames: 0 },
      { index: 1, startFrame: 60, frameCount: 16, skippedFrames: 0 },
      { index: 2, startFrame: 270, frameCount: 30, skippedFrames: 0 },
    ]);
  });
  test("are empty for a range between two frames", () => {
    expect(brollParts([range(1.001, 1.02)], fps, frames)).toEqual([]);
  });
  test("are relative to the start of an output that is a part of the video", () => {
    const ranges = [range(1, 2), range(3, 4), range(5, 6)];
    const parts = brollParts(ranges, fps, frames);
    expect(partsWithin(parts, { startFrame: 45, endFrame: 105 })).toEqual([
      { index: 0, startFrame: 0, frameCount: 15, skippedFrames: 15 },
      { index: 1, startFrame: 45, frameCount: 15, skippedFrames: 0 },
    ]);
  });
  test("are the same for any segments of the video", () => {
    const ranges = [range(0.5, 1.7), range(1.7, 4.01), range(6.66, 20)];
    const whole = brollParts(ranges, { num: 24_000, den: 1001 }, 240);
    const shown = (pieces: readonly { startFrame: number; endFrame: number }[]): string[] =>
      pieces.flatMap((piece) =>
        partsWithin(whole, piece).flatMap((part) =>
          Array.from(
            { length: part.frameCount },
            (_, n) => `${piece.startFrame + part.startFrame + n}: ${part.index} ${part.skippedFrames + n}`,
          ),
        ),
      );
    const cuts = [0, 1, 12, 13, 40, 41, 97, 160, 200, 240];
    const pieces = cuts.slice(1).map((endFrame, index) => ({ startFrame: cuts[index] ?? 0, endFrame }));
    expect(shown(pieces)).toEqual(shown([{ startFrame: 0, endFrame: 240 }]));
  });
});

describe("the graph", () => {
  const labels = { video: "[a]", brolls: "[b]", to: "[c]" };
  test("drops only the replaced frames of the video", () => {
    const parts = brollParts([range(1, 2), range(2, 3), range(5, 6)], fps, frames);
    expect(brollGraph(parts, fps, labels)).toEqual([
      "[a]setfield=prog[main]",
      "[b]setpts='N+30+60*gte(N,60)',setsar=1,setfield=tff[brolls]",
      "[main][brolls]interleave=nb_inputs=2:duration=longest," +
        "select='eq(interlace_type,TOPFIRST)+not(between(pts,983333,2983333)+between(pts,4983333,5983333))'," +
        "settb=1/30,setpts=N,setfield=prog[c]",
    ]);
  });

  test("is unchanged without b-rolls, and for canvases", () => {
    const inputs = { sourcePath: "/in", cutAudioPath: null };
    const plain = renderArguments(planOutput(mediaInfo(), {}), inputs, null, "/out");
    expect(renderArguments(planOutput(mediaInfo(), {}, null, []), inputs, null, "/out")).toEqual(plain);
    expect(plain.join(" ")).not.toMatch(/interleave|pipe:4/);
    const canvas = planOutput(mediaInfo(), { greenScreen: true }, null, [range(0, 5)]);
    expect(renderArguments(canvas, inputs, null, "/out").join(" ")).not.toContain("pipe:4");
  });

  test("reads raw frames from an input after the source, the captions and the cut audio", () => {
    const plan = planOutput(mediaInfo(), { fps: 29.97 }, null, [range(0, 5)]);
    const args = renderArguments(
      plan,
      { sourcePath: "/in", cutAudioPath: "/sound" },
      { x: 0, y: 0, width: 2, height: 2 },
      "/out",
    );
    const inputs = args.flatMap((arg, index) => (arg === "-i" ? [args[index + 1]] : []));
    expect(inputs).toEqual(["file:/in", "pipe:0", "file:/sound", "pipe:4"]);
    expect(args.join(" ")).toContain("-video_size 1920x1080 -framerate 30000/1001 -i pipe:4");
    expect(args[args.indexOf("-filter_complex") + 1]).toContain("[3:v]setparams");
  });
});

describe("a clip's decoder", () => {
  const argumentsFor = (video: Parameters<typeof videoStream>[0], skippedFrames: number): string => {
    const media = mediaInfo({ video: videoStream({ durationSeconds: 60, ...video }) });
    const plan = planOutput(mediaInfo(), {});
    if (!hasFrame(media) || plan.mode !== "composited") throw new Error("no video stream");
    const part = { index: 0, startFrame: 0, frameCount: 45, skippedFrames };
    return brollFrameArguments(plan, part, media, "/clip").join(" ");
  };

  test("opens only the clip and stops after the required frames", () => {
    const args = argumentsFor({}, 0);
    expect(args).toMatch(
      /^-protocol_whitelist file,pipe -format_whitelist \S+ -noautorotate \S+ 0 -threads 2 -i file:\/clip /,
    );
    expect(args).toContain("-frames:v 45");
    expect(args).not.toContain("-ss");
    expect(args).not.toContain(":a");
  });
  test("seeks to a position before the required part", () => {
    expect(argumentsFor({}, 315)).toContain("-noaccurate_seek -ss 7 -itsoffset 7 -i");
    expect(argumentsFor({}, 315)).toContain("select='between(n,315,359)'");
  });
  test("starts at the first frame, even if the audio starts earlier", () => {
    expect(argumentsFor({ startSeconds: 0.5 }, 0)).toContain("setpts='round(PTS-0.500000/TB)'");
    expect(argumentsFor({}, 0)).not.toContain("setpts");
  });
  test("covers the canvas with a clip of another aspect ratio, in the video's colors", () => {
    const args = argumentsFor({ codedWidth: 720, codedHeight: 576, colorSpace: "bt470bg" }, 0);
    expect(args).toContain("crop=w=720:h=405:x=0:y=86:exact=1,scale=w=1920:h=1080");
    expect(args).toContain("zscale=min=smpte170m:m=bt709:rin=tv:r=tv");
  });
});
