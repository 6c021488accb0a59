import { describe, expect, test } from "@jest/globals";
import { renderJobKey, segmentKey } from "../../../../../core/storage/keys.ts";
import { WriteConflict } from "../../../../../core/storage/write-conflict.ts";
import { templates } from "../../../../../core/templates/catalog.ts";
import { awaitApproval } from "../../../../../core/workflows/captioning/await-approval.ts";
import { completeCaptioningTask } from "../../../../../core/workflows/captioning/complete-captioning-task.ts";
import { startRendering } from "../../../../../core/workflows/captioning/start-rendering.ts";
import { failExecution } from "../../../../../core/workflows/fail-task.ts";
import { aTask } from "../../../../fakes/builders.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

const { request } = aTask();
const words = [{ text: "Hello", type: "word" as const, startSeconds: 0.5, endSeconds: 0.9 }];
const result = {
  outputKey: "tasks/t/render/captioned.mp4",
  durationSeconds: 60,
  frames: 1800,
  width: 1080,
  height: 1920,
  segments: 0,
};
const held = { costMicroUsd: 100_000 };

describe("awaitApproval", () => {
  test("writes the token with the status, and releases the slot", async () => {
    const fixture = await createWorkflowFixture();
    const task = await fixture.addTask({ status: "transcribing", transcriptRevision: 1, sequence: 1 });
    await fixture.slots.acquire("account", task.id, 50);
    await awaitApproval({ taskId: task.id, taskToken: "token-1" }, fixture);
    expect(await fixture.task(task.id)).toMatchObject({
      status: "transcriptionCompleted",
      taskToken: "token-1",
      sequence: 2,
    });
    expect(await fixture.slots.listHolders("account")).toEqual([]);
  });

  test("a new execution replaces the token without another event", async () => {
    const fixture = await createWorkflowFixture();
    const task = await fixture.addTask({ status: "transcriptionCompleted", taskToken: "old", sequence: 2 });
    const events = fixture.events.length;
    await awaitApproval({ taskId: task.id, taskToken: "new" }, fixture);
    expect(await fixture.task(task.id)).toMatchObject({ taskToken: "new", sequence: 2 });
    expect(fixture.events).toHaveLength(events);
  });

  test("continues immediately when the approval preceded the new execution", async () => {
    const fixture = await createWorkflowFixture();
    const task = await fixture.addTask({ status: "rendering", transcriptApproved: true });
    await awaitApproval({ taskId: task.id, taskToken: "new" }, fixture);
    expect(fixture.workflows.succeeded).toEqual(["new"]);
  });

  test("rejects a task that has ended", async () => {
    const fixture = await createWorkflowFixture();
    const task = await fixture.addTask({ status: "failed", errorName: "X", error: "x", completedAt: "now" });
    await expect(awaitApproval({ taskId: task.id, taskToken: "t" }, fixture)).rejects.toMatchObject({
      name: "InvalidTaskState",
    });
  });

  test("keeps an edit between the read and the write", async () => {
    const fixture = await createWorkflowFixture();
    const task = await fixture.addTask({
      status: "transcriptionCompleted",
      taskToken: "old",
      transcriptRevision: 1,
    });
    let isFirst = true;
    const tasks = {
      ...fixture.tasks,
      update: async (from: typeof task, to: typeof task) => {
        if (isFirst) {
          isFirst = false;
          await fixture.tasks.update(from, { ...from, transcriptRevision: 2 });
          throw new WriteConflict("edited");
        }
        await fixture.tasks.update(from, to);
      },
    };
    await awaitApproval({ taskId: task.id, taskToken: "new" }, { ...fixture, tasks });
    expect(await fixture.task(task.id)).toMatchObject({ taskToken: "new", transcriptRevision: 2 });
  });
});

describe("startRendering", () => {
  const [template] = templates;
  const ready = async (fields: Parameters<typeof aTask>[0] = {}) => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo();
    const task = await fixture.addTask({
      videoId: video.id,
      status: "rendering",
      transcriptRevision: 2,
      detectedLanguage: "de",
      request: { ...request, templateId: template?.id ?? "" },
      ...fields,
    });
    await fixture.transcripts.write(task.id, 2, words);
    const deps = {
      ...fixture,
      findTemplate: (id: string) => (id === template?.id ? template : null),
    };
    return { fixture, deps, task, video };
  };

  test("pins the input of rendering, and acquires a slot regardless of the limit", async () => {
    const { fixture, deps, task, video } = await ready();
    for (let other = 0; other < 60; other += 1) await fixture.slots.acquire("account", `other-${other}`, 100);
    expect(await startRendering({ taskId: task.id }, deps)).toMatchObject({
      taskId: task.id,
      jobKey: renderJobKey(task.id),
    });
    expect(await fixture.bucket.getJson(renderJobKey(task.id))).toMatchObject({
      taskId: task.id,
      sourceKey: `videos/${video.id}/source`,
      outputKey: `tasks/${task.id}/render/captioned.mp4`,
      transcript: words,
      language: "de",
      template: { id: template?.id },
    });
    expect(await fixture.slots.listHolders("account")).toContain(task.id);
  });

  test("keeps the job of an earlier attempt", async () => {
    const { fixture, deps, task } = await ready();
    await startRendering({ taskId: task.id }, deps);
    const pinned = { ...((await fixture.bucket.getJson(renderJobKey(task.id))) as object), language: "fr" };
    await fixture.bucket.putJson(renderJobKey(task.id), pinned);
    await startRendering({ taskId: task.id }, deps);
    expect(await fixture.bucket.getJson(renderJobKey(task.id))).toEqual(pinned);
  });

  test("has a function render a short video if the operator's limit allows it", async () => {
    const whole = { renderMode: "whole", segments: [] };
    for (const [shortTaskSeconds, isShort] of [
      [0, false],
      [1, false],
      [90, true],
    ] as const) {
      const { deps, task } = await ready();
      const limits = { shortTaskSeconds, shortTaskFunctions: 1 };
      expect(await startRendering({ taskId: task.id }, { ...deps, ...limits })).toMatchObject({
        ...whole,
        isShort,
      });
    }
  });

  test("divides a short video among functions, all of which work at once", async () => {
    const { fixture, deps, task } = await ready();
    const short = { ...deps, shortTaskSeconds: 90 };
    const expected = { renderMode: "segments", isShort: true, segments: [0, 1, 2], parallel: 3 };
    expect(await startRendering({ taskId: task.id }, short)).toMatchObject(expected);
    const { segments } = (await fixture.bucket.getJson(renderJobKey(task.id))) as {
      segments: { startFrame: number; endFrame: number }[];
    };
    expect(new Set(segments.map(({ startFrame, endFrame }) => endFrame - startFrame)).size).toBe(1);
    await fixture.bucket.putJson(segmentKey(task.id, 2, "mp4"), "rendered");
    expect(await startRendering({ taskId: task.id }, short)).toMatchObject({ segments: [0, 1] });
    // Switched off in the meantime: containers render what is missing.
    expect(await startRendering({ taskId: task.id }, { ...short, shortTaskSeconds: 0 })).toMatchObject({
      renderMode: "segments",
      isShort: false,
      segments: [0, 1],
    });
  });

  test("divides a long video into segments; later attempts render the missing ones", async () => {
    const { fixture, deps, task } = await ready();
    const first = { ...deps, segmentSettings: { parallel: 2, segmentSeconds: 4 } };
    const started = await startRendering({ taskId: task.id }, first);
    expect(started).toMatchObject({ renderMode: "segments", parallel: 2 });
    expect(started.segments.length).toBeGreaterThan(1);
    const { segments } = (await fixture.bucket.getJson(renderJobKey(task.id))) as { segments: unknown[] };
    expect(segments).toHaveLength(started.segments.length);
    await fixture.bucket.putJson(segmentKey(task.id, 0, "mp4"), "rendered");
    expect(await startRendering({ taskId: task.id }, deps)).toMatchObject({
      renderMode: "segments",
      segments: started.segments.slice(1),
    });
  });

  test("follows the speaker where the export settings say so, in one container", async () => {
    const exportSettings = { aspectRatio: "9:16" as const, fitPosition: "speaker" as const };
    const { fixture, deps, task } = await ready({
      request: { ...request, templateId: template?.id ?? "", exportSettings },
    });
    const segmentSettings = { parallel: 2, segmentSeconds: 4 };
    expect(await startRendering({ taskId: task.id }, { ...deps, segmentSettings })).toMatchObject({
      renderMode: "whole",
    });
    expect(await fixture.bucket.getJson(renderJobKey(task.id))).toMatchObject({ reframe: "speaker" });
  });

  test("renders a task whose captions keep off faces in one container", async () => {
    const renderOptions = { styleOptions: { top: "auto" as const } };
    const { deps, task } = await ready({
      request: { ...request, templateId: template?.id ?? "", renderOptions },
    });
    const segmentSettings = { parallel: 2, segmentSeconds: 4 };
    const started = await startRendering({ taskId: task.id }, { ...deps, segmentSettings });
    expect(started).toMatchObject({ renderMode: "whole", segments: [] });
  });

  test("continues an automatically approved task", async () => {
    const { fixture, deps, task } = await ready({
      status: "transcribing",
      request: { ...request, autoApprove: true, templateId: template?.id ?? "" },
    });
    await startRendering({ taskId: task.id }, deps);
    expect(await fixture.task(task.id)).toMatchObject({ status: "rendering", sequence: 1 });
  });

  test.each([
    ["is not approved", { status: "transcriptionCompleted" as const, taskToken: "t" }, "InvalidTaskState"],
    ["has no transcript", { status: "transcribing" as const, transcriptRevision: 0 }, "InvalidTaskState"],
    ["has a template that is gone", { request: { ...request, templateId: "gone" } }, "RenderFailed"],
    ["has a video that is gone", { videoId: "gone" }, "VideoUnavailable"],
  ])("rejects a task that %s", async (_, fields, name) => {
    const { deps, task } = await ready(fields);
    await expect(startRendering({ taskId: task.id }, deps)).rejects.toMatchObject({ name });
  });
});

describe("completeCaptioningTask", () => {
  test("completes the task, charges the hold and releases the slot, once", async () => {
    const fixture = await createWorkflowFixture();
    const task = await fixture.addTask({ status: "rendering", taskToken: "spent", ...held });
    await fixture.slots.acquire("account", task.id, 50);
    await completeCaptioningTask({ taskId: task.id, result }, fixture);
    await completeCaptioningTask({ taskId: task.id, result }, fixture);
    const done = await fixture.task(task.id);
    expect(done).toMatchObject({ status: "completed", outputKey: result.outputKey, sequence: 1 });
    expect(done).not.toHaveProperty("taskToken");
    expect(await fixture.balance()).toEqual({ balanceMicroUsd: 900_000, heldMicroUsd: 0 });
    expect(await fixture.slots.listHolders("account")).toEqual([]);
  });

  test("deletes the segments of the video, and nothing else", async () => {
    const fixture = await createWorkflowFixture();
    const task = await fixture.addTask({ status: "rendering", ...held });
    const kept = [renderJobKey(task.id), segmentKey("another", 0, "mp4")];
    for (const key of [...kept, segmentKey(task.id, 0, "mp4"), segmentKey(task.id, 1, "mp4")])
      await fixture.bucket.putJson(key, "there");
    await completeCaptioningTask({ taskId: task.id, result: { ...result, segments: 2 } }, fixture);
    expect([...fixture.bucket.objects.keys()].sort()).toEqual(kept.sort());
  });

  test("does not complete a failed task", async () => {
    const fixture = await createWorkflowFixture();
    const task = await fixture.addTask({ status: "failed", errorName: "X", error: "x", completedAt: "now" });
    await expect(completeCaptioningTask({ taskId: task.id, result }, fixture)).rejects.toMatchObject({
      name: "InvalidTaskState",
    });
  });
});

describe("failExecution", () => {
  const caught = (taskId: string) => ({
    taskId,
    executionArn: "arn:1",
    error: "RenderFailed",
    cause: "The encoder ended with code 1.",
    stage: "render" as const,
  });

  test("fails the task with a name, and releases the hold and the slot", async () => {
    const fixture = await createWorkflowFixture();
    const task = await fixture.addTask({ status: "rendering", executionArn: "arn:1", ...held });
    await fixture.slots.acquire("account", task.id, 50);
    const ended = await failExecution(caught(task.id), fixture);
    expect(ended).toEqual({ errorName: "RenderFailed", error: "The encoder ended with code 1." });
    expect(await fixture.task(task.id)).toMatchObject({
      status: "failed",
      errorName: "RenderFailed",
      error: "The encoder ended with code 1.",
    });
    expect(await fixture.balance()).toEqual({ balanceMicroUsd: 1_000_000, heldMicroUsd: 0 });
    expect(await fixture.slots.listHolders("account")).toEqual([]);
  });

  test("deletes the segments of a failed render, but not those of one that another execution continues", async () => {
    const fixture = await createWorkflowFixture();
    const ended = await fixture.addTask({ status: "rendering", executionArn: "arn:1" });
    const goesOn = await fixture.addTask({ status: "rendering", executionArn: "arn:2" });
    for (const { id } of [ended, goesOn]) {
      await fixture.bucket.putJson(segmentKey(id, 0, "mp4"), "rendered");
      await failExecution(caught(id), fixture);
    }
    expect([...fixture.bucket.objects.keys()]).toEqual([segmentKey(goesOn.id, 0, "mp4")]);
  });

  test("ignores a task that another execution processes", async () => {
    const fixture = await createWorkflowFixture();
    const task = await fixture.addTask({ status: "rendering", executionArn: "arn:2" });
    await failExecution(caught(task.id), fixture);
    expect(await fixture.task(task.id)).toMatchObject({ status: "rendering" });
  });

  test("ignores an approval timeout when the task was approved", async () => {
    const fixture = await createWorkflowFixture();
    const task = await fixture.addTask({ status: "rendering", executionArn: "arn:1" });
    await failExecution(
      { ...caught(task.id), error: "States.Timeout", cause: "", stage: "approval" },
      fixture,
    );
    expect(await fixture.task(task.id)).toMatchObject({ status: "rendering" });
  });

  test("keeps an earlier end, and accepts a task that does not exist", async () => {
    const fixture = await createWorkflowFixture();
    const task = await fixture.addTask({
      status: "completed",
      outputKey: "k",
      completedAt: "now",
      executionArn: "arn:1",
    });
    await failExecution(caught(task.id), fixture);
    expect(await fixture.task(task.id)).toMatchObject({ status: "completed" });
    await expect(failExecution(caught("gone"), fixture)).resolves.toMatchObject({
      errorName: "RenderFailed",
    });
  });
});
