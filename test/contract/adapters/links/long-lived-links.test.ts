import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { CreateBucketCommand, GetObjectCommand, PutObjectCommand, S3Client } from "@aws-sdk/client-s3";
import { getSignedUrl } from "@aws-sdk/s3-request-presigner";
import { afterAll, beforeAll, expect, test } from "@jest/globals";
import { createSignedLinks } from "../../../../adapters/links/signed-links.ts";
import { createS3MediaBucket } from "../../../../adapters/s3/media-bucket.ts";
import { createObjectRedirects } from "../../../../adapters/s3/object-redirects.ts";
import { captioningTaskStatusChanged, clipTaskStatusChanged } from "../../../../core/events/status-event.ts";
import { getFont } from "../../../../core/fonts/font-access.ts";
import {
  clipThumbnailKey,
  clipTranscriptKey,
  fontFileKey,
  peaksKey,
  posterKey,
  proxyKey,
  videoSourceKey,
} from "../../../../core/storage/keys.ts";
import { clipTaskStatusView } from "../../../../core/tasks/clip-task-status.ts";
import { taskStatusView } from "../../../../core/tasks/task-status.ts";
import { getPlayback } from "../../../../core/videos/playback.ts";
import { planWebhooks } from "../../../../core/webhooks/plan-webhooks.ts";
import { redirectMedia } from "../../../../lambdas/shared/redirect-link.ts";
import { Backend } from "../../../../local/reverse-proxy/backend.ts";
import { ReverseProxy } from "../../../../local/reverse-proxy/reverse-proxy.ts";
import { aClipTask, aTask, createdAt, expiresAt, someMedia } from "../../../fakes/builders.ts";
import { aFont } from "../../../fakes/fonts.ts";
import { aLinkKey } from "../../../fakes/link-key.ts";
import { createMemoryDeliveries, createMemoryWakeUps, outboxRows } from "../../../fakes/webhooks.ts";
import { createWorkflowFixture } from "../../../unit/core/workflows/workflow-deps.ts";
import { type Engine, startEngine } from "../../local/engine/engine.ts";
import { createRole } from "../../local/engine/roles.ts";
import { startExpiringSessions } from "./expiring-sessions.ts";

/** Links are signed at this moment by a session that ends 15 minutes later. */
const signedAt = new Date(createdAt);
const sessionEnd = new Date(signedAt.getTime() + 15 * 60_000);
const bytes = Buffer.from("0123456789");
const keys = [
  "tasks/1/render/captioned.mp4",
  "tasks/1/transcript/1.json",
  "tasks/1/clips/clip-1.mp4",
  "brolls/1/clip",
  clipTranscriptKey("2", 0),
  clipThumbnailKey("2", 0),
  videoSourceKey("3"),
  proxyKey("3"),
  posterKey("3"),
  peaksKey("3"),
  fontFileKey("4"),
];
const { privateKey, publicKey } = aLinkKey();

let engine: Engine;
let storage: Awaited<ReturnType<typeof startExpiringSessions>>;
let proxy: ReverseProxy;
let base = "";
let now = signedAt;

beforeAll(async () => {
  engine = await startEngine();
  const client = engine.s3();
  await client.send(new CreateBucketCommand({ Bucket: "bucket1" }));
  for (const Key of keys) await client.send(new PutObjectCommand({ Bucket: "bucket1", Key, Body: bytes }));
  const signer = await createRole(engine.endpoint, "signer", [
    { Effect: "Allow", Action: ["s3:GetObject", "s3:PutObject"], Resource: "arn:aws:s3:::bucket1/*" },
  ]);
  storage = await startExpiringSessions(engine.port, signer, () => now);
  const emulator = new Backend();
  emulator.setPort(storage.port);
  proxy = new ReverseProxy({ emulator, ingest: new Backend(), now: () => now });
  base = `http://127.0.0.1:${await proxy.listen(0)}`;
  proxy.setTargets({
    apiId: "api1",
    mediaBucket: "bucket1",
    consoleFolder: "",
    publicUrl: base,
    linkPublicKey: publicKey,
  });
});

afterAll(async () => {
  await proxy.close();
  await storage.close();
  await engine.stop();
});

const sessionClient = async (ends: Date): Promise<S3Client> =>
  new S3Client({
    endpoint: `http://127.0.0.1:${storage.port}`,
    forcePathStyle: true,
    region: "us-east-1",
    credentials: await storage.begin(ends),
  });

/** Every URL in a value, at any depth. */
const urlsIn = (value: unknown): string[] => {
  if (typeof value === "string") return value.startsWith(base) ? [value] : [];
  return typeof value === "object" && value !== null ? Object.values(value).flatMap(urlsIn) : [];
};

const notification = {
  recipient: "https://example.com/hook",
  type: "webhook" as const,
  notificationsFor: ["transcript" as const, "render" as const, "tool" as const],
};

/** All URLs in responses and webhooks: of a completed task of each kind, of an uploaded video and of a font. */
const givenUrls = async (): Promise<string[]> => {
  const bucket = createS3MediaBucket({ name: "bucket1", client: await sessionClient(sessionEnd) });
  const links = createSignedLinks({ publicUrl: base, readKey: async () => ({ id: "local", privateKey }) });
  const fixture = { ...(await createWorkflowFixture()), bucket, links };
  const playback = { status: "ready", startedAt: createdAt } as const;
  const video = await fixture.addVideo({ id: "3", playback });
  await fixture.fonts.create(aFont({ id: "4", accountId: "account" }), 1);
  await bucket.putJson("tasks/1/broll/plan.json", [
    { startSeconds: 0, endSeconds: 1, key: "brolls/1/clip", isStored: true, url: "x", media: someMedia() },
  ]);
  const pending = aTask({ id: "1", videoId: video.id, request: { ...aTask().request, notification } });
  const done = { status: "completed", completedAt: createdAt, sequence: 3000 };
  const task = { ...pending, ...done, transcriptRevision: 1, outputKey: keys[0], hasBrollPlan: true };
  await fixture.tasks.create(pending);
  await fixture.tasks.update(pending, { ...pending, status: "transcribing", sequence: 1000 } as never);
  await fixture.tasks.update(
    (await fixture.task("1")) as never,
    { ...task, status: "rendering", sequence: 2000 } as never,
  );
  await fixture.tasks.update((await fixture.task("1")) as never, task as never);
  const clipPending = aClipTask({
    id: "2",
    videoId: video.id,
    request: { ...aClipTask().request, notification: { ...notification, notificationsFor: ["tool"] } },
  });
  const span = { startSeconds: 0, endSeconds: 1, durationSeconds: 1 };
  const files = { transcriptKey: clipTranscriptKey("2", 0), thumbnailKey: clipThumbnailKey("2", 0) };
  const cut = { theme: "x", ...span, outputKey: keys[2], ...files };
  await fixture.clipTasks.create(clipPending);
  for (const status of ["clipping", "clipped", "completed"]) {
    const before = await fixture.clipTask("2");
    const after = { ...before, ...done, sequence: before.sequence + 1, clips: [cut], status };
    await fixture.clipTasks.update(before, after as never);
  }

  const deliveries = createMemoryDeliveries();
  const eventsOf = (taskId: string) =>
    outboxRows(fixture.events, taskId, taskId === "1" ? captioningTaskStatusChanged : clipTaskStatusChanged);
  const deps = {
    ...fixture,
    deliveries,
    wakeUps: createMemoryWakeUps(),
    outbox: { listEvents: async (pk: string) => eventsOf(pk.slice("TASK#".length)) },
  };
  await planWebhooks([...eventsOf("1"), ...eventsOf("2")], deps);
  const rows = [...(await deliveries.listOfTask("1")), ...(await deliveries.listOfTask("2"))];
  const webhooks = await Promise.all(rows.map(async (row) => JSON.parse(await deliveries.readBody(row))));
  expect(webhooks.length).toBeGreaterThanOrEqual(3);
  return urlsIn([
    await taskStatusView(await fixture.task("1"), video, fixture),
    await clipTaskStatusView(await fixture.clipTask("2"), video, links),
    await getPlayback({ accountId: "account", videoId: "3" }, { ...fixture, makesPlaybackFiles: true }),
    await getFont({ accountId: "account", fontId: "4" }, fixture),
    webhooks,
  ]);
};

const statusOf = async (url: string, method: "GET" | "HEAD", headers = {}): Promise<number> => {
  const response = await fetch(url, { method, headers });
  await response.arrayBuffer();
  return response.status;
};

test("a URL that a session signed expires with the session", async () => {
  now = signedAt;
  const command = new GetObjectCommand({ Bucket: "bucket1", Key: keys[0] });
  const url = await getSignedUrl(await sessionClient(sessionEnd), command, { expiresIn: 604_800 });
  expect(await statusOf(url, "GET")).toBe(200);
  now = sessionEnd;
  expect(await statusOf(url, "GET")).toBe(403);
});

/** The end that a link states. */
const endOf = (url: string): Date => new Date(Number(new URL(url).searchParams.get("Expires")) * 1000);

test("every URL of the API and of webhooks works until it expires, with the object or a day after a font was read", async () => {
  now = signedAt;
  const urls = [...new Set(await givenUrls())];
  const paths = new Set(urls.map((url) => new URL(url).pathname));
  expect([...paths].sort()).toEqual([...keys].sort().map((key) => `/media/${key}`));
  const ends = new Set(urls.filter((url) => !url.includes("/fonts/")).map((url) => endOf(url).toISOString()));
  expect([...ends]).toEqual([expiresAt]);
  for (const url of urls) {
    for (const time of [signedAt, sessionEnd, new Date(endOf(url).getTime() - 1000)]) {
      now = time;
      expect(await statusOf(url, "GET")).toBe(200);
      expect(await statusOf(url, "HEAD")).toBe(200);
      expect(await statusOf(url, "GET", { range: "bytes=2-4" })).toBe(206);
    }
    now = endOf(url);
    expect(await statusOf(url, "GET")).toBe(403);
  }
}, 60_000);

test("nothing else signs links", () => {
  const core = join(import.meta.dirname, "../../../../core");
  const files = readdirSync(core, { recursive: true, encoding: "utf8" }).filter((name) =>
    name.endsWith(".ts"),
  );
  const signing = files.filter((name) => /\.signDownload\(/.test(readFileSync(join(core, name), "utf8")));
  expect(signing.sort()).toEqual([
    "fonts/font-access.ts",
    "tasks/output-urls.ts",
    "tasks/task-status.ts",
    "videos/playback.ts",
  ]);
});

test("a response has the file name and the media type of its link, also to HEAD", async () => {
  now = signedAt;
  const links = createSignedLinks({ publicUrl: base, readKey: async () => ({ id: "local", privateKey }) });
  const url = await links.signDownload(keys[0] ?? "", expiresAt, 'Größe "1" 面.mp4', "video/mp4");
  for (const method of ["GET", "HEAD"]) {
    const response = await fetch(url, { method });
    expect(response.headers.get("content-type")).toBe("video/mp4");
    expect(response.headers.get("content-length")).toBe(String(bytes.length));
    expect(response.headers.get("content-disposition")).toBe(
      "attachment; filename=\"Gr__e _1_ _.mp4\"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%221%22%20%E9%9D%A2.mp4",
    );
  }
  expect(await statusOf(url.replace("tasks/1", "tasks/2"), "GET")).toBe(403);
});

test("without CloudFront a link redirects to a URL of the session that serves it", async () => {
  const links = createSignedLinks({
    publicUrl: "https://api.example.com",
    readKey: async () => ({ id: "1", privateKey }),
  });
  const link = new URL(await links.signDownload(keys[0] ?? "", expiresAt, "a.mp4", "video/mp4"));
  const deps = async (time: Date) => ({
    publicUrl: "https://api.example.com",
    publicKeys: async () => new Map([["1", publicKey]]),
    redirects: createObjectRedirects("bucket1", await sessionClient(new Date(time.getTime() + 900_000))),
    now: () => time,
  });
  const follow = async (time: Date, method: string, query = link.search.slice(1)) => {
    now = time;
    const event = { rawPath: link.pathname, rawQueryString: query };
    const requestContext = { requestId: "r", http: { method } };
    return redirectMedia({ ...event, requestContext } as never, await deps(time));
  };
  for (const time of [signedAt, sessionEnd, new Date(Date.parse(expiresAt) - 1000)]) {
    for (const method of ["GET", "HEAD"] as const) {
      const { statusCode, headers } = await follow(time, method);
      expect(statusCode).toBe(302);
      expect(headers).toMatchObject({ "cache-control": "no-store" });
      const response = await fetch(String(headers?.location), { method });
      expect(response.status).toBe(200);
      // The emulator does not apply the headers of a link to HEAD; S3 does.
      if (method === "GET") expect(response.headers.get("content-type")).toBe("video/mp4");
      else expect(response.headers.get("content-length")).toBe(String(bytes.length));
    }
  }
  const rejected = [
    await follow(new Date(expiresAt), "GET"),
    await follow(signedAt, "GET", ""),
    await follow(signedAt, "GET", `${link.search.slice(1)}&versionId=1`),
  ];
  for (const { statusCode, body } of rejected) {
    expect([statusCode, body]).toEqual([403, expect.stringContaining("<Code>AccessDenied</Code>")]);
  }
});

test("a part's URL is valid until the end of its signer's session, which is returned", async () => {
  const started = new Date();
  now = started;
  let session = await storage.begin(new Date(started.getTime() + 1_800_000));
  const bucket = createS3MediaBucket({
    name: "bucket1",
    client: engine.s3(),
    publicUrl: base,
    partCredentials: async () => session,
  });
  process.env.AWS_REGION = "us-east-1";
  const uploadId = await bucket.createMultipartUpload("videos/1/source", "video/mp4");
  const sign = (seconds: number) => bucket.signPart("videos/1/source", uploadId, 1, 3, seconds);
  const put = async (url: string) => (await fetch(url, { method: "PUT", body: "abc" })).status;
  const first = await sign(3600);
  expect(first.expiresAt).toBe(session.expiration.toISOString());
  expect(await put(first.url)).toBe(200);
  now = session.expiration;
  expect(await put(first.url)).toBe(403);
  session = await storage.begin(new Date(started.getTime() + 7_200_000));
  const renewed = await sign(3600);
  expect(Date.parse(renewed.expiresAt)).toBeLessThanOrEqual(Date.now() + 3_600_000);
  expect(await put(renewed.url)).toBe(200);
});
