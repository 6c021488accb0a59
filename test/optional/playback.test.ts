import { readFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { basename } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import type { Browser } from "playwright-core";
import type { ExportSettings } from "../../core/settings/render-settings.ts";
import { openStudio } from "../contract/containers/render/output-file.ts";
import { word } from "../unit/core/captions/words.ts";
import { launchBrowser } from "./browser.ts";

const studio = openStudio();
const files = new Map<string, string>();
let server: Server;
let browser: Browser;

/** Serves a page without content, and the rendered files with byte ranges, which seeking requires. */
const serve = (): Server =>
  createServer((request, response) => {
    const path = files.get(request.url ?? "");
    if (path === undefined) {
      response.setHeader("content-type", "text/html");
      response.end("<!doctype html>");
      return;
    }
    const bytes = readFileSync(path);
    const start = Number(/^bytes=(\d+)-/.exec(request.headers.range ?? "")?.[1] ?? 0);
    response.writeHead(206, {
      "content-type": path.endsWith(".webm") ? "video/webm" : "video/mp4",
      "content-range": `bytes ${start}-${bytes.length - 1}/${bytes.length}`,
      "content-length": bytes.length - start,
    });
    response.end(bytes.subarray(start));
  });

beforeAll(async () => {
  server = serve();
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  browser = await launchBrowser();
});
afterAll(async () => {
  await browser.close();
  server.close();
  studio.close();
});

interface Played {
  error: string | null;
  width: number;
  height: number;
  seconds: number;
  frames: number;
  /** Alpha of the top left pixel, and the largest of all, of the frame in the middle. */
  cornerAlpha: number;
  largestAlpha: number;
}

/** Runs in the page: it is sent as text, because the types of the project know no browser. */
const playInPage = `(async (url) => {
  const video = document.createElement("video");
  document.body.append(video);
  video.muted = true;
  video.src = url;
  const ended = new Promise((resolve) => {
    video.onended = () => resolve(null);
    video.onerror = () => resolve(video.error.message || "error " + video.error.code);
  });
  await video.play().catch(() => {});
  const error = await ended;
  const { totalVideoFrames } = video.getVideoPlaybackQuality();
  const canvas = new OffscreenCanvas(video.videoWidth || 1, video.videoHeight || 1);
  video.currentTime = video.duration / 2;
  if (error === null) await new Promise((resolve) => { video.onseeked = resolve; });
  const context = canvas.getContext("2d");
  context.drawImage(video, 0, 0);
  const { data } = context.getImageData(0, 0, canvas.width, canvas.height);
  let largestAlpha = 0;
  for (let at = 3; at < data.length; at += 4) largestAlpha = Math.max(largestAlpha, data[at]);
  return {
    error, largestAlpha, cornerAlpha: data[3], frames: totalVideoFrames,
    width: video.videoWidth, height: video.videoHeight, seconds: video.duration,
  };
})`;

const played = async (settings: ExportSettings): Promise<Played & { video: { frames: number } }> => {
  const video = await studio.render({
    source: "video/sy_0.4s.mp4",
    transcript: [word("PLAYED", 0.1, 0.35)],
    template: "Plain",
    settings,
  });
  const url = `/${basename(video.path)}`;
  files.set(url, video.path);
  const page = await browser.newPage();
  const { port } = server.address() as AddressInfo;
  await page.goto(`http://127.0.0.1:${port}/`);
  const result = (await page.evaluate(`${playInPage}(${JSON.stringify(url)})`)) as Played;
  await page.close();
  return { ...result, video };
};

test.each<[string, ExportSettings]>([
  ["an MP4 file with B-frames and AAC", { speed: "standard" }],
  ["an MP4 file at 59.94 frames per second", { fps: 59.94, aspectRatio: "9:16" }],
  ["a green canvas", { outputMode: "greenScreen" }],
])("Chromium plays %s to its end", async (_, settings) => {
  const { error, frames, seconds, video, cornerAlpha } = await played(settings);
  expect(error).toBeNull();
  expect(seconds).toBeCloseTo(0.4, 1);
  // A busy machine shows fewer frames than it decodes; all of them are counted.
  expect(frames).toBeGreaterThan(video.frames / 2);
  expect(cornerAlpha).toBe(255);
});

test("Chromium plays VP9 with alpha", async () => {
  const { error, width, height, cornerAlpha, largestAlpha } = await played({
    outputMode: "transparent",
    outputCodec: "vp9",
    width: 320,
    height: 180,
  });
  expect(error).toBeNull();
  expect([width, height]).toEqual([320, 180]);
  expect(cornerAlpha).toBe(0);
  expect(largestAlpha).toBeGreaterThan(250);
});
