import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, jest, test } from "@jest/globals";
import { runFfmpeg } from "../../../../adapters/media/ffmpeg.ts";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import { untrustedInput } from "../../../../core/media/ffmpeg-input.ts";
import { mediaInfoSchema } from "../../../../core/videos/media-info.ts";

jest.setTimeout(60_000);

const media = (file: string): string => path.resolve(import.meta.dirname, "../../../media", file);

/** The essential values of each file, measured by decoding and as players show them. */
const video = (
  size: string,
  rate: string,
  frames: number,
  durationSeconds: number,
  audioCodec: string | null,
) => ({ size, rate, frames, durationSeconds, audioCodec });

const summary = async (file: string) => {
  const found = mediaInfoSchema.parse(await probeMedia(media(file)));
  const rate = found.video?.frameRate;
  return {
    found,
    size: `${found.width}x${found.height}`,
    rate: rate ? `${rate.num}/${rate.den}` : null,
    frames: found.video?.frameCount ?? 0,
    durationSeconds: found.durationSeconds,
    audioCodec: found.audio?.codec ?? null,
  };
};

describe("videos", () => {
  test.each([
    ["sy_base.mp4", video("640x360", "30/1", 330, 11, "aac")],
    ["sy_0.4s.mp4", video("640x360", "30/1", 12, 0.4, "aac")],
    ["sy_noaudio.mp4", video("640x360", "30/1", 330, 11, null)],
    ["sy_video_longer.mp4", video("640x360", "30/1", 480, 16, "aac")],
    ["sy_fps_24000_1001.mp4", video("320x180", "24000/1001", 264, 11.011, "aac")],
    ["sy_fps_60000_1001.mp4", video("320x180", "60000/1001", 660, 11.011, "aac")],
    ["sy_odd_444.mp4", video("641x359", "30/1", 330, 11, "aac")],
    ["sy_sar8_9.mp4", video("640x480", "30/1", 330, 11, "aac")],
    ["sy_rot90.mp4", video("360x640", "30/1", 330, 11, "aac")],
    ["dc_video_90.mov", video("320x568", "30/1", 3, 0.1, null)],
    ["sy_vp9_opus.mp4", video("320x180", "30/1", 330, 11, "opus")],
    ["my_bitmap.mp4", video("1x1", "1/1", 5, 5, null)],
    ["ae_SAR-2by3.mp4", video("427x360", "30/1", 60, 2.02, "aac")],
    ["ae_h264-png.mp4", video("640x360", "30/1", 60, 2.02, "aac")],
    ["tc_nasa_13013.mp4", video("320x180", "25/1", 325, 13.056, "aac")],
    ["ax_hlg10-color-test.mp4", video("1920x1080", "90000/3001", 9, 0.3, "aac")],
    ["my_video_with_failing_audio.mp4", video("640x360", "25/1", 280, 11.234, "mp3")],
    // The container states 143,165 s.
    ["ax_sample_fragmented.mp4", video("1080x720", "30000/1001", 30, 1.068, "aac")],
    // Frames before the edit list's start are hidden.
    ["ax_iibbibb_editlist_videoonly.mp4", video("704x576", "1/1", 12, 12, null)],
    // Damaged in the middle; its first frames decode.
    ["dc_corrupted.mp4", video("1280x720", "10/1", 50, 5, null)],
    ["sy_名前 with space & 'quote' 🎬.mp4", video("640x360", "30/1", 330, 11, "aac")],
  ])("%s", async (file, expected) => {
    expect(await summary(`video/${file}`)).toMatchObject(expected);
  });

  test("detect a variable frame rate", async () => {
    const { found } = await summary("video/sy_vfr.mp4");
    expect(found.video).toMatchObject({ isVariableFrameRate: true, frameCount: 189 });
  });

  test("keep a later start of the video", async () => {
    const { found } = await summary("video/ax_edit_list_positive_shift.mp4");
    expect(found).toMatchObject({ durationSeconds: 10.005, video: { startSeconds: 1, durationSeconds: 9 } });
  });

  test("have their rotation and mirroring", async () => {
    const { found } = await summary("video/ax_sample_rotate_and_reflect.mp4");
    expect(found).toMatchObject({ width: 720, height: 1080, video: { rotation: 90, mirrored: true } });
  });
});

describe("audio", () => {
  test.each([
    ["audio/ax_bear_with_picture.flac", "flac", 2.741],
    ["audio/ax_sample_ima_adpcm.wav", "adpcm_ima_wav", 1.018],
    ["audio/ax_bear-vbr-no-seek-table.mp3", "mp3", 2.808],
    ["audio/ax_bear.opus", "opus", 2.74],
    ["audio/ae_alac.m4a", "alac", 6.625],
    ["video/ax_long_edit_list_audioonly.mp4", "aac", 1.548],
    ["video/ax_sample_ac3_aac.mp4", "ac3", 0.288],
  ])("%s has no video", async (file, audioCodec, durationSeconds) => {
    expect(await summary(file)).toMatchObject({ size: "nullxnull", audioCodec, durationSeconds });
  });
});

describe("unusable files", () => {
  test.each([
    ["video/sy_trunc_nomoov.mp4", "MediaUnreadable", /index \(moov\) is missing/],
    ["video/st_broken.mp4", "MediaUnreadable", /index \(moov\) is missing/],
    ["video/ax_sample_missing_stsd.mp4", "MediaUnreadable", /description of its audio track/],
    ["video/sy_zero.mp4", "MediaUnreadable", /empty/],
    ["video/sy_concat_lfi.mp4", "MediaUnreadable", /cannot be read/],
    ["video/sy_gif_named.mp4", "MediaUnreadable", /cannot be read/],
    ["audio/az_missing_wav_header.wav", "MediaUnreadable", /cannot be read/],
  ])("%s: %s", async (file, name, message) => {
    await expect(probeMedia(media(file))).rejects.toMatchObject({
      name,
      message: expect.stringMatching(message),
    });
  });
});

describe("generated files", () => {
  let folder: string;
  beforeAll(async () => {
    folder = await mkdtemp(path.join(tmpdir(), "capstack-probe-"));
  });
  afterAll(async () => await rm(folder, { recursive: true, force: true }));

  const make = async (name: string, args: string[]): Promise<string> => {
    const file = path.join(folder, name);
    await runFfmpeg({ args: [...args, file], timeoutSeconds: 60 });
    return file;
  };

  test("are rejected with subtitles only", async () => {
    const cues = path.join(folder, "cues.srt");
    await writeFile(cues, "1\n00:00:00,000 --> 00:00:01,000\nHello\n");
    const file = await make("subtitles.mp4", ["-i", cues, "-c:s", "mov_text"]);
    await expect(probeMedia(file)).rejects.toMatchObject({ name: "NoVideoOrAudioStream" });
  });

  test("are accepted without audio that cannot be decoded", async () => {
    const base = untrustedInput(media("video/sy_base.mp4"));
    // A four-letter code that no decoder knows.
    const foreign = ["-c:v", "copy", "-c:a", "pcm_s16le", "-tag:a", "zzzz", "-strict", "-2", "-f", "mov"];
    const file = await make("foreign-sound.mov", [...base, ...foreign]);
    const found = await probeMedia(file);
    expect(found).toMatchObject({ audio: null, video: { codec: "h264" }, width: 640 });
  });

  test("are rejected with a video stream that cannot be decoded", async () => {
    const base = untrustedInput(media("video/sy_base.mp4"));
    const file = await make("foreign-video.mov", [
      ...base,
      "-c",
      "copy",
      "-tag:v",
      "zzzz",
      "-strict",
      "-2",
      "-f",
      "mov",
    ]);
    await expect(probeMedia(file)).rejects.toMatchObject({ name: "MediaUnreadable" });
  });

  test("are not rejected when the caller aborts", async () => {
    const probing = probeMedia(media("video/sy_base.mp4"), AbortSignal.abort());
    await expect(probing).rejects.toMatchObject({ name: "AbortError" });
  });
});
