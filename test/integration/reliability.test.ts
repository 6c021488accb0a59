import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { freePort } from "../../local/processes/free-port.ts";
import { Client, media, type TaskStatus } from "./client.ts";
import { probe } from "./media-file.ts";
import {
  descendants,
  emulatorCommand,
  killHard,
  killProcess,
  rendererCommand,
  runningOf,
} from "./processes.ts";
import { type RunningService, startService } from "./start-service.ts";

describe("A service whose processes are killed", () => {
  const dataDir = mkdtempSync(join(tmpdir(), "capstack-reliability-"));
  let port: number;
  let service: RunningService;
  let client: Client;

  const start = async (): Promise<void> => {
    // One second of 1080p, so that only large outputs are split.
    service = await startService(dataDir, port, ["--segment-seconds", "1"]);
    client = new Client(dataDir);
  };

  beforeAll(async () => {
    port = await freePort();
    await start();
  });

  afterAll(async () => {
    await service.stop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  const begin = async (): Promise<{ videoId: string; taskId: string }> => {
    const upload = await client.upload(media("video/sy_portrait.mp4"));
    const taskId = await client.createTask(upload.body.id, { autoApprove: true });
    return { videoId: upload.body.id, taskId };
  };

  test("completes ten tasks that are created at once", async () => {
    const upload = await client.upload(media("video/ax_testvid_1022ms.mp4"));
    const ids = await Promise.all(
      Array.from({ length: 10 }, () => client.createTask(upload.body.id, { autoApprove: true })),
    );
    const ends = await Promise.all(
      ids.map((id) => client.waitForTask(upload.body.id, id, ["completed", "failed"])),
    );
    expect(ends.map((task) => task.status)).toEqual(Array.from({ length: 10 }, () => "completed"));
  });

  test("restarts a render whose process was killed", async () => {
    const { videoId, taskId } = await begin();
    await client.waitForTask(videoId, taskId, ["rendering"]);
    await killHard(service, rendererCommand);
    expect(await client.waitForTask(videoId, taskId, ["completed"])).toMatchObject({ errorName: null });
  });

  test("renders only the lost segment of a split video again", async () => {
    const upload = await client.upload(media("video/sy_portrait.mp4"));
    const taskId = await client.createTask(upload.body.id, {
      autoApprove: true,
      transcript: [{ text: "Hello", type: "word", start_time: 1, end_time: 9 }],
      exportSettings: { width: 1080, height: 1920, speed: "ultraFast" },
    });
    const seen: number[] = [];
    const until = async (isReached: (task: TaskStatus) => boolean): Promise<TaskStatus> => {
      for (;;) {
        const { body } = await client.get<TaskStatus>(`/videos/${upload.body.id}/task/${taskId}`);
        seen.push(body.progress);
        if (isReached(body)) return body;
        await delay(100);
      }
    };
    const begun = (): number[] =>
      readFileSync(join(dataDir, "logs", "containers.log"), "utf8")
        .split("\n")
        .filter((line) => line.includes(`"taskId":"${taskId}"`))
        .flatMap((line) => JSON.parse(line.slice(line.indexOf("{"))).segment ?? []);
    // One of three segments is done, and the next one has started.
    const isEnded = ({ status }: TaskStatus): boolean => ["completed", "failed"].includes(status);
    expect(await until((task) => begun().length === 2 || isEnded(task))).toMatchObject({
      status: "rendering",
    });
    await killHard(service, rendererCommand);
    const end = await until(isEnded);
    expect(end).toMatchObject({ status: "completed", errorName: null });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    const renderedVideo = probe(await client.download(end.downloadUrl ?? "", join(dataDir, "divided.mp4")));
    expect(renderedVideo.video).toMatchObject({ width: 1080, height: 1920, nb_read_packets: "330" });
    expect(begun()).toEqual([0, 1, 1, 2]);
  });

  test("continues after the emulator is killed, with all acknowledged writes", async () => {
    const finished = await client.caption(media("video/ax_testvid_1022ms.mp4"));
    const { videoId, taskId } = await begin();
    await client.waitForTask(videoId, taskId, ["transcribing", "rendering"]);
    await killHard(service, emulatorCommand);
    const again = await client.get<TaskStatus>(`/videos/${finished.videoId}/task/${finished.id}`);
    expect(again.body).toMatchObject({ status: "completed" });
    expect((await fetch(again.body.downloadUrl ?? "")).status).toBe(200);
    expect(await client.waitForTask(videoId, taskId, ["completed"])).toMatchObject({ errorName: null });
  });

  test("restarts after everything is killed and completes unfinished tasks", async () => {
    const { videoId, taskId } = await begin();
    await client.waitForTask(videoId, taskId, ["transcribing", "rendering"]);
    const pids = descendants(service.process.pid ?? 0).map((one) => one.pid);
    await service.stop("SIGKILL");
    for (const pid of runningOf(pids)) killProcess(pid);
    await start();
    expect(await client.waitForTask(videoId, taskId, ["completed"])).toMatchObject({ errorName: null });
  });

  test("leaves no process running when it is stopped, and keeps its state", async () => {
    const done = await client.caption(media("video/ax_testvid_1022ms.mp4"));
    const pids = descendants(service.process.pid ?? 0).map((one) => one.pid);
    expect(pids.length).toBeGreaterThan(2);
    await service.stop("SIGINT");
    for (let polls = 0; runningOf(pids).length > 0 && polls < 50; polls += 1) await delay(100);
    expect(runningOf(pids)).toEqual([]);
    await start();
    const after = await client.get<TaskStatus>(`/videos/${done.videoId}/task/${done.id}`);
    expect(after.body).toMatchObject({ status: "completed" });
    expect(JSON.parse(readFileSync(join(dataDir, "service.json"), "utf8"))).toMatchObject({
      apiKey: client.apiKey,
    });
  });
});
