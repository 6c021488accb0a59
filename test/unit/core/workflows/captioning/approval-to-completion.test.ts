import { describe, expect, test } from "@jest/globals";
import { renderJobKey, segmentKey } from "../../../../../core/storage/keys.ts";
import { WriteConflict } from "../../../../../core/storage/write-conflict.ts";
import { awaitApproval } from "../../../../../core/workflows/captioning/await-approval.ts";
import { completeCaptioningTask } from "../../../../../core/workflows/captioning/complete-captioning-task.ts";
import { failExecution } from "../../../../../core/workflows/fail-task.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

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
