import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { media, sharedClient, type TaskStatus } from "./client.ts";
import { frameAt, probe } from "./media-file.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-brolls-"));
const clip = join(folder, "red.mp4");
let server: Server;
let address: string;

beforeAll(async () => {
  execFileSync("ffmpeg", [
    ...["-v", "error", "-f", "lavfi", "-i", "color=red:s=160x284:r=25:d=1", "-f", "lavfi", "-i", "sine=d=1"],
    ...["-pix_fmt", "yuv420p", clip],
  ]);
  server = createServer((request, response) => {
    if (request.url === "/red.mp4") response.end(readFileSync(clip));
    else response.writeHead(404).end();
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

const isRed = (frame: Buffer): boolean => {
  const [r = 0, g = 255, b = 255] = frame.subarray(0, 3);
  return r > 230 && g < 20 && b < 20;
};

const request = (...customBrolls: unknown[]) => ({
  transcript: [],
  transcribeSettings: { broll: { customBrolls } },
});

describe("Custom b-rolls", () => {
  test("are fetched before the approval, listed, and shown over the video's audio", async () => {
    const client = sharedClient();
    const source = media("video/sy_base.mp4");
    const video = await client.upload(source);
    const url = `${address}/red.mp4`;
    const taskId = await client.createTask(
      video.body.id,
      request(
        { startTime: 1, endTime: 3, url },
        { startTime: 10, endTime: 20, url },
        { startTime: 30, endTime: 31, url },
      ),
    );
    const waiting = (await client.waitForTask(video.body.id, taskId, [
      "transcriptionCompleted",
    ])) as TaskStatus & {
      brolls: unknown[];
    };
    const { durationSeconds } = probe(source);
    expect(waiting.brolls).toEqual([
      { startTime: 1, endTime: 3, url },
      { startTime: 10, endTime: expect.closeTo(durationSeconds, 1), url },
    ]);
    expect(isRed(frameAt(await client.frame(waiting, 2, join(folder, "still.jpg")), 0))).toBe(true);
    await client.send("POST", `/videos/${video.body.id}/task/${taskId}/approve-transcript`);
    const done = await client.waitForTask(video.body.id, taskId, ["completed"]);
    const renderedVideo = await client.download(done.downloadUrl ?? "", join(folder, "video.mp4"));
    const seen = [0.5, 0.9, 1.1, 2.9, 3.1, 9.9, 10.1].map((seconds) =>
      isRed(frameAt(renderedVideo, seconds)),
    );
    expect(seen).toEqual([false, false, true, true, false, false, true]);
    expect(probe(renderedVideo)).toMatchObject({
      video: { nb_read_packets: probe(source).video?.nb_read_packets },
      audio: { nb_read_packets: probe(source).audio?.nb_read_packets },
    });
  });

  test("that cannot be fetched fail the task and name the entry", async () => {
    const client = sharedClient();
    const failed = await client.caption(
      media("video/sy_0.4s.mp4"),
      request(
        { startTime: 0, endTime: 0.1, url: `${address}/red.mp4` },
        { startTime: 0.2, endTime: 0.3, url: `${address}/gone.mp4` },
      ),
    );
    expect(failed).toMatchObject({ status: "failed", errorName: "BrollUnavailable", cost: "0.00" });
    expect(failed.error).toMatch(/customBrolls\[1\]: The URL returned 404/);
  });
});
