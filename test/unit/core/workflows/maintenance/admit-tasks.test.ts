import { describe, expect, test } from "@jest/globals";
import type { TaskKind } from "../../../../../core/tasks/task-index.ts";
import { failTask } from "../../../../../core/workflows/fail-task.ts";
import { admitTasks } from "../../../../../core/workflows/maintenance/admit-tasks.ts";
import { someMedia } from "../../../../fakes/builders.ts";
import { setStage } from "../workflow-deps.ts";

describe("admitTasks", () => {
  test("starts tasks up to the account's limit, oldest first, and lets the others wait", async () => {
    const stage = await setStage({ maxConcurrentTasks: 2 });
    const video = await stage.addVideo();
    const ids: string[] = [];
    for (let count = 0; count < 4; count += 1) ids.push((await stage.addTask({ videoId: video.id })).id);
    await admitTasks("account", stage);
    expect(stage.workflows.started).toEqual([`captioning ${ids[0]}-1`, `captioning ${ids[1]}-1`]);
    expect(await stage.task(ids[0] ?? "")).toMatchObject({
      status: "pending",
      attempt: 1,
      executionArn: `arn:captioning ${ids[0]}-1`,
    });
    expect(await stage.task(ids[2] ?? "")).toMatchObject({ attempt: 0, executionArn: null });
  });

  test("starts no task twice when it is called repeatedly and concurrently", async () => {
    const stage = await setStage();
    const video = await stage.addVideo();
    const { id } = await stage.addTask({ videoId: video.id });
    await Promise.all([admitTasks("account", stage), admitTasks("account", stage)]);
    await admitTasks("account", stage);
    expect(stage.workflows.started).toEqual([`captioning ${id}-1`]);
    expect(await stage.task(id)).toMatchObject({ attempt: 1 });
  });

  test("continues with the next task when a slot becomes free", async () => {
    const stage = await setStage({ maxConcurrentTasks: 1 });
    const video = await stage.addVideo();
    const first = await stage.addTask({ videoId: video.id });
    const second = await stage.addTask({ videoId: video.id });
    await admitTasks("account", stage);
    await stage.slots.release("account", first.id);
    await admitTasks("account", stage);
    expect(stage.workflows.started).toContain(`captioning ${second.id}-1`);
  });

  test("releases the slot of a task that another admission has started and that has ended", async () => {
    const stage = await setStage({ maxConcurrentTasks: 1 });
    const video = await stage.addVideo();
    const first = await stage.addTask({ videoId: video.id });
    const second = await stage.addTask({ videoId: video.id });
    let isListed = false;
    const late = {
      ...stage.allTasks,
      // Between this admission's list and its work, the other one's task runs to its end.
      listPending: async (accountId: string, limit: number) => {
        const listed = await stage.allTasks.listPending(accountId, limit);
        if (isListed) return listed;
        isListed = true;
        await stage.tasks.update(first, { ...first, attempt: 1, executionArn: "arn" });
        await failTask(first.id, { name: "Cancelled", message: "Over." }, stage);
        return listed;
      },
    };
    await admitTasks("account", { ...stage, allTasks: late });
    expect(await stage.slots.listHolders("account")).toEqual([second.id]);
    expect(stage.workflows.started).toEqual([`captioning ${second.id}-1`]);
  });

  test("gives no slot to a task that waits for its video", async () => {
    const stage = await setStage({ maxConcurrentTasks: 1 });
    const coming = await stage.addVideo({ status: "inProgress" });
    const there = await stage.addVideo();
    const waits = await stage.addTask({ videoId: coming.id });
    const runs = await stage.addTask({ videoId: there.id });
    await admitTasks("account", stage);
    expect(stage.workflows.started).toEqual([`captioning ${runs.id}-1`]);
    expect(await stage.task(waits.id)).toMatchObject({ status: "pending", attempt: 0 });
  });

  test("does not delay other tasks by tasks that wait for a video, which start when it arrives", async () => {
    const stage = await setStage({ maxConcurrentTasks: 200 });
    const coming = await stage.addVideo({ status: "inProgress" });
    const there = await stage.addVideo();
    const waiting: string[] = [];
    for (let count = 0; count < 130; count += 1) {
      waiting.push((await stage.addTask({ videoId: coming.id, waitsForVideo: true })).id);
    }
    const ready = await stage.addTask({ videoId: there.id });
    let read = 0;
    const allTasks = {
      ...stage.allTasks,
      listPending: async (...request: Parameters<typeof stage.allTasks.listPending>) => {
        const page = await stage.allTasks.listPending(...request);
        read += page.length;
        return page;
      },
    };
    await admitTasks("account", { ...stage, allTasks }, coming.id);
    expect(stage.workflows.started).toEqual([`captioning ${ready.id}-1`]);
    expect(read).toBe(1);

    const { status: _, ...video } = await stage.video(coming.id);
    const arrived = { ...video, status: "uploaded" as const, media: someMedia(), sequence: 1 };
    await stage.videos.update(coming, arrived);
    await admitTasks("account", stage, coming.id);
    expect(stage.workflows.started.slice(1)).toEqual(waiting.map((id) => `captioning ${id}-1`));
    expect(await stage.allTasks.listWaiting("account", null, 10)).toEqual([]);
  });

  test("does not read the queue of an account at its limit", async () => {
    const stage = await setStage({ maxConcurrentTasks: 1 });
    const video = await stage.addVideo();
    for (let count = 0; count < 3; count += 1) await stage.addTask({ videoId: video.id });
    await admitTasks("account", stage);
    const listPending = () => Promise.reject(new Error("The queue is read"));
    await admitTasks("account", { ...stage, allTasks: { ...stage.allTasks, listPending } });
    expect(stage.workflows.started).toHaveLength(1);
  });

  test("finds a task after any number of running ones", async () => {
    const stage = await setStage({ maxConcurrentTasks: 100 });
    const video = await stage.addVideo();
    for (let count = 0; count < 60; count += 1) {
      await stage.addTask({ videoId: video.id, attempt: 1, executionArn: "arn" });
    }
    const { id } = await stage.addTask({ videoId: video.id });
    await admitTasks("account", stage);
    expect(stage.workflows.started).toEqual([`captioning ${id}-1`]);
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
      const stage = await setStage({ maxConcurrentTasks: 1 });
      const there = await stage.addVideo();
      await stage.addTask({ videoId: there.id });
      await stage.addTask({ videoId: there.id });
      const { id: videoId } = video ? await stage.addVideo(video) : { id: "gone" };
      const doomed = await stage.addTask({ videoId, costMicroUsd: 100_000, waitsForVideo: true });
      await admitTasks("account", stage, videoId);
      expect(await stage.task(doomed.id)).toMatchObject({ status: "failed", ...error });
      expect(await stage.balance()).toEqual({ balanceMicroUsd: 1_000_000, heldMicroUsd: 0 });
    },
  );

  test("repeats an interrupted launch with the same name", async () => {
    const stage = await setStage();
    const video = await stage.addVideo();
    const { id } = await stage.addTask({ videoId: video.id, attempt: 1, executionArn: null });
    await admitTasks("account", stage);
    expect(stage.workflows.started).toEqual([`captioning ${id}-1`]);
    expect(await stage.task(id)).toMatchObject({ attempt: 1, executionArn: `arn:captioning ${id}-1` });
  });

  test("accepts an execution whose first step precedes the record of its start", async () => {
    const stage = await setStage();
    const video = await stage.addVideo();
    const { id } = await stage.addTask({ videoId: video.id });
    const workflows = {
      ...stage.workflows,
      startTask: async (kind: TaskKind, taskId: string, attempt: number) => {
        const executionArn = await stage.workflows.startTask(kind, taskId, attempt);
        const task = await stage.task(taskId);
        await stage.tasks.update(task, { ...task, status: "transcribing", sequence: 1, executionArn });
        return executionArn;
      },
    };
    await admitTasks("account", { ...stage, workflows });
    expect(await stage.task(id)).toMatchObject({
      status: "transcribing",
      attempt: 1,
      executionArn: `arn:captioning ${id}-1`,
    });
  });

  test("does not affect tasks of other accounts", async () => {
    const stage = await setStage();
    const video = await stage.addVideo();
    await stage.accounts.create({ ...((await stage.accounts.get("account")) ?? never()), id: "other" });
    await stage.addTask({ videoId: video.id, accountId: "other" });
    await admitTasks("account", stage);
    expect(stage.workflows.started).toEqual([]);
  });
});

const never = (): never => {
  throw new Error("no account");
};
