import { execFileSync } from "node:child_process";
import { createHmac } from "node:crypto";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { setTimeout as delay } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { Webhook } from "standardwebhooks";
import { freePort } from "../../local/processes/free-port.ts";
import { Client, media } from "./client.ts";
import { emulatorCommand, killHard } from "./processes.ts";
import { type Post, startReceiver } from "./receiver.ts";
import { type RunningService, startService } from "./start-service.ts";

/** Five attempts: at once, and a second after each failure. */
const delays = "1,1,1,1";
const allKinds = ["transcript", "render", "renderProgress", "tool"];
const root = resolve(import.meta.dirname, "../..");
const dataDir = mkdtempSync(join(tmpdir(), "capstack-webhooks-"));

let service: RunningService;
let client: Client;
let receiver: Awaited<ReturnType<typeof startReceiver>>;
let secret: string;
let accountId: string;
let audioId: string;

beforeAll(async () => {
  service = await startService(dataDir, await freePort(), ["--webhook-delays", delays]);
  client = new Client(dataDir);
  ({ webhookSecret: secret, accountId } = JSON.parse(readFileSync(join(dataDir, "service.json"), "utf8")));
  receiver = await startReceiver();
  const { body } = await client.upload(media("audio/ae_mono.mp3"));
  audioId = body.id;
});

afterAll(async () => {
  await receiver.close();
  await service.stop();
  rmSync(dataDir, { recursive: true, force: true });
});

const to = (path: string, notificationsFor = allKinds) => ({
  notification: { recipient: receiver.origin + path, type: "webhook", notificationsFor },
});

/** Creates a task that fails at once: a composited render requires video. */
const failingTask = (path: string, kinds = allKinds): Promise<string> =>
  client.createTask(audioId, { autoApprove: true, ...to(path, kinds) });

interface Listed {
  eventId: string;
  state: string;
  attemptCount: number;
  attempts: { status: number | null; error: string | null; durationMs: number; response: string }[];
}

const admin = <T>(...args: string[]): T =>
  JSON.parse(
    execFileSync("node", ["bin/admin.ts", "webhooks", ...args, "--json", "--data", dataDir], {
      cwd: root,
      env: { ...process.env, NODE_OPTIONS: "" },
      encoding: "utf8",
    }),
  );
const listed = (taskId: string): Listed[] =>
  admin<{ deliveries: Listed[] }>("list", "--task", taskId).deliveries;
const untilState = async (taskId: string, state: string): Promise<Listed> => {
  for (;;) {
    const found = listed(taskId).find((one) => one.state === state);
    if (found !== undefined) return found;
    await delay(250);
  }
};

const expectSigned = ({ body, headers }: Post): void => {
  expect(new Webhook(secret).verify(body, headers)).toEqual(JSON.parse(body));
  expect(headers["x-signature"]).toBe(createHmac("sha256", secret).update(body).digest("hex"));
};

describe("Webhooks", () => {
  test("are retried with the same ID, bytes and valid signatures until one is accepted, and delay no other recipient", async () => {
    receiver.plan("/trouble", [500, "hang", "reset", 302, "slow"]);
    const taskId = await failingTask("/trouble");
    await receiver.until("/trouble", (posts) => posts.length >= 2);
    await failingTask("/other");
    const [other] = await receiver.until("/other", (posts) => posts.length > 0);
    const posts = await receiver.until("/trouble", (received) => received.length >= 5);
    // The second attempt at /trouble hangs until it times out; only then the third one follows.
    expect(other?.at).toBeLessThan(posts[2]?.at ?? 0);
    expect(new Set(posts.map(({ body }) => body)).size).toBe(1);
    expect(new Set(posts.map(({ headers }) => headers["webhook-id"]))).toEqual(
      new Set([posts[0]?.payload.eventId]),
    );
    for (const post of posts) expectSigned(post);
    expect((await untilState(taskId, "delivered")).attempts).toMatchObject([
      { status: 500, response: "status 500" },
      { status: null, error: "TimedOut" },
      { status: null },
      { status: 302 },
      { status: 200, response: "at last" },
    ]);
    expect(receiver.paths()).not.toContain("/elsewhere");
  });

  test("report a failed task once for any subscription, and stop after 410", async () => {
    receiver.plan("/gone", [410]);
    const tasks = {
      "/all": await failingTask("/all"),
      "/tool": await failingTask("/tool", ["tool", "renderProgress"]),
      "/gone": await failingTask("/gone"),
    };
    for (const [path, taskId] of Object.entries(tasks)) {
      const [post] = await receiver.until(path, (posts) => posts.length > 0);
      expect(post?.payload).toMatchObject({
        taskId,
        event: "failed",
        status: "failed",
        notificationFor: path === "/tool" ? "tool" : "render",
        errorName: "AudioSourceRequiresTransparent",
      });
    }
    expect(await untilState(tasks["/gone"], "refused")).toMatchObject({ attemptCount: 1 });
    for (const [path, taskId] of Object.entries(tasks)) {
      expect(listed(taskId)).toHaveLength(1);
      expect(receiver.postsTo(path)).toHaveLength(1);
    }
  });

  test("are dead after the last attempt and are delivered unchanged by a replay", async () => {
    receiver.plan("/dead", [500, 500, 500, 500, 500]);
    const taskId = await failingTask("/dead");
    const dead = await untilState(taskId, "dead");
    expect(dead).toMatchObject({ attemptCount: 5 });
    expect(JSON.stringify(dead)).not.toContain("whsec_");
    expect(admin("replay", "--account", accountId)).toEqual({ replayed: [dead.eventId] });
    const posts = await receiver.until("/dead", (received) => received.length === 6);
    expect(new Set(posts.map(({ body }) => body)).size).toBe(1);
    expect(await untilState(taskId, "delivered")).toMatchObject({ eventId: dead.eventId, attemptCount: 6 });

    const { body } = await client.get<{ id: string }[]>(`/account/webhook/deliveries?taskId=${taskId}`);
    expect(body).toHaveLength(1);
    const replay = `/account/webhook/deliveries/${encodeURIComponent(body[0]?.id ?? "")}/replay`;
    expect((await client.post(replay, {})).status).toBeLessThan(300);
    await receiver.until("/dead", (received) => received.length === 7);
  });

  test("report transcript, increasing progress and video in order, each with its own ID", async () => {
    const { body } = await client.upload(media("video/sy_portrait.mp4"));
    const words = [{ text: "Hello", type: "word", start_time: 0, end_time: 9 }];
    const request = { autoApprove: true, transcript: words, metadata: { order: "17" } };
    // Slow enough for several progress events.
    const exportSettings = { quality: "ultraHD", width: 1440, height: 2560 };
    await client.createTask(body.id, { ...request, exportSettings, ...to("/video") });
    const posts = await receiver.until("/video", (received) =>
      received.some(({ payload }) => payload.notificationFor === "render"),
    );
    const payloads = posts.map(({ payload }) => payload);
    const kinds = payloads.map(({ notificationFor }) => notificationFor);
    expect([kinds[0], kinds.at(-1)]).toEqual(["transcript", "render"]);
    expect(new Set(payloads.map(({ eventId }) => eventId)).size).toBe(payloads.length);
    const sequences = payloads.map(({ sequence }) => sequence);
    expect(sequences).toEqual([...sequences].sort((a, b) => a - b));
    const progress = posts.filter(({ payload }) => payload.event === "progress");
    expect(progress.length).toBeGreaterThan(0);
    progress.slice(1).forEach((post, index) => {
      const before = progress[index];
      expect(post.payload.progress).toBeGreaterThan(before?.payload.progress ?? 100);
      expect(Number(post.headers["webhook-timestamp"])).toBeGreaterThan(
        Number(before?.headers["webhook-timestamp"]),
      );
    });
    for (const post of posts) {
      expectSigned(post);
      expect(post.payload.metadata).toEqual({ order: "17" });
    }
    const { transcriptUrl = "", renderUrl = "" } = payloads.at(-1) ?? {};
    expect(await (await fetch(transcriptUrl)).json()).toMatchObject([{ text: "Hello" }]);
    expect((await fetch(renderUrl)).headers.get("content-type")).toBe("video/mp4");
  });

  test("are all delivered, each with one ID, although the emulator is killed during delivery", async () => {
    receiver.plan(
      "/crash",
      Array.from({ length: 4 }, () => "hang" as const),
    );
    const ids: string[] = [];
    for (let count = 0; count < 8; count += 1) {
      ids.push(await failingTask("/crash"));
      // At this point some are planned, some are being attempted and some are not yet published.
      if (count === 5) await receiver.until("/crash", (posts) => posts.length > 0);
    }
    await killHard(service, emulatorCommand);
    const isThere = (posts: Post[]) =>
      ids.every((id) => posts.some(({ payload }) => payload.taskId === id && payload.event === "failed"));
    const posts = await receiver.until("/crash", isThere);
    for (const id of ids) {
      const own = posts.filter(({ payload }) => payload.taskId === id);
      expect(new Set(own.map(({ payload }) => payload.eventId)).size).toBe(1);
      expect(new Set(own.map(({ body }) => body)).size).toBe(1);
      await untilState(id, "delivered");
    }
  });
});
