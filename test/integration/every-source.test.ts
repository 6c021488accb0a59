import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { media, sharedClient, type VideoItem, type Word } from "./client.ts";
import { probe } from "./media-file.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-sources-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Files without usable media, with misleading names: status and error code of the upload's response. */
const rejected: Record<string, [number, string]> = {
  "video/ax_sample_missing_stsd.mp4": [415, "UnsupportedMediaType"],
  "video/st_broken.mp4": [415, "UnsupportedMediaType"],
  "video/sy_concat_lfi.mp4": [415, "UnsupportedMediaType"],
  "video/sy_gif_named.mp4": [415, "UnsupportedMediaType"],
  "video/sy_text.mp4": [415, "UnsupportedMediaType"],
  "video/sy_trunc_nomoov.mp4": [415, "UnsupportedMediaType"],
  "video/sy_zero.mp4": [400, "ValidationFailed"],
  "audio/az_missing_wav_header.wav": [415, "UnsupportedMediaType"],
};
/** Audio in the container of a video. */
const audioOnly = [
  "video/ax_long_edit_list_audioonly.mp4",
  "video/ax_sample_ac3_aac.mp4",
  "video/mp_count-english-audio.mp4",
];
/** Displayed sizes that differ from the coded size: rotation and pixel aspect ratio are applied. */
const displayed: Record<string, [number, number]> = {
  "video/ae_SAR-2by3.mp4": [426, 360],
  "video/ax_sample_rotate_and_reflect.mp4": [720, 1080],
  "video/dc_video_90.mov": [320, 568],
  "video/sy_rot90.mp4": [360, 640],
  "video/sy_sar8_9.mp4": [640, 480],
};
const highDynamicRange = ["video/ax_hlg10-color-test.mp4", "video/sy_hlg.mov"];

const filesIn = (name: string): string[] =>
  readdirSync(media(name))
    .sort()
    .map((file) => `${name}/${file}`);
const accepted = [...filesIn("video"), ...filesIn("audio")].filter((file) => rejected[file] === undefined);
const isVideo = (file: string): boolean => file.startsWith("video/") && !audioOnly.includes(file);

/** Sizes of the output have to be even for 4:2:0. */
const even = (size = 0): number => Math.max(2, size - (size % 2));

/** A frame at 30 fps, and the rounding of durations to milliseconds. */
const toleranceSeconds = 1 / 30 + 0.001;

/** Captions the file and returns the probed output, and how much its duration differs from that of the source. */
const captioned = async (file: string, exportSettings: Record<string, unknown> = {}) => {
  const client = sharedClient();
  const upload = await client.upload(media(file));
  expect(upload.status).toBe(201);
  const taskId = await client.createTask(upload.body.id, {
    autoApprove: true,
    exportSettings: { speed: "ultraFast", ...exportSettings },
  });
  const task = await client.waitForTask(upload.body.id, taskId, ["completed", "failed"]);
  expect(task).toMatchObject({ status: "completed", error: null });
  const { body } = await client.get<VideoItem>(`/videos/${upload.body.id}`);
  const output = probe(await client.download(task.downloadUrl ?? "", join(folder, "output")));
  const difference = Math.abs(output.durationSeconds - (body.metadata?.duration ?? 0));
  return { output, difference };
};

test.each(Object.entries(rejected))("%s is rejected at upload with %j", async (file, [status, code]) => {
  expect(await sharedClient().upload(media(file))).toMatchObject({
    status,
    body: { code, message: expect.anything() },
  });
});

describe("A video", () => {
  test.each(accepted.filter(isVideo))("%s keeps its duration and displayed size", async (file) => {
    const source = probe(media(file)).video;
    const { output, difference } = await captioned(file);
    expect(difference).toBeLessThan(toleranceSeconds);
    expect([output.video?.width, output.video?.height]).toEqual(
      displayed[file] ?? [even(source?.width), even(source?.height)],
    );
    const transfer = highDynamicRange.includes(file) ? ["bt709"] : ["bt709", "smpte170m", "iec61966-2-4"];
    expect(transfer).toContain(output.video?.color_transfer);
  });
});

describe("Audio", () => {
  test.each(accepted.filter((file) => !isVideo(file)))("%s gets an overlay of its duration", async (file) => {
    const { output, difference } = await captioned(file, {
      outputMode: "transparent",
      width: 320,
      height: 180,
    });
    expect(difference).toBeLessThan(toleranceSeconds);
    expect(output.video).toMatchObject({ codec_name: "prores", width: 320, height: 180 });
    expect(output.audio).toBeUndefined();
  });
});

describe("Transcription", () => {
  const transcriptOf = async (file: string): Promise<string> => {
    const client = sharedClient();
    const upload = await client.upload(media(file));
    const taskId = await client.createTask(upload.body.id, {});
    await client.waitForTask(upload.body.id, taskId, ["transcriptionCompleted"]);
    const { body } = await client.get<Word[]>(`/videos/${upload.body.id}/task/${taskId}/transcript`);
    return body
      .map((word) => word.text)
      .join(" ")
      .toLowerCase();
  };

  test.each(["video/sy_right_only.mp4", "video/sy_51_center.mp4", "video/sy_vfr.mp4", "video/sy_rot90.mp4"])(
    "finds the speech of %s in any channel",
    async (file) => {
      expect(await transcriptOf(file)).toMatch(/fellow americans.*country.*country/);
    },
  );

  test.each(["video/sy_noaudio.mp4", "video/ax_silent-black-10s.mp4", "video/sy_0.4s.mp4"])(
    "finds no words in %s",
    async (file) => {
      expect(await transcriptOf(file)).toBe("");
    },
  );
});
