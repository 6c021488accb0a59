import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { media, sharedClient, type Word } from "./client.ts";
import { frameAt, probe } from "./media-file.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-outputs-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const word = (text: string, start_time: number, end_time: number): Word => ({
  text,
  type: "word",
  start_time,
  end_time,
});
const supplied = [word("Hello", 1, 1.4), word("there", 1.4, 1.8), word("friend", 1.8, 2.4)];

const pixel = (frame: Buffer, at: number): number[] => [...frame.subarray(at * 3, at * 3 + 3)];

describe("Output modes", () => {
  test("a green screen is #04F404 wherever there is no caption", async () => {
    const client = sharedClient();
    const done = await client.caption(media("video/sy_noaudio.mp4"), {
      transcript: supplied,
      exportSettings: { outputMode: "greenScreen" },
    });
    expect(done).toMatchObject({ status: "completed" });
    const renderedVideo = await client.download(done.downloadUrl ?? "", join(folder, "green.mp4"));
    for (const color of [pixel(frameAt(renderedVideo, 0.2), 0), pixel(frameAt(renderedVideo, 1.6), 0)]) {
      [4, 244, 4].forEach((value, channel) => {
        expect(Math.abs((color[channel] ?? 0) - value)).toBeLessThanOrEqual(3);
      });
    }
    expect(frameAt(renderedVideo, 1.6).equals(frameAt(renderedVideo, 0.2))).toBe(false);
  });

  test("an overlay for an audio file is transparent ProRes of the requested size", async () => {
    const client = sharedClient();
    const done = await client.caption(media("audio/ae_mono.mp3"), {
      transcript: supplied,
      exportSettings: { outputMode: "transparent", width: 320, height: 568, fps: 23.976 },
    });
    expect(done).toMatchObject({ status: "completed" });
    const renderedVideo = await client.download(done.downloadUrl ?? "", join(folder, "overlay.mov"));
    expect(probe(renderedVideo).video).toMatchObject({
      codec_name: "prores",
      width: 320,
      height: 568,
      r_frame_rate: "24000/1001",
    });
    expect(probe(renderedVideo).video?.pix_fmt).toMatch(/^yuva444p/);
  });

  test("an overlay in VP9 has the alpha flag", async () => {
    const client = sharedClient();
    const done = await client.caption(media("video/sy_portrait.mp4"), {
      transcript: supplied,
      exportSettings: { outputMode: "transparent", outputCodec: "vp9", width: 360, height: 640 },
    });
    expect(done).toMatchObject({ status: "completed" });
    const renderedVideo = await client.download(done.downloadUrl ?? "", join(folder, "overlay.webm"));
    const { video } = probe(renderedVideo);
    expect(video).toMatchObject({ codec_name: "vp9", width: 360, height: 640 });
    const flags = Object.entries(video?.tags ?? {}).map(([name, value]) => `${name.toLowerCase()}=${value}`);
    expect(flags).toContain("alpha_mode=1");
  });

  test("an audio file with a composited render fails by name before any work", async () => {
    const done = await sharedClient().caption(media("audio/ae_mono.mp3"));
    expect(done).toMatchObject({
      status: "failed",
      errorName: "AudioSourceRequiresTransparent",
      downloadUrl: null,
    });
  });
});
