import { beforeEach, describe, expect, test } from "@jest/globals";
import { toWireEntry } from "../../../../core/api/schemas/word-entry.ts";
import type { CaptioningTask } from "../../../../core/tasks/captioning-task.ts";
import type { Video } from "../../../../core/videos/video.ts";
import { run as createTask } from "../../../../lambdas/api/create-task.ts";
import { run as getTask } from "../../../../lambdas/api/get-task.ts";
import { aTask, aVideo, someMedia } from "../../../fakes/builders.ts";
import { type Api, createApiWithVideo } from "./request.ts";

let api: Api;
let video: Video;
beforeEach(async () => {
  ({ api, video } = await createApiWithVideo());
});

const create = (body: Record<string, unknown> = {}, query = "", videoId = video.id) =>
  api.send("create-task", createTask, {
    method: "POST",
    path: { videoId },
    query,
    body: { templateId: api.templateId, ...body },
  });
const status = (id: string) => api.send("get-task", getTask, { path: { videoId: video.id, id } });
const word = (text: string, start_time: number, end_time: number) => ({
  text,
  type: "word",
  start_time,
  end_time,
});

describe("POST tasks", () => {
  test("recognizes a repeated request, whatever the order of its fields and with null for an absent field", async () => {
    const { templateId } = api;
    const send = (body: Record<string, unknown>) =>
      api.send("create-task", createTask, {
        method: "POST",
        path: { videoId: video.id },
        headers: { "idempotency-key": "k" },
        body,
      });
    const subsOptions = { emoji: true, animation: false };
    const first = await send({ templateId, language: "en", renderOptions: { subsOptions } });
    const again = await send({
      renderOptions: { subsOptions: { animation: false, emoji: true } },
      autoApprove: null,
      language: "en",
      templateId,
    });
    expect([first.status, again.status]).toEqual([201, 201]);
    expect(again.body).toEqual(first.body);
    expect((await send({ templateId, language: "de", renderOptions: { subsOptions } })).status).toBe(409);
  });

  test("starts the task and holds its price", async () => {
    const { status: code, body } = await create({ metadata: { order: "7" }, dictionary: ["Capstack"] });
    expect([code, Object.keys(body)]).toEqual([201, ["taskId"]]);
    expect(api.workflows.started).toEqual([`captioning ${body.taskId}-1`]);
    expect(await api.accounts.get("account")).toMatchObject({
      balanceMicroUsd: 9_900_000,
      heldMicroUsd: 100_000,
    });
    expect((await status(body.taskId)).body).toEqual({
      id: body.taskId,
      videoId: video.id,
      status: "pending",
      transcript: null,
      downloadUrl: null,
      transcriptApproved: false,
      error: null,
      errorName: null,
      warnings: [],
      progress: 0,
      storageIds: { original: video.storageId, render: null, transcript: null },
      brolls: [],
      templateId: api.templateId,
      language: null,
      renderOptions: {},
      exportSettings: {},
      cost: "0.10",
      metadata: { order: "7" },
      createdAt: "2026-03-01T12:00:00.000Z",
      completedAt: null,
      expiresAt: "2026-03-31T12:00:00.000Z",
    });
  });

  test("creates a pending task without a hold while the video is being uploaded", async () => {
    const coming = aVideo({ status: "todo" });
    await api.videos.create(coming);
    const { body } = await create({}, "", coming.id);
    expect(api.workflows.started).toEqual([]);
    expect(await api.tasks.get(body.taskId)).toMatchObject({ status: "pending", costMicroUsd: null });
  });

  test("creates a failed task with the error of an aborted video", async () => {
    const bad = aVideo({ status: "aborted", errorName: "MediaUnreadable", error: "It is text." });
    await api.videos.create(bad);
    const { body } = await create({}, "", bad.id);
    expect(await api.tasks.get(body.taskId)).toMatchObject({
      status: "failed",
      errorName: "MediaUnreadable",
    });
  });

  test("holds the price of a file with audio only if the output is an overlay", async () => {
    const audio = aVideo({ media: someMedia({ video: null, width: null, height: null }) });
    await api.videos.create(audio);
    await create({}, "", audio.id);
    expect(await api.accounts.get("account")).toMatchObject({ heldMicroUsd: 0 });
    await create({ exportSettings: { outputMode: "transparent", width: 640, height: 360 } }, "", audio.id);
    expect(await api.accounts.get("account")).toMatchObject({ heldMicroUsd: 135_000 });
  });

  test("returns 402 without credit, and creates nothing", async () => {
    const poor = await api.accounts.get("account");
    await api.ledger.credit({
      id: "spent",
      accountId: "account",
      kind: "credit",
      mediaMilliseconds: null,
      heldMicroUsd: 0,
      taskId: null,
      note: null,
      createdAt: video.createdAt,
      amountMicroUsd: -(poor?.balanceMicroUsd ?? 0) + 99_999,
    });
    expect(await create()).toMatchObject({ status: 402, body: { code: "InsufficientCredits" } });
    expect(await api.allTasks.listPending("account", 1)).toEqual([]);
    expect(await create({}, "dryRun=true")).toMatchObject({
      status: 200,
      body: { cost: "0.10", currency: "USD" },
    });
  });

  test("returns only the price with dryRun, after the same checks", async () => {
    expect(await create({}, "dryRun=true")).toMatchObject({
      status: 200,
      body: { cost: "0.10", currency: "USD" },
    });
    expect((await create({ templateId: "unknown" }, "dryRun=true")).status).toBe(400);
    expect(await api.allTasks.listPending("account", 1)).toEqual([]);
    const coming = aVideo({ status: "todo" });
    await api.videos.create(coming);
    expect(await create({}, "dryRun=true", coming.id)).toMatchObject({
      status: 409,
      body: { code: "InvalidUploadState" },
    });
  });

  test.each(["unknown", "foreign"])("returns 404 for a video that is %s", async (id) => {
    await api.videos.create(aVideo({ id: "foreign", accountId: "another" }));
    expect((await create({}, "", id)).status).toBe(404);
  });

  test("treats null as absent, and ignores the case of the language", async () => {
    const { body, status: code } = await create({
      language: "EN",
      translateTo: null,
      dub: null,
      renderOptions: { styleOptions: { fontId: null, top: 40 } },
      notification: null,
    });
    expect(code).toBe(201);
    expect((await api.tasks.get(body.taskId))?.request).toMatchObject({
      language: "en",
      renderOptions: { styleOptions: { top: 40 } },
    });
  });
});

describe("POST tasks with a transcript", () => {
  test("stores the words beside the record and charges no transcription", async () => {
    const transcript = [word("Hallo", 0, 1), { ...word("Welt", 1, 2), shout: true }];
    const { body } = await create({ transcript, language: "de" });
    const task = await api.tasks.get(body.taskId);
    expect(task).toMatchObject({
      costMicroUsd: 70_000,
      detectedLanguage: "de",
      request: { source: { kind: "supplied" } },
    });
    expect((await api.transcripts.readSupplied(body.taskId)).map(toWireEntry)).toEqual([
      { ...word("Hallo", 0, 1), confidence: 1 },
      { ...word("Welt", 1, 2), confidence: 1 },
    ]);
  });

  test("copies the words of another task only if it is the account's and has a transcript", async () => {
    const ready = aTask({ videoId: video.id, transcriptRevision: 2, status: "rendering" });
    const orphan = aTask({ transcriptRevision: 2, status: "rendering" });
    const early = aTask({ videoId: video.id });
    const foreign = aTask({ accountId: "another", transcriptRevision: 1, status: "rendering" });
    for (const task of [ready, orphan, early, foreign]) await api.tasks.create(task);
    const copy = await create({ transcriptTaskId: ready.id });
    expect((await api.tasks.get(copy.body.taskId))?.request.source).toEqual({
      kind: "copy",
      transcriptTaskId: ready.id,
    });
    expect(await create({ transcriptTaskId: early.id })).toMatchObject({
      status: 409,
      body: { code: "TranscriptNotReady" },
    });
    for (const transcriptTaskId of [foreign.id, orphan.id, "unknown"]) {
      const { status: code, body } = await create({ transcriptTaskId });
      expect([code, body.message[0]]).toEqual([400, expect.stringMatching(/^transcriptTaskId /)]);
    }
  });
});

describe("time to live", () => {
  test("is that of the video, which never expires before its tasks", async () => {
    const short = aVideo({ ttl: "1d", expiresAt: "2026-03-02T12:00:00.000Z" });
    await api.videos.create(short);
    const own = await create({}, "", short.id);
    expect(await api.tasks.get(own.body.taskId)).toMatchObject({ expiresAt: "2026-03-02T12:00:00.000Z" });
    await create({}, "ttl=7d", short.id);
    expect(await api.videos.get(short.id)).toMatchObject({ expiresAt: "2026-03-08T12:00:00.000Z" });
    await create({}, "ttl=1d", short.id);
    expect(await api.videos.get(short.id)).toMatchObject({ expiresAt: "2026-03-08T12:00:00.000Z" });
  });
});

describe("GET task", () => {
  const stored = async (fields: Parameters<typeof aTask>[0]): Promise<CaptioningTask> => {
    const task = aTask({ videoId: video.id, ...fields });
    await api.tasks.create(task);
    return task;
  };

  test("returns the transcript URL from transcriptionCompleted on", async () => {
    const early = await stored({ status: "transcribing", transcriptRevision: 1, stageProgress: 0.99 });
    expect((await status(early.id)).body).toMatchObject({ transcript: null, progress: 39 });
    const waiting = await stored({
      status: "transcriptionCompleted",
      taskToken: "secret token",
      transcriptRevision: 3,
    });
    const { body } = await status(waiting.id);
    expect(body).toMatchObject({
      progress: 40,
      storageIds: { transcript: expect.stringMatching(/^[0-9a-f-]{36}$/) },
    });
    expect(body.transcript).toContain("/transcript/3.json?expires=20");
    expect(JSON.stringify(body)).not.toContain("secret token");
  });

  test("returns the URL of the output video of a completed task", async () => {
    const task = await stored({
      status: "completed",
      transcriptRevision: 1,
      costMicroUsd: 71_234,
      outputKey: "tasks/x/render/captioned.mov",
      completedAt: "2026-03-01T12:01:00.000Z",
    });
    expect((await status(task.id)).body).toMatchObject({
      progress: 100,
      cost: "0.071234",
      downloadUrl: expect.stringContaining("filename=interview.captioned.mov"),
      completedAt: "2026-03-01T12:01:00.000Z",
    });
  });

  test("returns the error name and message of a failed task, which costs nothing", async () => {
    const task = await stored({
      status: "failed",
      errorName: "RenderFailed",
      error: "It broke.",
      completedAt: "2026-03-01T12:01:00.000Z",
    });
    expect((await status(task.id)).body).toMatchObject({
      error: "RenderFailed: It broke.",
      errorName: "RenderFailed",
      cost: "0.00",
      downloadUrl: null,
      transcript: null,
    });
  });

  test("returns 404 for an unknown task and for those of another account or video", async () => {
    const foreign = await stored({ accountId: "another" });
    const elsewhere = await stored({ videoId: "elsewhere" });
    for (const id of [foreign.id, elsewhere.id, "unknown"]) expect((await status(id)).status).toBe(404);
  });
});
