import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { media, sharedClient, type TaskStatus } from "./client.ts";
import { frameAt } from "./media-file.ts";

const root = resolve(import.meta.dirname, "../..");
const folder = mkdtempSync(join(tmpdir(), "capstack-chosen-"));
const added: string[] = [];

interface Shown {
  startTime: number;
  endTime: number;
  url: string;
  keyword: string;
}

const admin = <T>(...line: string[]): T => {
  const args = [
    "bin/command.mjs",
    "admin.ts",
    ...line,
    "--json",
    "--data",
    process.env.CAPSTACK_TEST_DATA ?? "",
  ];
  const env = { ...process.env, NODE_OPTIONS: "" };
  return JSON.parse(execFileSync(process.execPath, args, { cwd: root, encoding: "utf8", env })) as T;
};

const clip = (color: string, ...keywords: string[]): void => {
  const file = join(folder, `${color}.mp4`);
  const source = `color=${color}:s=640x360:r=25:d=6`;
  execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", source, "-pix_fmt", "yuv420p", file]);
  added.push(admin<{ id: string }>("broll", "add", file, "--keywords", keywords.join(",")).id);
};

beforeAll(() => {
  const speech = media("speech/jfk.flac");
  const frame = ["-f", "lavfi", "-i", "color=blue:s=640x360:r=25:d=11"];
  const renderedVideo = ["-pix_fmt", "yuv420p", "-c:a", "aac", "-shortest", join(folder, "jfk.mp4")];
  execFileSync("ffmpeg", ["-v", "error", ...frame, "-i", speech, ...renderedVideo]);
});
afterAll(() => {
  for (const id of added) admin("broll", "remove", id);
  rmSync(folder, { recursive: true, force: true });
});

test("brollPercent shows the operator's clips when their keywords are spoken, and is rejected without a library", async () => {
  const client = sharedClient();
  const request = { language: "en", transcribeSettings: { broll: { brollPercent: 40 } } };
  const video = await client.upload(join(folder, "jfk.mp4"));
  const templates = await client.send<{ id: string }[]>("GET", "/templates");
  const body = { ...request, templateId: templates.body[0]?.id };
  const rejected = await client.post(`/videos/${video.body.id}/task`, body);
  expect(rejected).toMatchObject({ status: 400, body: { code: "FeatureUnavailable" } });
  expect(rejected.body.message).toContain("broll add");

  clip("red", "nation", "country");
  clip("lime", "asking", "submarine");
  const taskId = await client.createTask(video.body.id, request);
  const waiting = await client.waitForTask(video.body.id, taskId, ["transcriptionCompleted", "failed"]);
  const { brolls } = waiting as TaskStatus & { brolls: Shown[] };
  expect(brolls.length).toBeGreaterThan(0);
  for (const { startTime, endTime } of brolls) {
    expect(startTime).toBeGreaterThanOrEqual(2);
    expect(endTime - startTime).toBeGreaterThanOrEqual(2);
    expect(endTime - startTime).toBeLessThanOrEqual(5);
  }
  expect(brolls.map(({ keyword }) => keyword)).toContain("country");
  const url = brolls.find(({ keyword }) => keyword === "country")?.url ?? "";
  expect((await fetch(url)).status).toBe(200);

  await client.send("POST", `/videos/${video.body.id}/task/${taskId}/approve-transcript`);
  const done = await client.waitForTask(video.body.id, taskId, ["completed", "failed"]);
  const renderedVideo = await client.download(done.downloadUrl ?? "", join(folder, "video.mp4"));
  const shownAt = (file: string, seconds: number): string => {
    const [r = 0, g = 0, b = 0] = frameAt(file, seconds).subarray(0, 3);
    if (r > 200 && b < 60) return "country";
    return g > 200 && b < 60 ? "asking" : "speaker";
  };
  expect(shownAt(renderedVideo, 1)).toBe("speaker");
  for (const { startTime, endTime, keyword } of brolls)
    expect(shownAt(renderedVideo, (startTime + endTime) / 2)).toBe(keyword);
  const [first] = brolls;
  const moment = ((first?.startTime ?? 0) + (first?.endTime ?? 0)) / 2;
  const still = await client.frame(done, moment, join(folder, "still.jpg"));
  expect(shownAt(still, 0)).toBe(first?.keyword);
});
