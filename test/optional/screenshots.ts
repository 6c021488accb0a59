/**
 * Takes the screenshots of the console in docs/images on a running service, whose data folder should be empty before:
 *   npm start -- --data DIR --port 8797
 *   npm run docs:screenshots -- --data DIR
 */
import { execFileSync } from "node:child_process";
import { mkdtempSync, openAsBlob, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import type { Page } from "playwright-core";
import { Client, media } from "../integration/client.ts";
import { launchBrowser, until } from "./browser.ts";

const { values } = parseArgs({ options: { data: { type: "string", default: ".local" } } });
const client = new Client(values.data);
const { operatorKey } = JSON.parse(readFileSync(join(values.data, "service.json"), "utf8")) as {
  operatorKey: string;
};
const images = resolve(import.meta.dirname, "../../docs/images");
const folder = mkdtempSync(join(tmpdir(), "capstack-screenshots-"));

/** Writes a video with the frames of one test video and the audio of another one; returns its path. */
const createVideo = (name: string, filter: string): string => {
  const path = join(folder, name);
  const footage = ["-stream_loop", "-1", "-i", media("video/ax_sowt-with-video.mov")];
  const speech = ["-i", media("video/sy_base.mp4")];
  const streams = ["-map", "0:v", "-map", "1:a", "-vf", filter, "-t", "11", "-r", "30"];
  const encoding = ["-preset", "ultrafast", "-c:a", "copy"];
  execFileSync("ffmpeg", ["-v", "error", ...footage, ...speech, ...streams, ...encoding, path]);
  return path;
};

/** Creates a task and waits for its status; returns its ID. */
const createTask = async (videoId: string, request: Record<string, unknown>, status: string) => {
  const taskId = await client.createTask(videoId, request);
  await client.waitForTask(videoId, taskId, [status]);
  return taskId;
};

const uploadFont = async (): Promise<void> => {
  const form = new FormData();
  form.append("file", await openAsBlob(media("font/pacifico.woff2")), "pacifico.woff2");
  await client.send("POST", "/fonts", { body: form });
};

const showSampleText = async (page: Page): Promise<void> => {
  await page.getByLabel("Sample text").fill("Ask what you can do for your country");
  const drawn = () => page.locator("canvas.caption-still").count();
  await until("the templates in view are drawn", async () => (await drawn()) >= 10);
};

const browser = await launchBrowser();
const take = async (
  name: string,
  path: string,
  prepare: (page: Page) => Promise<void> = async () => {},
  key: string = client.apiKey,
): Promise<void> => {
  const page = await browser.newPage({ viewport: { width: 1040, height: 700 } });
  await page.goto(`${client.baseUrl}/console${path}#key=${key}`);
  await page.waitForLoadState("networkidle");
  await prepare(page);
  // The player draws its frame, and the captions over it, after the last response.
  await page.waitForTimeout(1500);
  await page.screenshot({ path: join(images, `console-${name}.png`) });
  await page.close();
};

try {
  // Before the first request: the service closes connections that are idle while ffmpeg blocks this process.
  const vertical = createVideo("inauguration-vertical.mp4", "crop=ih*9/16:ih,scale=720:1280");
  const horizontal = createVideo("inauguration.mp4", "scale=1280:720");
  await uploadFont();
  const { body: audio } = await client.upload(media("audio/ae_mono.mp3"));
  const failed = await createTask(audio.id, {}, "failed");
  await client.upload(vertical);
  const { body: video } = await client.upload(horizontal);
  await client.post(`/videos/${video.id}/playback`, {});
  await createTask(video.id, { autoApprove: true }, "completed");
  const karaoke = { templateId: await client.templateId("Karaoke") };
  const karaokeTask = await createTask(video.id, karaoke, "transcriptionCompleted");
  // The waveform of the editor.
  const peaks = async () => (await client.get(`/videos/${video.id}/playback`)).body.peaksUrl;
  await until("the playback files are ready", async () => typeof (await peaks()) === "string");
  await take("home", "");
  await take("videos", "/videos");
  await take("video", `/videos/${video.id}`);
  await take("new-task", `/videos/${video.id}/new`, showSampleText);
  await take("editor", `/videos/${video.id}/tasks/${karaokeTask}`, (page) => page.locator("#word-4").click());
  await take("templates", "/templates", showSampleText);
  await take("fonts", "/fonts");
  await take("usage", "/usage");
  await take("access", "/access");
  await take("operator", "/operator", undefined, operatorKey);
  await take("operator-task", `/operator/tasks/${failed}`, undefined, operatorKey);
} finally {
  await browser.close();
  rmSync(folder, { recursive: true, force: true });
}
