import { describe, expect, test } from "@jest/globals";
import type { TaskKind } from "../../../../../core/tasks/task-index.ts";
import { failTask } from "../../../../../core/workflows/fail-task.ts";
import { admitTasks } from "../../../../../core/workflows/maintenance/admit-tasks.ts";
import { someMedia } from "../../../../fakes/builders.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

describe("admitTasks", () => {
  test("starts tasks up to the account's limit, oldest first, and lets the others wait", async () => {
    const fixture = await createWorkflowFixture({ maxConcurrentTasks: 2 });
    const video = await fixture.addVideo();
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await fixture.addTask({ videoId: video.id })).id);
    await admitTasks("account", fixture);
    expect(fixture.workflows.started).toEqual([`captioning ${ids[0]}-1`, `captioning ${ids[1]}-1`]);
    expect(await fixture.task(ids[0] ?? "")).toMatchObject({
      status: "pending",
      attempt: 1,
      executionArn: `arn:captioning ${ids[0]}-1`,
    });
    expect(await fixture.task(ids[2] ?? "")).toMatchObject({ attempt: 0, executionArn: null });
  });

  test("starts no task twice when it is called repeatedly and concurrently", async () => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo();
    const { id } = await fixture.addTask({ videoId: video.id });
    await Promise.all([admitTasks("account", fixture), admitTasks("account", fixture)]);
    await admitTasks("account", fixture);
    expect(fixture.workflows.started).toEqual([`captioning ${id}-1`]);
    expect(await fixture.task(id)).toMatchObject({ attempt: 1 });
  });

  test("continues with the next task when a slot becomes free", async () => {
    const fixture = await createWorkflowFixture({ maxConcurrentTasks: 1 });
    const video = await fixture.addVideo();
    const first = await fixture.addTask({ videoId: video.id });
    const second = await fixture.addTask({ videoId: video.id });
    await admitTasks("account", fixture);
    await fixture.slots.release("account", first.id);
    await admitTasks("account", fixture);
    expect(fixture.workflows.started).toContain(`captioning ${second.id}-1`);
  });

  test("releases the slot of a task that another admission has started and that has ended", async () => {
    const fixture = await createWorkflowFixture({ maxConcurrentTasks: 1 });
    const video = await fixture.addVideo();
    const first = await fixture.addTask({ videoId: video.id });
    const second = await fixture.addTask({ videoId: video.id });
    let isListed = false;
    const late = {
      ...fixture.allTasks,
      // Between this admission's list and its work, the other one's task runs to its end.
      listPending: async (accountId: string, limit: number) => {
        const listed = await fixture.allTasks.listPending(accountId, limit);
        if (isListed) return listed;
        isListed = true;
        await fixture.tasks.update(first, { ...first, attempt: 1, executionArn: "arn" });
        await failTask(first.id, { name: "Cancelled", message: "Over." }, fixture);
        return listed;
      },
    };
    await admitTasks("account", { ...fixture, allTasks: late });
    expect(await fixture.slots.listHolders("account")).toEqual([second.id]);
    expect(fixture.workflows.started).toEqual([`captioning ${second.id}-1`]);
  });

  test("gives no slot to a task that waits for its video", async () => {
    const fixture = await createWorkflowFixture({ maxConcurrentTasks: 1 });
    const coming = await fixture.addVideo({ status: "inProgress" });
    const there = await fixture.addVideo();
    const waits = await fixture.addTask({ videoId: coming.id });
    const runs = await fixture.addTask({ videoId: there.id });
    await admitTasks("account", fixture);
    expect(fixture.workflows.started).toEqual([`captioning ${runs.id}-1`]);
    expect(await fixture.task(waits.id)).toMatchObject({ status: "pending", attempt: 0 });
  });

  test("does not delay other tasks by tasks that wait for a video, which start when it arrives", async () => {
    const fixture = await createWorkflowFixture({ maxConcurrentTasks: 200 });
    const coming = await fixture.addVideo({ status: "inProgress" });
    const there = await fixture.addVideo();
    const waiting: string[] = [];
    for (let count = 0; count < 130; count += 1) {
      waiting.push((await fixture.addTask({ videoId: coming.id, waitsForVideo: true })).id);
    }
    const ready = await fixture.addTask({ videoId: there.id });
    let read = 0;
    const allTasks = {
      ...fixture.allTasks,
      listPending: async (...request: Parameters<typeof fixture.allTasks.listPending>) => {
        const page = await fixture.allTasks.listPending(...request);
        read += page.length;
        return page;
      },
    };
    await admitTasks("account", { ...fixture, allTasks }, coming.id);
    expect(fixture.workflows.started).toEqual([`captioning ${ready.id}-1`]);
    expect(read).toBe(1);

    const { status: _, ...video } = await fixture.video(coming.id);
    const arrived = { ...video, status: "uploaded" as const, media: someMedia(), sequence: 1 };
    await fixture.videos.update(coming, arrived);
    await admitTasks("account", fixture, coming.id);
    expect(fixture.workflows.started.slice(1)).toEqual(waiting.map((id) => `captioning ${id}-1`));
    expect(await fixture.allTasks.listWaiting("account", null, 10)).toEqual([]);
  });

  test("does not read the queue of an account at its limit", async () => {
    const fixture = await createWorkflowFixture({ maxConcurrentTasks: 1 });
    const video = await fixture.addVideo();
    for (let count = 0; count < 3; count += 1) await fixture.addTask({ videoId: video.id });
    await admitTasks("account", fixture);
    const listPending = () => Promise.reject(new Error("The queue is read"));
    await admitTasks("account", { ...fixture, allTasks: { ...fixture.allTasks, listPending } });
    expect(fixture.workflows.started).toHaveLength(1);
  });

  test("finds a task after any number of running ones", async () => {
    const fixture = await createWorkflowFixture({ maxConcurrentTasks: 100 });
    const video = await fixture.addVideo();
    for (let count = 0; count < 60; count += 1) {
      await fixture.addTask({ videoId: video.id, attempt: 1, executionArn: "arn" });
    }
    const { id } = await fixture.addTask({ videoId: video.id });
    await admitTasks("account", fixture);
    expect(fixture.workflows.started).toEqual([`captioning ${id}-1`]);
  });

  test.each([
    [
      "was aborted",
      { status: "aborted" as const, errorName: "DownloadFailed", error: "The server answered 404." },
      { errorName: "DownloadFailed", error: "The server answered 404." },
    ],
    ["is gone", undefined, { errorName: "VideoUnavailable" }],
  ])(
    "fails a task whose video %s, also when no slot is free, and releases its hold",
    async (_, video, error) => {
      const fixture = await createWorkflowFixture({ maxConcurrentTasks: 1 });
      const there = await fixture.addVideo();
      await fixture.addTask({ videoId: there.id });
      await fixture.addTask({ videoId: there.id });
      const { id: videoId } = video ? await fixture.addVideo(video) : { id: "gone" };
      const doomed = await fixture.addTask({ videoId, costMicroUsd: 100_000, waitsForVideo: true });
      await admitTasks("account", fixture, videoId);
      expect(await fixture.task(doomed.id)).toMatchObject({ status: "failed", ...error });
      expect(await fixture.balance()).toEqual({ balanceMicroUsd: 1_000_000, heldMicroUsd: 0 });
    },
  );

  test("repeats an interrupted launch with the same name", async () => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo();
    const { id } = await fixture.addTask({ videoId: video.id, attempt: 1, executionArn: null });
    await admitTasks("account", fixture);
    expect(fixture.workflows.started).toEqual([`captioning ${id}-1`]);
    expect(await fixture.task(id)).toMatchObject({ attempt: 1, executionArn: `arn:captioning ${id}-1` });
  });

  test("accepts an execution whose first step precedes the record of its start", async () => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo();
    const { id } = await fixture.addTask({ videoId: video.id });
    const workflows = {
      ...fixture.workflows,
      startTask: async (kind: TaskKind, taskId: string, attempt: number) => {
        const executionArn = await fixture.workflows.startTask(kind, taskId, attempt);
        const task = await fixture.task(taskId);
        await fixture.tasks.update(task, { ...task, status: "transcribing", sequence: 1, executionArn });
        return executionArn;
      },
    };
    await admitTasks("account", { ...fixture, workflows });
    expect(await fixture.task(id)).toMatchObject({
      status: "transcribing",
      attempt: 1,
      executionArn: `arn:captioning ${id}-1`,
    });
  });

  test("does not affect tasks of other accounts", async () => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo();
    await fixture.accounts.create({ ...((await fixture.accounts.get("account")) ?? never()), id: "other" });
    await fixture.addTask({ videoId: video.id, accountId: "other" });
    await admitTasks("account", fixture);
    expect(fixture.workflows.started).toEqual([]);
  });
});

const never = (): never => {
  throw new Error("no account");
};
