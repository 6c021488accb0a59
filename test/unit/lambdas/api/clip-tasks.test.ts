import { beforeEach, describe, expect, test } from "@jest/globals";
import { templates } from "../../../../core/templates/catalog.ts";
import type { Video } from "../../../../core/videos/video.ts";
import { run as createClipTask } from "../../../../lambdas/api/create-clip-task.ts";
import { run as getClipTask } from "../../../../lambdas/api/get-clip-task.ts";
import { run as getTask } from "../../../../lambdas/api/get-task.ts";
import { run as getVideo } from "../../../../lambdas/api/get-video.ts";
import { aClipTask, aTask, aVideo, someMedia } from "../../../fakes/builders.ts";
import { type Api, createApiWithVideo } from "./request.ts";

let api: Api;
let video: Video;
beforeEach(async () => {
  ({ api, video } = await createApiWithVideo());
});

const validBody = { maxClips: 3, durationRange: "lt_30s" };
const create = (
  body: unknown = validBody,
  more: { query?: string; videoId?: string; headers?: Record<string, string> } = {},
) =>
  api.send("create-clip-task", createClipTask, {
    method: "POST",
    path: { videoId: more.videoId ?? video.id },
    query: more.query ?? "",
    headers: more.headers ?? {},
    body,
  });
const status = (id: string, videoId = video.id) =>
  api.send("get-clip-task", getClipTask, { path: { videoId, id } });

describe("POST clip tasks", () => {
  test("returns equal id and taskId, starts the task and holds the price of the maximum number of clips", async () => {
    const { status: code, body } = await create({ ...validBody, metadata: { order: "7" } });
    expect([code, Object.keys(body).sort()]).toEqual([201, ["id", "taskId"]]);
    expect(body.id).toBe(body.taskId);
    expect(api.workflows.started).toEqual([`clip ${body.id}-1`]);
    // One minute at 0.03 and three clips at 0.075.
    expect(await api.accounts.get("account")).toMatchObject({ heldMicroUsd: 255_000 });
    expect((await status(body.id)).body).toEqual({
      id: body.id,
      videoId: video.id,
      status: "pending",
      clips: [],
      errorName: null,
      warnings: [],
      progress: 0,
      cost: "0.255",
      metadata: { order: "7" },
      createdAt: "2026-03-01T12:00:00.000Z",
      completedAt: null,
      expiresAt: "2026-03-31T12:00:00.000Z",
    });
  });

  test.each([
    ["lt_30s", "0.405"],
    ["gte_30s_lt_60s", "0.53"],
    ["gte_60s_lt_90s", "0.655"],
    ["gte_90s_lt_180s", "0.78"],
  ])("with %s returns the price %s for one minute of video and five clips", async (durationRange, cost) => {
    const { status: code, body } = await create({ maxClips: 5, durationRange }, { query: "dryRun=true" });
    expect([code, body]).toEqual([200, { cost, currency: "USD" }]);
    expect(api.workflows.started).toEqual([]);
  });

  test("accepts a time to live, and extends that of its video", async () => {
    const short = aVideo({ ttl: "1d", expiresAt: "2026-03-02T12:00:00.000Z" });
    await api.videos.create(short);
    const { body } = await create(validBody, { videoId: short.id, query: "ttl=7d" });
    expect((await status(body.id, short.id)).body.expiresAt).toBe("2026-03-08T12:00:00.000Z");
    expect(await api.videos.get(short.id)).toMatchObject({ expiresAt: "2026-03-08T12:00:00.000Z" });
  });

  test("stores the captions, the choice of title and the exclusion of flags, at the same price", async () => {
    const captions = { templateId: templates[0]?.id, renderOptions: { styleOptions: { top: 60 } } };
    const { body } = await create({ ...validBody, captions, hookTitle: "theme", excludeFlagged: true });
    expect(await api.clipTasks.get(body.id)).toMatchObject({
      request: { captions, hookTitle: "theme", excludeFlagged: true },
    });
    expect((await status(body.id)).body.cost).toBe("0.255");
  });

  test("creates one task per Idempotency-Key", async () => {
    const headers = { "idempotency-key": "once" };
    const first = await create(validBody, { headers });
    expect(await create(validBody, { headers })).toMatchObject({ status: 201, body: first.body });
    expect(api.workflows.started).toHaveLength(1);
    expect(await create({ ...validBody, maxClips: 2 }, { headers })).toMatchObject({ status: 409 });
  });

  test("creates a pending task without a hold while the video is being uploaded, and holds nothing for audio", async () => {
    const coming = aVideo({ status: "todo" });
    const audio = aVideo({ media: someMedia({ video: null, width: null, height: null }) });
    await api.videos.create(coming);
    await api.videos.create(audio);
    const { body } = await create(validBody, { videoId: coming.id });
    expect(await api.clipTasks.get(body.id)).toMatchObject({ status: "pending", waitsForVideo: true });
    expect((await create(validBody, { videoId: coming.id, query: "dryRun=true" })).status).toBe(409);
    await create(validBody, { videoId: audio.id });
    expect(await api.accounts.get("account")).toMatchObject({ heldMicroUsd: 0 });
  });

  test.each([
    ["maxClips is required", { durationRange: "lt_30s" }],
    ["maxClips must be at least 1", { ...validBody, maxClips: 0 }],
    ["maxClips must be at most 5", { ...validBody, maxClips: 6 }],
    ["maxClips must be a whole number", { ...validBody, maxClips: 1.5 }],
    ["durationRange is required", { maxClips: 1 }],
    ["durationRange must be one of lt_30s, gte_30s_lt_60s", { ...validBody, durationRange: "30s" }],
    ["templateId is not a known field", { ...validBody, templateId: "x" }],
    ["captions.templateId must be the ID of a template", { ...validBody, captions: { templateId: "x" } }],
    [
      "captions.renderOptions.styleOptions.fontId must be the ID of one of your fonts",
      {
        ...validBody,
        captions: { templateId: templates[0]?.id, renderOptions: { styleOptions: { fontId: "x" } } },
      },
    ],
    ["reframe is only valid when aspectRatio is 9:16", { ...validBody, reframe: "speaker" }],
    ["aspectRatio must be one of original, 9:16", { ...validBody, aspectRatio: "2:1" }],
    ["hookTitle must be hook or theme", { ...validBody, hookTitle: "yes" }],
    ["captions.templateId is required", { ...validBody, captions: {} }],
    [
      "notification.recipient",
      { ...validBody, notification: { type: "webhook", notificationsFor: ["tool"] } },
    ],
  ])("returns 400: %s", async (problem, body) => {
    const response = await create(body);
    expect(response.status).toBe(400);
    expect(response.body.message).toEqual([expect.stringContaining(problem)]);
  });

  test("returns 402 without credit, and creates nothing", async () => {
    const account = await api.accounts.get("account");
    if (!account) throw new Error("no account");
    await api.ledger.credit({
      id: "spent",
      accountId: "account",
      kind: "credit",
      amountMicroUsd: -account.balanceMicroUsd,
      heldMicroUsd: 0,
      taskId: null,
      mediaMilliseconds: null,
      note: null,
      createdAt: "2026-03-01T12:00:00.000Z",
    });
    expect(await create()).toMatchObject({ status: 402, body: { code: "InsufficientCredits" } });
    expect((await create(validBody, { query: "dryRun=true" })).status).toBe(200);
  });
});

describe("resources of other accounts, unknown ones and expired ones", () => {
  test("return the same 404", async () => {
    const foreign = aVideo({ accountId: "another" });
    await api.videos.create(foreign);
    const task = aClipTask({ videoId: video.id, accountId: "another" });
    await api.clipTasks.create(task);
    const expired = aClipTask({ videoId: video.id, expiresAt: "2026-03-01T11:00:00.000Z" });
    await api.clipTasks.create(expired);
    expect((await create(validBody, { videoId: foreign.id })).status).toBe(404);
    expect((await create(validBody, { videoId: "none" })).status).toBe(404);
    for (const id of [task.id, expired.id, "none"]) expect((await status(id)).status).toBe(404);
  });

  test("are found by their own kind and video only", async () => {
    const [clip, caption] = [aClipTask({ videoId: video.id }), aTask({ videoId: video.id })];
    await api.clipTasks.create(clip);
    await api.tasks.create(caption);
    const other = aVideo();
    await api.videos.create(other);
    expect((await status(clip.id)).status).toBe(200);
    expect((await status(clip.id, other.id)).status).toBe(404);
    expect((await status(caption.id)).status).toBe(404);
    const asCaption = await api.send("get-task", getTask, { path: { videoId: video.id, id: clip.id } });
    expect(asCaption.status).toBe(404);
    const { body } = await api.send("get-video", getVideo, { path: { videoId: video.id } });
    expect(body).toMatchObject({ videoTasks: [caption.id], clipTasks: [clip.id] });
  });
});
