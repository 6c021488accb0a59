import { describe, expect, test } from "@jest/globals";
import { clipCostToHold, clipExportSettings, clipGrid } from "../../../../core/clips/clip-media.ts";
import { clipJob, cutClipsOf } from "../../../../core/clips/clip-plan.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import { renderJobSchema } from "../../../../core/render-plan/render-job.ts";
import { templates } from "../../../../core/templates/catalog.ts";
import type { MediaInfo, VideoStream } from "../../../../core/videos/media-info.ts";
import { someMedia } from "../../../fakes/builders.ts";

const withVideo = (fields: Partial<VideoStream>, more: Partial<MediaInfo> = {}): MediaInfo => {
  const media = someMedia(more);
  return { ...media, video: media.video && { ...media.video, ...fields } };
};
const criteria = { maxClips: 5, durationRange: "gte_30s_lt_60s" } as const;

describe("clipExportSettings", () => {
  test.each([
    ["29.97", { num: 30000, den: 1001 }, false, { num: 30000, den: 1001 }],
    ["23.976", { num: 24000, den: 1001 }, false, { num: 24000, den: 1001 }],
    ["25", { num: 25, den: 1 }, false, { num: 25, den: 1 }],
    ["120", { num: 120, den: 1 }, false, { num: 120, den: 1 }],
    ["240, as every second frame", { num: 240, den: 1 }, false, { num: 120, den: 1 }],
    ["10, as every frame twice", { num: 10, den: 1 }, false, { num: 20, den: 1 }],
    ["a changing 24.3", { num: 243, den: 10 }, true, { num: 30, den: 1 }],
    ["a changing 55", { num: 55, den: 1 }, true, { num: 60, den: 1 }],
  ])("keeps the source's frame rate: %s", (_, frameRate, isVariableFrameRate, expected) => {
    const media = withVideo({ frameRate, isVariableFrameRate });
    expect(clipGrid(media, criteria).fps).toEqual(expected);
  });

  test("keeps the source's size up to the renderer's limit", () => {
    for (const [width, height] of [
      [1080, 1920],
      [3840, 2160],
      [176, 144],
    ] as const) {
      const media = withVideo({ codedWidth: width, codedHeight: height }, { width, height });
      expect(planOutput(media, clipExportSettings(media)).canvas).toEqual({ width, height });
    }
  });
});

describe("a source that cannot be clipped fails with a named error, without a hold", () => {
  test.each([
    ["NoPicture", someMedia({ video: null, width: null, height: null })],
    ["NoSpeech", someMedia({ audio: null })],
    [
      "VideoTooShort",
      withVideo(
        { durationSeconds: 20 },
        { durationSeconds: 20, audio: { ...someMedia().audio, durationSeconds: 20 } as never },
      ),
    ],
  ])("%s", (name, media) => {
    expect(() => clipGrid(media, criteria)).toThrow(expect.objectContaining({ name }));
    expect(clipCostToHold(media, criteria)).toEqual({ costMicroUsd: null, mediaMilliseconds: null });
  });

  test("holdableClipCost is the cost of the maximum number of clips, and null for unknown media", () => {
    // A minute at 0.03 and five clips at 0.10.
    expect(clipCostToHold(someMedia(), criteria)).toEqual({
      costMicroUsd: 530_000,
      mediaMilliseconds: 60_000,
    });
    expect(clipCostToHold(null, criteria)).toEqual({ costMicroUsd: null, mediaMilliseconds: null });
  });
});

test("clipJob and cutClipsOf convert a plan to a render job without captions and to stored clips", () => {
  const media = someMedia();
  const [template] = templates;
  if (!template) throw new Error("no template");
  const uncaptioned = { transcript: [], template, renderOptions: {} };
  const plan = {
    fps: { num: 30000, den: 1001 },
    language: "en",
    clips: [
      { startFrame: 0, endFrame: 300, theme: "One" },
      { startFrame: 600, endFrame: 1200, theme: "Two" },
    ],
  };
  const job = renderJobSchema.parse(clipJob({ id: "t1", videoId: "v1" }, media, plan, 1, uncaptioned));
  expect(job).toMatchObject({
    sourceKey: "videos/v1/source",
    outputKey: "tasks/t1/clips/clip-2.mp4",
    transcript: [],
    cuts: { fps: plan.fps, kept: [{ startFrame: 600, endFrame: 1200 }] },
  });
  const output = planOutput(media, job.exportSettings, job.cuts);
  expect(output).toMatchObject({ mode: "composited", frameCount: 600, fps: plan.fps });
  expect(cutClipsOf("t1", plan)).toEqual([
    {
      outputKey: "tasks/t1/clips/clip-1.mp4",
      theme: "One",
      startSeconds: 0,
      endSeconds: 10.01,
      durationSeconds: 10.01,
    },
    {
      outputKey: "tasks/t1/clips/clip-2.mp4",
      theme: "Two",
      startSeconds: 20.02,
      endSeconds: 40.04,
      durationSeconds: 20.02,
    },
  ]);
  // Plans of earlier versions have no description, and their clips no transcript and no thumbnail.
  expect(job.thumbnailKey).toBeUndefined();
  const description = { score: 70, reason: "Opens with a question.", hook: "Why?" };
  const described = { ...plan, clips: plan.clips.map((clip) => ({ ...clip, description })) };
  expect(clipJob({ id: "t1", videoId: "v1" }, media, described, 0, uncaptioned).thumbnailKey).toBe(
    "tasks/t1/clips/thumbnail-1.jpg",
  );
  expect(cutClipsOf("t1", described)[1]).toMatchObject({
    ...description,
    transcriptKey: "tasks/t1/clips/transcript-2.json",
    thumbnailKey: "tasks/t1/clips/thumbnail-2.jpg",
  });
});
