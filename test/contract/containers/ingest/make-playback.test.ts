import { execFileSync } from "node:child_process";
import { copyFile, mkdtemp, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import { makePlayback } from "../../../../containers/ingest/make-playback.ts";
import { media } from "./upload-service.ts";

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "capstack-playback-"));
});
afterAll(() => rm(folder, { recursive: true, force: true }));

/** Makes the files of a source; returns their names and a probe of the proxy. */
const filesOf = async (source: string) => {
  const types = new Map<string, string>();
  const deps = {
    probe: probeMedia,
    download: (key: string, path: string) => copyFile(key, path),
    uploadFile: async (key: string, path: string, type: string) => {
      const name = key.replace("videos/v1/playback/", "");
      types.set(name, type);
      await copyFile(path, join(folder, name));
    },
  };
  const none = new AbortController().signal;
  expect(await makePlayback({ videoId: "v1", sourceKey: source }, deps, none)).toEqual({ playback: "ready" });
  return { types: Object.fromEntries(types), proxy: await probeMedia(join(folder, "proxy.mp4")) };
};

/** ffmpeg's arguments of half a second of ProRes with a tone in its second half. */
const proRes = [
  ...["-f", "lavfi", "-i", "testsrc=s=1280x720:r=24:d=0.5"],
  ...["-f", "lavfi", "-i", "aevalsrc='if(gt(t,0.25),0.5*sin(880*PI*t),0)':d=0.5:s=48000"],
  ...["-c:v", "prores_ks", "-profile:v", "3", "-c:a", "pcm_s16le"],
];

test("a ProRes source becomes H.264 and AAC at 540 lines, with a still and peaks", async () => {
  const source = join(folder, "source.mov");
  execFileSync("ffmpeg", ["-v", "error", ...proRes, source]);
  const { types, proxy } = await filesOf(source);
  expect(types).toEqual({
    "proxy.mp4": "video/mp4",
    "poster.jpg": "image/jpeg",
    "peaks.json": "application/json",
  });
  expect(proxy).toMatchObject({
    width: 960,
    height: 540,
    video: { codec: "h264", pixelFormat: "yuv420p", frameRate: { num: 24, den: 1 }, frameCount: 12 },
    audio: { codec: "aac" },
  });
  const bytes = await readFile(join(folder, "proxy.mp4"));
  expect(bytes.indexOf("moov")).toBeLessThan(bytes.indexOf("mdat"));
  expect([...(await readFile(join(folder, "poster.jpg"))).subarray(0, 2)]).toEqual([0xff, 0xd8]);
  const { peaks, peaksPerSecond } = JSON.parse(await readFile(join(folder, "peaks.json"), "utf8"));
  expect(peaksPerSecond).toBe(100);
  expect(peaks.length).toBeGreaterThanOrEqual(50);
  // Silence, then half of full scale.
  expect(Math.max(...peaks.slice(0, 20))).toBeLessThan(8);
  expect(Math.max(...peaks.slice(28, 45))).toBeGreaterThan(110);
});

test("a rotated source without audio is upright, and has no peaks", async () => {
  const { types, proxy } = await filesOf(media("video/dc_video_90.mov"));
  expect(Object.keys(types).sort()).toEqual(["poster.jpg", "proxy.mp4"]);
  expect(proxy).toMatchObject({ width: 320, height: 568, audio: null, video: { rotation: 0 } });
});

test("an audio source becomes AAC alone", async () => {
  const { types, proxy } = await filesOf(media("audio/ae_alac.m4a"));
  expect(types).toEqual({ "proxy.mp4": "audio/mp4", "peaks.json": "application/json" });
  expect(proxy).toMatchObject({ video: null, audio: { codec: "aac" } });
});
