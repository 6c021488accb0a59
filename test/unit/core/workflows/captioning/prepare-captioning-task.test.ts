import { describe, expect, test } from "@jest/globals";
import { recognitionKey, videoSourceKey } from "../../../../../core/storage/keys.ts";
import { prepareCaptioningTask } from "../../../../../core/workflows/captioning/prepare-captioning-task.ts";
import { aTask, someMedia } from "../../../../fakes/builders.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

const executionArn = "arn:execution-1";
const { request } = aTask();
const audioOnly = someMedia({ video: null, width: null, height: null });

describe("prepareCaptioningTask", () => {
  test("moves a pending task to transcribing, binds the execution and holds the price", async () => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo();
    const { id } = await fixture.addTask({ videoId: video.id });
    const prepared = await prepareCaptioningTask({ taskId: id, executionArn }, fixture);
    expect(prepared).toMatchObject({
      nextStage: "speech",
      transcription: {
        taskId: id,
        videoId: video.id,
        sourceKey: videoSourceKey(video.id),
        audio: { streamIndexes: [1], zeroSeconds: 0 },
        recognitionKey: recognitionKey(id),
      },
    });
    expect(await fixture.task(id)).toMatchObject({
      status: "transcribing",
      sequence: 1,
      executionArn,
      costMicroUsd: 100_000,
    });
    expect(await fixture.balance()).toEqual({ balanceMicroUsd: 900_000, heldMicroUsd: 100_000 });
    expect(fixture.events.at(-1)).toMatchObject({ status: "transcribing", previousStatus: "pending" });
  });

  test("is idempotent", async () => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo();
    const { id } = await fixture.addTask({ videoId: video.id });
    const first = await prepareCaptioningTask({ taskId: id, executionArn }, fixture);
    expect(await prepareCaptioningTask({ taskId: id, executionArn }, fixture)).toEqual(first);
    expect(await fixture.balance()).toEqual({ balanceMicroUsd: 900_000, heldMicroUsd: 100_000 });
  });

  test.each([
    ["composited by default", {}],
    ["composited", { outputMode: "composited" as const }],
    ["greenScreen", { outputMode: "greenScreen" as const }],
    ["the legacy green screen", { greenScreen: true }],
  ])("rejects audio without video for %s before any work, free of charge", async (_, exportSettings) => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo({ media: audioOnly });
    const { id } = await fixture.addTask({ videoId: video.id, request: { ...request, exportSettings } });
    await expect(prepareCaptioningTask({ taskId: id, executionArn }, fixture)).rejects.toMatchObject({
      name: "AudioSourceRequiresTransparent",
    });
    expect(await fixture.task(id)).toMatchObject({ status: "pending", executionArn, costMicroUsd: null });
    expect(await fixture.balance()).toEqual({ balanceMicroUsd: 1_000_000, heldMicroUsd: 0 });
  });

  test("accepts audio without video for a transparent overlay", async () => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo({ media: audioOnly });
    const exportSettings = { outputMode: "transparent" as const, width: 1080, height: 1920 };
    const { id } = await fixture.addTask({ videoId: video.id, request: { ...request, exportSettings } });
    const { nextStage } = await prepareCaptioningTask({ taskId: id, executionArn }, fixture);
    expect(nextStage).toBe("speech");
  });

  test.each([
    ["supplied words", { source: { kind: "supplied" as const } }, someMedia()],
    ["copied words", { source: { kind: "copy" as const, transcriptTaskId: "other" } }, someMedia()],
    ["a video without audio", {}, someMedia({ audio: null })],
  ])("recognizes nothing for %s", async (_, change, media) => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo({ media });
    const { id } = await fixture.addTask({ videoId: video.id, request: { ...request, ...change } });
    const prepared = await prepareCaptioningTask({ taskId: id, executionArn }, fixture);
    expect(prepared).toMatchObject({ nextStage: "transcript", transcription: null });
  });

  test.each([
    ["a recognition is stored", { status: "transcribing" as const }, true, "transcript"],
    ["no recognition is stored", { status: "transcribing" as const }, false, "speech"],
    [
      "the transcript is stored",
      { status: "transcribing" as const, transcriptRevision: 1 },
      true,
      "approval",
    ],
    [
      "the transcript is stored, with autoApprove",
      { status: "transcribing" as const, transcriptRevision: 1, request: { ...request, autoApprove: true } },
      true,
      "rendering",
    ],
    [
      "it waits for approval",
      { status: "transcriptionCompleted" as const, taskToken: "old", transcriptRevision: 3 },
      true,
      "approval",
    ],
    ["it was approved", { status: "rendering" as const, transcriptRevision: 2 }, true, "rendering"],
    [
      "it has completed",
      { status: "completed" as const, outputKey: "k", completedAt: "2026-03-01T12:10:00.000Z" },
      true,
      "finished",
    ],
  ])("a new execution continues from the record: %s", async (_, fields, isRecognized, expected) => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo();
    const { id } = await fixture.addTask({ videoId: video.id, executionArn: "arn:dead", ...fields });
    if (isRecognized) await fixture.bucket.putJson(recognitionKey(id), {});
    const { nextStage } = await prepareCaptioningTask({ taskId: id, executionArn }, fixture);
    expect(nextStage).toBe(expected);
    expect(await fixture.task(id)).toMatchObject({ executionArn, status: fields.status });
  });

  test.each([
    ["is reviewed", { autoApprove: false }, false],
    ["is approved automatically", { autoApprove: true }, true],
    [
      "has a reference transcript, whose correction needs confidences",
      { autoApprove: true, referenceCues: 3 },
      false,
    ],
  ])(
    "whether short speech is transcribed by one request if the task %s",
    async (_, change, isSynchronous) => {
      const fixture = await createWorkflowFixture();
      const { id: videoId } = await fixture.addVideo();
      const { id } = await fixture.addTask({ videoId, request: { ...request, ...change } });
      const settings = { transcriber: "auto" as const, shortTaskSeconds: 90 };
      const { transcription } = await prepareCaptioningTask(
        { taskId: id, executionArn },
        { ...fixture, ...settings },
      );
      expect(transcription).toMatchObject({ engine: "transcribe", isShort: true, isSynchronous });
    },
  );

  test("waiting for approval ends one hour before the task expires", async () => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo();
    const { id } = await fixture.addTask({ videoId: video.id, expiresAt: "2026-03-02T12:00:00.000Z" });
    const prepared = await prepareCaptioningTask({ taskId: id, executionArn }, fixture);
    expect(prepared.approvalTimeoutSeconds).toBe(23 * 3600);
  });

  test.each([
    ["the video has expired", undefined, "VideoUnavailable"],
    ["the video was aborted", { status: "aborted" as const, errorName: "X", error: "x" }, "VideoUnavailable"],
  ])("fails when %s", async (_, video, name) => {
    const fixture = await createWorkflowFixture();
    const { id: videoId } = video ? await fixture.addVideo(video) : { id: "gone" };
    const { id } = await fixture.addTask({ videoId });
    await expect(prepareCaptioningTask({ taskId: id, executionArn }, fixture)).rejects.toMatchObject({
      name,
    });
  });

  test("fails when undecodable audio must be transcribed, and accepts supplied words", async () => {
    const fixture = await createWorkflowFixture();
    const media = someMedia({ audio: null, undecodableAudio: "usac" });
    const { id: videoId } = await fixture.addVideo({ media });
    const { id } = await fixture.addTask({ videoId });
    const preparing = prepareCaptioningTask({ taskId: id, executionArn }, fixture);
    await expect(preparing).rejects.toMatchObject({ name: "AudioUnreadable" });
    const { request } = await fixture.task(id);
    const supplied = { ...request, source: { kind: "supplied" as const } };
    const { id: other } = await fixture.addTask({ videoId, request: supplied });
    const { nextStage } = await prepareCaptioningTask({ taskId: other, executionArn }, fixture);
    expect(nextStage).toBe("transcript");
  });

  test("fails when the balance is insufficient", async () => {
    const fixture = await createWorkflowFixture({}, { balanceMicroUsd: 10 });
    const video = await fixture.addVideo();
    const { id } = await fixture.addTask({ videoId: video.id });
    await expect(prepareCaptioningTask({ taskId: id, executionArn }, fixture)).rejects.toMatchObject({
      name: "InsufficientCredits",
    });
  });

  test("limits the dictionary to the size of the container's overrides, including escapes", async () => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo();
    const dictionary = Array.from({ length: 1000 }, (_, count) => `"Ångström" 株式会社 ${count}`);
    const { id } = await fixture.addTask({ videoId: video.id, request: { ...request, dictionary } });
    const { transcription } = await prepareCaptioningTask({ taskId: id, executionArn }, fixture);
    const sent = transcription?.dictionary ?? [];
    expect(sent.length).toBeGreaterThan(50);
    expect(sent).toEqual(dictionary.slice(0, sent.length));
    const job = JSON.stringify(JSON.stringify(transcription));
    expect(new TextEncoder().encode(job).length).toBeLessThan(5500);
  });

  test("fails for a task that does not exist", async () => {
    const fixture = await createWorkflowFixture();
    await expect(prepareCaptioningTask({ taskId: "gone", executionArn }, fixture)).rejects.toMatchObject({
      name: "NotFound",
    });
  });

  test.each([
    ["auto", {}, { engine: "transcribe", fallback: "whisper" }],
    ["auto", { dictionary: ["Ångström"] }, { engine: "whisper", fallback: "transcribe" }],
    ["auto", { language: "ur" }, { engine: "whisper", fallback: null }],
    [
      "auto",
      { autoCut: { silenceRemoval: 0.5, disfluencyRemoval: false } },
      { engine: "whisper", fallback: null },
    ],
    ["transcribe", { dictionary: ["Ångström"] }, { engine: "transcribe", fallback: "whisper" }],
    ["whisper", {}, { engine: "whisper", fallback: null }],
  ] as const)(
    "chooses the engine by the operator's setting %s for %j",
    async (transcriber, change, chosen) => {
      const fixture = await createWorkflowFixture();
      const video = await fixture.addVideo();
      const { id } = await fixture.addTask({
        videoId: video.id,
        request: { ...request, ...change } as typeof request,
      });
      const { transcription } = await prepareCaptioningTask(
        { taskId: id, executionArn },
        { ...fixture, transcriber },
      );
      expect(transcription).toMatchObject({ ...chosen, audioKey: `transcribe/${id}/audio.flac` });
    },
  );
});
