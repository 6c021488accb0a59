import { mkdtempSync, readdirSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { media, sharedClient, type Word } from "./client.ts";
import { probe } from "./media-file.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-sources-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Files that hold no usable media, whatever they are called: refused at upload, or the task fails by name. */
const unusable = new Set([
  "ax_sample_missing_stsd.mp4",
  "sy_concat_lfi.mp4",
  "sy_gif_named.mp4",
  "sy_text.mp4",
  "sy_trunc_nomoov.mp4",
  "sy_zero.mp4",
  "st_broken.mp4",
  "az_missing_wav_header.wav",
]);
/** Damaged frames: either end is right, but there must be one. */
const damaged = new Set(["dc_corrupted.mp4", "my_video_with_failing_audio.mp4"]);
/** Audio without a frame in a video's container. */
const audioOnly = new Set([
  "ax_sample_ac3_aac.mp4",
  "ax_long_edit_list_audioonly.mp4",
  "mp_count-english-audio.mp4",
]);
/** Upright size that a player shows, where the file makes it hard to know. */
const upright: Record<string, [number, number]> = {
  "sy_rot90.mp4": [360, 640],
  "sy_portrait.mp4": [360, 640],
  "sy_odd_444.mp4": [640, 358],
  "sy_sar8_9.mp4": [640, 480],
  "ax_sample_portrait.mp4": [720, 1080],
};

const overlay = { outputMode: "transparent", width: 320, height: 180 };

const end = async (
  file: string,
  request: Record<string, unknown>,
): Promise<{ status: string; errorName: string | null; url: string | null }> => {
  const client = sharedClient();
  const upload = await client.upload(file);
  if (upload.status >= 400) return { status: "refused", errorName: String(upload.status), url: null };
  const taskId = await client.createTask(upload.body.id, { autoApprove: true, ...request });
  const task = await client.waitForTask(upload.body.id, taskId, ["completed", "failed"]);
  if (task.status === "failed") expect(task.error).toMatch(new RegExp(`^${task.errorName}: .+`));
  return { status: task.status, errorName: task.errorName, url: task.downloadUrl };
};

describe.each(readdirSync(media("video")).sort())("%s", (name) => {
  test("ends as its kind of file must", async () => {
    const done = await end(media(`video/${name}`), audioOnly.has(name) ? { exportSettings: overlay } : {});
    if (unusable.has(name)) {
      expect(["refused", "failed"]).toContain(done.status);
      return;
    }
    if (damaged.has(name) && done.status === "failed") {
      expect(done.errorName).toMatch(/^[A-Z]\w+$/);
      return;
    }
    expect(done).toMatchObject({ status: "completed" });
    const renderedVideo = probe(
      await sharedClient().download(done.url ?? "", join(folder, `film${name.length}`)),
    );
    expect(Number(renderedVideo.video?.nb_read_packets)).toBeGreaterThan(0);
    const size = upright[name];
    if (size !== undefined) expect([renderedVideo.video?.width, renderedVideo.video?.height]).toEqual(size);
    expect(renderedVideo.video?.color_transfer ?? "bt709").not.toMatch(/arib-std-b67|smpte2084/);
  });
});

describe.each(readdirSync(media("audio")).sort())("%s", (name) => {
  test("makes an overlay, unless there is no audio in it", async () => {
    const done = await end(media(`audio/${name}`), { exportSettings: overlay });
    if (unusable.has(name)) expect(["refused", "failed"]).toContain(done.status);
    else expect(done).toMatchObject({ status: "completed" });
  });
});

describe("what is heard", () => {
  const heard = async (file: string): Promise<string> => {
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
    "the speech of %s, wherever in the channels it is",
    async (file) => {
      expect(await heard(file)).toMatch(/fellow americans.*country.*country/);
    },
  );

  test.each(["video/sy_noaudio.mp4", "video/ax_silent-black-10s.mp4", "video/sy_0.4s.mp4"])(
    "nothing in %s",
    async (file) => {
      expect(await heard(file)).toBe("");
    },
  );
});
