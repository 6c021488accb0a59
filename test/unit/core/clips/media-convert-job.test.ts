import { describe, expect, test } from "@jest/globals";
import { canMediaConvertCut } from "../../../../core/clips/clip-cutter.ts";
import { clipJob } from "../../../../core/clips/clip-plan.ts";
import { chosenCut, mediaConvertCut, timecodeOf } from "../../../../core/clips/media-convert-job.ts";
import type { RenderJob } from "../../../../core/render-plan/render-job.ts";
import { templates } from "../../../../core/templates/catalog.ts";
import type { MediaInfo } from "../../../../core/videos/media-info.ts";
import { someMedia } from "../../../fakes/builders.ts";
import { word } from "../captions/words.ts";

const ntsc = { num: 30000, den: 1001 };

const jobOf = (
  media: MediaInfo = someMedia(),
  { fps = ntsc, more = {} }: { fps?: { num: number; den: number }; more?: Partial<RenderJob> } = {},
): RenderJob => {
  const [template] = templates;
  if (!template) throw new Error("no template");
  const clips = [{ startFrame: 900, endFrame: 1350, theme: "Stripes" }];
  const captions = { transcript: [], template, renderOptions: {} };
  const task = { id: "task", videoId: "video", request: {} };
  return { ...clipJob(task, media, { fps, language: "en", clips }, 0, captions), ...more };
};

const withVideo = (fields: Partial<NonNullable<MediaInfo["video"]>>): MediaInfo => {
  const media = someMedia();
  return { ...media, video: media.video && { ...media.video, ...fields } };
};
const withAudio = (fields: Partial<NonNullable<MediaInfo["audio"]>>): MediaInfo => {
  const media = someMedia();
  return { ...media, audio: media.audio && { ...media.audio, ...fields } };
};

describe("canMediaConvertCut", () => {
  test("accepts a plain clip of a video with countable frames", () => {
    expect(canMediaConvertCut(jobOf())).toBe(true);
  });

  test.each<[string, Partial<RenderJob>]>([
    ["captions", { transcript: [word("Stripes.", 0, 1)] }],
    ["a title", { title: "Stripes" }],
    ["another shape", { exportSettings: { aspectRatio: "9:16", fps: 30000 / 1001 } }],
    ["a crop that follows the speaker", { reframe: "speaker" }],
    [
      "two ranges",
      {
        cuts: {
          fps: ntsc,
          kept: [
            { startFrame: 0, endFrame: 9 },
            { startFrame: 20, endFrame: 29 },
          ],
        },
      },
    ],
  ])("leaves a clip with %s to the container", (_, more) => {
    expect(canMediaConvertCut(jobOf(someMedia(), { more }))).toBe(false);
  });

  test.each<[string, MediaInfo]>([
    ["a variable frame rate", withVideo({ isVariableFrameRate: true })],
    ["a frame that lasts longer", withVideo({ longestFrameSeconds: 0.2 })],
    ["a rotation", withVideo({ rotation: 90 })],
    ["oblong pixels", withVideo({ sampleAspectRatio: { num: 4, den: 3 } })],
    ["interlaced frames", withVideo({ isInterlaced: true })],
    ["HDR", withVideo({ colorTransfer: "arib-std-b67", pixelFormat: "yuv420p" })],
    ["full-range colors", withVideo({ colorRange: "pc" })],
    ["another codec", withVideo({ codec: "hevc" })],
    ["an edit list that shifts its frames", withVideo({ shiftSeconds: 0.08 })],
    ["audio that starts before the video", withVideo({ startSeconds: 0.4 })],
    ["surround sound", withAudio({ channels: 6 })],
    ["a chosen audio track that is not the first", withAudio({ streamIndex: 2 })],
    ["an unused stream that starts earlier", { ...someMedia(), clockStartSeconds: -1 }],
    ["no audio", { ...someMedia(), audio: null }],
  ])("leaves a source with %s to the container", (_, media) => {
    expect(canMediaConvertCut(jobOf(media))).toBe(false);
  });

  test.each([
    [{ num: 60, den: 1 }, false],
    [{ num: 60000, den: 1001 }, false],
    [{ num: 25, den: 2 }, false],
    [{ num: 24000, den: 1001 }, true],
    [{ num: 25, den: 1 }, true],
  ])("decides %j frames per second by whether timecodes count each frame", (fps, expected) => {
    const rate = { frameRate: fps, longestFrameSeconds: fps.den / fps.num };
    expect(canMediaConvertCut(jobOf(withVideo(rate), { fps }))).toBe(expected);
  });
});

describe("mediaConvertCut", () => {
  test.each([
    [0, ntsc, "00:00:00:00"],
    [29, ntsc, "00:00:00:29"],
    [30, ntsc, "00:00:01:00"],
    [107_892, ntsc, "00:59:56:12"],
    [107_892, { num: 24000, den: 1001 }, "01:14:55:12"],
    [540_000, { num: 25, den: 1 }, "06:00:00:00"],
  ])("names frame %i at %j without dropped numbers", (frame, fps, timecode) => {
    expect(timecodeOf(frame, fps)).toBe(timecode);
  });

  test("clips the input from the first frame to the last, both included", () => {
    const cut = mediaConvertCut(jobOf(), "media", "tasks/task/clips/still-1");
    expect(cut).toMatchObject({
      durationMs: 15_015,
      settings: {
        Inputs: [
          {
            FileInput: "s3://media/videos/video/source",
            TimecodeSource: "ZEROBASED",
            InputClippings: [{ StartTimecode: "00:00:30:00", EndTimecode: "00:00:44:29" }],
          },
        ],
      },
    });
    expect(JSON.stringify(cut)).toContain('"Destination":"s3://media/tasks/task/clips/clip-1"');
    expect(JSON.stringify(cut)).toContain('"FramerateDenominator":4,"MaxCaptures":5');
  });

  test("is chosen only where the operator has chosen MediaConvert", () => {
    expect(chosenCut("mediaconvert", jobOf(), "media", "stills")).not.toBeNull();
    expect(chosenCut("container", jobOf(), "media", "stills")).toBeNull();
    expect(chosenCut("mediaconvert", jobOf(withVideo({ rotation: 90 })), "media", "stills")).toBeNull();
  });
});
