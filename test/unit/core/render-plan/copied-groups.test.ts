import { describe, expect, test } from "@jest/globals";
import {
  encodedFrame,
  encodedPlan,
  frameGroups,
  frameNumbers,
  isSmallEnough,
  type OutputPart,
  planParts,
  showsSourceFrames,
} from "../../../../core/render-plan/copied-groups.ts";
import { type CompositedPlan, planOutput } from "../../../../core/render-plan/output-plan.ts";
import type { ExportSettings } from "../../../../core/settings/render-settings.ts";
import type { MediaInfo, VideoStream } from "../../../../core/videos/media-info.ts";
import { audioStream, mediaInfo, videoStream } from "./media.ts";

const fps = { num: 30, den: 1 };

const isShown = (
  settings: ExportSettings,
  video: Partial<VideoStream> = {},
  changes: Partial<MediaInfo> = {},
): boolean => {
  const media = mediaInfo({ video: videoStream(video), ...changes });
  return showsSourceFrames(planOutput(media, settings), media);
};

describe("frames of a source", () => {
  test("are those of an output of the same size and rate", () => {
    expect(isShown({})).toBe(true);
    expect(isShown({ speed: "ultraFast", fps: 30, width: 1920, height: 1080 })).toBe(true);
  });

  test.each<[string, ExportSettings, Partial<VideoStream>]>([
    ["another rate", { fps: 60 }, {}],
    ["a rate that differs by a thousandth", {}, { frameRate: { num: 30_000, den: 1001 } }],
    ["a variable rate", {}, { isVariableFrameRate: true }],
    ["another size", { width: 1280, height: 720 }, {}],
    ["another aspect ratio", { aspectRatio: "1:1" }, {}],
    ["a blurred border", { aspectRatio: "9:16", fit: "contain" }, {}],
    ["a green canvas", { outputMode: "greenScreen" }, {}],
    ["an odd size", {}, { codedHeight: 1079 }],
    ["another codec", {}, { codec: "hevc" }],
    ["ten bits", {}, { pixelFormat: "yuv420p10le" }],
    ["full range", {}, { colorRange: "pc" }],
    ["no color tags", {}, { colorSpace: "unknown" }],
    ["no range tag", {}, { colorRange: "unknown" }],
    ["HDR", {}, { colorTransfer: "smpte2084" }],
    ["a rotation", {}, { rotation: 180 }],
    ["a mirrored display", {}, { mirrored: true }],
    ["fields", {}, { isInterlaced: true }],
    ["anamorphic pixels", {}, { sampleAspectRatio: { num: 4, den: 3 } }],
    ["a misread edit list", {}, { shiftSeconds: 0.5 }],
    ["a late start", {}, { startSeconds: 0.1 }],
    ["fewer frames than the output", {}, { frameCount: 299 }],
  ])("are not those of an output with %s", (_, settings, video) => {
    expect(isShown(settings, video)).toBe(false);
  });

  test("are not those of an output with cuts, b-rolls, a moving crop, or longer audio", () => {
    const media = mediaInfo();
    const plan = planOutput(media, {}) as CompositedPlan;
    const clip = [{ startSeconds: 1, endSeconds: 2 }];
    const kept = [{ startFrame: 0, endFrame: 300 }];
    expect(showsSourceFrames(planOutput(media, {}, null, clip), media)).toBe(false);
    expect(showsSourceFrames(planOutput(media, {}, { fps, kept }), media)).toBe(false);
    const path = { axis: "x" as const, points: [{ frame: 0, position: 0 }] };
    expect(showsSourceFrames({ ...plan, placement: { ...plan.placement, path } as never }, media)).toBe(
      false,
    );
    expect(isShown({}, {}, { audio: audioStream({ durationSeconds: 12 }) })).toBe(false);
    expect(isShown({}, {}, { clockStartSeconds: -0.5 })).toBe(false);
  });
});

describe("the frame groups of a track", () => {
  test("have consecutive frames, the first of which is an IDR frame", () => {
    expect(frameGroups([0, 3, 1, 2, 4, 6, 5], [0, 4])).toEqual([
      { startFrame: 0, endFrame: 4, firstSample: 0, endSample: 4 },
      { startFrame: 4, endFrame: 7, firstSample: 4, endSample: 7 },
    ]);
  });

  test.each([
    ["the first sample is no IDR frame", [0, 1, 2], [1]],
    ["frames before an IDR frame are decoded after it", [0, 1, 4, 2, 3], [0, 2]],
    ["a frame is missing", [0, 1, 3, 4], [0, 2]],
    ["a frame is shown twice", [0, 1, 1, 3], [0]],
    ["there is none", [0, 1], []],
  ])("are unknown when %s", (_, frames, idr) => {
    expect(frameGroups(frames, idr)).toBeNull();
  });

  test("are unknown when a time is not that of a frame", () => {
    expect(frameNumbers({ times: [0, 1001, 3003], timescale: 30_000 }, { num: 30_000, den: 1001 })).toEqual([
      0, 1, 3,
    ]);
    expect(frameNumbers({ times: [0, 1001], timescale: 30_000 }, fps)).toBeNull();
  });
});

/** Groups of one second. */
const groups = Array.from({ length: 10 }, (_, index) => ({
  startFrame: index * 30,
  endFrame: index * 30 + 30,
  firstSample: index * 30,
  endSample: index * 30 + 30,
}));

describe("the parts of an output", () => {
  const parts =
    planParts(
      groups,
      [
        { startFrame: 10, endFrame: 60 },
        { startFrame: 209, endFrame: 211 },
      ],
      fps,
    ) ?? [];

  test("are copied where no caption is, in whole groups", () => {
    expect(parts).toEqual([
      { startFrame: 0, endFrame: 60, isCopied: false },
      { startFrame: 60, endFrame: 180, isCopied: true },
      { startFrame: 180, endFrame: 240, isCopied: false },
      { startFrame: 240, endFrame: 300, isCopied: true },
    ]);
  });

  test("are copied without exception in a video without captions", () => {
    expect(planParts(groups, [], fps)).toEqual([{ startFrame: 0, endFrame: 300, isCopied: true }]);
  });

  test("are none where too little would be copied", () => {
    expect(planParts(groups, [{ startFrame: 31, endFrame: 300 }], fps)).toBeNull();
    const short = groups.map((group) => ({
      ...group,
      startFrame: group.startFrame / 5,
      endFrame: group.endFrame / 5,
    }));
    const everyOther = short.filter((_, index) => index % 2 === 0);
    expect(planParts(short, everyOther, fps)).toBeNull();
  });

  test("are encoded where key frames are more than ten seconds apart", () => {
    const long = [0, 300, 601].map((firstSample, index) => {
      const endSample = [300, 601, 900][index] ?? 0;
      return { startFrame: firstSample, endFrame: endSample, firstSample, endSample };
    });
    expect(planParts(long, [], fps)?.map(({ isCopied }) => isCopied)).toEqual([true, false, true]);
  });

  test("have their frames one after another in the encoded video", () => {
    expect([0, 59, 60, 179, 180, 239, 240, 300].map((frame) => encodedFrame(parts, frame))).toEqual([
      0, 59, 60, 60, 60, 119, 120, 120,
    ]);
    const plan = encodedPlan(planOutput(mediaInfo(), {}) as CompositedPlan, parts);
    expect(plan).toMatchObject({
      frameCount: 120,
      audio: null,
      video: { frameCount: 120, durationSeconds: 4 },
    });
  });

  test("are copied only if they are no larger than encoded ones", () => {
    const plan = planOutput(mediaInfo(), {});
    const copied: OutputPart[] = [{ startFrame: 0, endFrame: 30, isCopied: true }];
    const sizes = (bytes: number): number[] => Array.from({ length: 300 }, () => bytes);
    expect(isSmallEnough(copied, { sizes: sizes(77_000) }, plan)).toBe(true);
    expect(isSmallEnough(copied, { sizes: sizes(78_000) }, plan)).toBe(false);
  });
});
