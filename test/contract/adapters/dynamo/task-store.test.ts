import { describe, expect, test } from "@jest/globals";
import { WriteConflict } from "../../../../core/storage/write-conflict.ts";
import type { CaptioningTask } from "../../../../core/tasks/captioning-task.ts";
import type { UnfinishedGroup } from "../../../../core/tasks/task.ts";
import { anAccount, aTask, aVideo, expiresAt } from "../../../fakes/builders.ts";
import { allParts } from "../../../fakes/parts.ts";
import { onBothRecords } from "./store-suites.ts";

const transcribing = (task: CaptioningTask, cost: number | null = task.costMicroUsd): CaptioningTask => ({
  ...task,
  status: "transcribing",
  sequence: task.sequence + 1,
  costMicroUsd: cost,
});
const rendering = (task: CaptioningTask): CaptioningTask => ({
  ...task,
  status: "rendering",
  sequence: task.sequence + 1,
});
const completed = (task: CaptioningTask): CaptioningTask =>
  ({
    ...task,
    status: "completed",
    sequence: task.sequence + 1,
    outputKey: "o.mp4",
    completedAt: task.createdAt,
  }) as CaptioningTask;
const failed = (task: CaptioningTask): CaptioningTask =>
  ({
    ...task,
    status: "failed",
    sequence: task.sequence + 1,
    errorName: "RenderFailed",
    error: "It failed.",
    completedAt: task.createdAt,
  }) as CaptioningTask;

onBothRecords((records, clock) => {
  describe("captioning tasks", () => {
    test("are returned as they were stored, once per ID", async () => {
      const { allTasks: tasks } = records();
      const plain = aTask();
      const metadata = { constructor: "ACME", toString: "x", ключ: "значение" };
      const task = { ...plain, request: { ...plain.request, metadata } };
      await tasks.create(task);
      expect(await tasks.get(task.id)).toEqual(task);
      expect(await tasks.get("unknown")).toBeNull();
      await expect(tasks.create(task)).rejects.toBeInstanceOf(WriteConflict);
    });

    test("are hidden from readers as soon as they expire", async () => {
      const { allTasks: tasks } = records();
      const task = aTask();
      await tasks.create(task);
      clock().advance(Date.parse(expiresAt) - clock().now().getTime());
      expect(await tasks.get(task.id)).toBeNull();
    });

    test("are removed once they have ended, and found by the sweep when they have expired", async () => {
      const { allTasks: tasks, taskIndex } = records();
      const task = aTask({ videoId: "video" });
      await tasks.create(task);
      await expect(tasks.delete(task)).rejects.toBeInstanceOf(WriteConflict);
      const end = { errorName: "RenderFailed", error: "broken", completedAt: task.createdAt };
      const failed = { ...task, status: "failed", sequence: 1, ...end } as CaptioningTask;
      await tasks.update(task, failed);
      expect(await tasks.listExpired(10)).toEqual([]);
      clock().advance(Date.parse(expiresAt) - clock().now().getTime() + 1000);
      expect(await tasks.listExpired(10)).toMatchObject([{ id: failed.id, status: "failed" }]);
      await tasks.delete(failed);
      await tasks.delete(failed);
      expect(await tasks.listExpired(10)).toEqual([]);
      expect((await taskIndex.listByVideo("account", ["video"], 5)).get("video")?.captioning).toEqual([]);
    });

    test("are found by video, the newest of each, for a whole page of videos at once", async () => {
      const { allTasks: tasks, taskIndex } = records();
      const videoIds = [aVideo().id, aVideo().id, aVideo().id];
      const made = videoIds.flatMap((videoId) => [1, 2, 3].map(() => aTask({ videoId })));
      const short = aTask({ videoId: videoIds[0] as string, expiresAt: "2026-03-02T12:00:00.000Z" });
      for (const task of [...made, short]) await tasks.create(task);
      clock().advance(2 * 86_400_000);
      const newestTwo = (videoId: string | undefined) => ({
        captioning: made
          .filter((task) => task.videoId === videoId)
          .map(({ id }) => id)
          .slice(1),
        clip: [],
      });
      const [first, , third] = videoIds as [string, string, string];
      expect(await taskIndex.listByVideo("account", [third, first], 2)).toEqual(
        new Map([
          [third, newestTwo(third)],
          [first, newestTwo(first)],
        ]),
      );
      expect(await taskIndex.listByVideo("another", [first], 2)).toEqual(
        new Map([[first, { captioning: [], clip: [] }]]),
      );
      expect(await taskIndex.listByVideo("account", [], 2)).toEqual(new Map());
    });

    test("let one of several concurrent changes of a record win", async () => {
      const { allTasks: tasks } = records();
      const task = aTask();
      await tasks.create(task);
      const outcomes = await Promise.allSettled(
        [1, 2, 3, 4, 5].map(() => tasks.update(task, transcribing(task))),
      );
      const rejected = outcomes.filter((outcome) => outcome.status === "rejected");
      expect(rejected.map(({ reason }) => reason)).toEqual(Array(4).fill(expect.any(WriteConflict)));
    });

    test("reject a transition that is not in the table", async () => {
      const { allTasks: tasks } = records();
      const task = aTask();
      await tasks.create(task);
      await expect(tasks.update(task, completed(task))).rejects.toThrow(
        "cannot change from pending to completed",
      );
    });

    test("a changed revision or attempt causes a write conflict for an earlier read", async () => {
      const { allTasks: tasks } = records();
      const task = aTask({ status: "transcribing" });
      await tasks.create(task);
      await tasks.update(task, { ...task, transcriptRevision: 1 });
      await expect(tasks.update(task, { ...task, attempt: 1 })).rejects.toBeInstanceOf(WriteConflict);
      expect(await tasks.get(task.id)).toMatchObject({ transcriptRevision: 1, attempt: 0 });
    });

    test("the task token is removed when the task ends", async () => {
      const { allTasks: tasks } = records();
      const task = aTask({ status: "transcriptionCompleted", taskToken: "token" });
      await tasks.create(task);
      await tasks.update(task, rendering(task));
      const waiting = (await tasks.get(task.id)) as CaptioningTask;
      expect(waiting).toMatchObject({ status: "rendering", taskToken: "token" });
      await tasks.update(waiting, completed(waiting));
      expect(await tasks.get(task.id)).not.toHaveProperty("taskToken");
    });

    test("progress increases within a status and restarts in the next one", async () => {
      const { allTasks: tasks } = records();
      const task = aTask({ status: "transcribing" });
      await tasks.create(task);
      await tasks.reportProgress(task.id, "transcribing", 0.5);
      await tasks.reportProgress(task.id, "transcribing", 0.3);
      expect(await tasks.get(task.id)).toMatchObject({ stageProgress: 0.5 });
      // Read before the progress was written: does not block the write, and a write in the same status keeps the
      // progress.
      await tasks.update(task, { ...task, attempt: 1 });
      expect(await tasks.get(task.id)).toMatchObject({ stageProgress: 0.5, attempt: 1 });
      const read = { ...task, attempt: 1 };
      await tasks.update(read, rendering(read));
      expect(await tasks.get(task.id)).toMatchObject({ stageProgress: 0, status: "rendering" });
    });

    test("tasks that wait for a video are listed separately, page by page, until they are in the queue", async () => {
      const { allTasks: tasks } = records();
      const at = (second: number): string => `2026-03-01T12:00:0${second}.000Z`;
      const made = [0, 1, 2, 3, 4].map((second) =>
        aTask({
          videoId: second === 4 ? "another" : "video",
          createdAt: at(second),
          waitsForVideo: second % 2 === 0,
        }),
      );
      for (const task of made) await tasks.create(task);
      const [first, second, third, fourth, fifth] = made as [
        CaptioningTask,
        CaptioningTask,
        CaptioningTask,
        CaptioningTask,
        CaptioningTask,
      ];
      const ids = async (listed: Promise<{ id: string }[]>) => (await listed).map(({ id }) => id);
      expect(await ids(tasks.listPending("account", 10))).toEqual([second.id, fourth.id]);
      expect(await ids(tasks.listPending("account", 1, second))).toEqual([fourth.id]);
      expect(await ids(tasks.listPending("account", 10, fourth))).toEqual([]);
      expect(await ids(tasks.listWaiting("account", "video", 10))).toEqual([first.id, third.id]);
      expect(await ids(tasks.listWaiting("account", "video", 1, first))).toEqual([third.id]);
      expect((await ids(tasks.listWaiting("account", null, 10))).toSorted()).toEqual(
        [first.id, third.id, fifth.id].toSorted(),
      );

      const joined = { ...first, waitsForVideo: false } as CaptioningTask;
      await tasks.update(first, joined);
      expect(await ids(tasks.listPending("account", 10))).toEqual([first.id, second.id, fourth.id]);
      expect(await ids(tasks.listWaiting("account", "video", 10, first))).toEqual([third.id]);
      // Read before the task was in the queue: the old row must not remain.
      await expect(tasks.update(first, failed(first))).rejects.toBeInstanceOf(WriteConflict);
      await tasks.update(joined, failed(joined));
      await tasks.update(third, failed(third));
      expect(await ids(tasks.listPending("account", 10))).toEqual([second.id, fourth.id]);
      expect(await ids(tasks.listWaiting("account", null, 10))).toEqual([fifth.id]);
    });

    test("tasks of a video, pending tasks of an account, and unfinished tasks are listed oldest first", async () => {
      const { allTasks: tasks, taskIndex } = records();
      const videoId = "video";
      const first = aTask({ videoId });
      const second = aTask({ videoId, createdAt: "2026-03-01T12:00:01.000Z" });
      const foreign = aTask({ accountId: "another", createdAt: "2026-03-01T12:00:02.000Z" });
      for (const task of [first, second, foreign]) await tasks.create(task);
      const ids = await taskIndex.listByVideo("account", [videoId], 10);
      expect(ids.get(videoId)).toEqual({ captioning: [first.id, second.id], clip: [] });
      expect((await tasks.listPending("account", 10)).map(({ id }) => id)).toEqual([first.id, second.id]);
      expect((await tasks.listPending("account", 1)).map(({ id }) => id)).toEqual([first.id]);
      const begun = transcribing(first);
      await tasks.update(first, begun);
      expect((await tasks.listPending("account", 10)).map(({ id }) => id)).toEqual([second.id]);
      await tasks.update(second, failed(second));
      expect(await tasks.listPending("account", 10)).toEqual([]);
      const inGroup = (group: UnfinishedGroup): Promise<string[]> =>
        allParts((cursor) => tasks.listUnfinished(group, 10, cursor));
      expect(await inGroup("queued")).toEqual([foreign.id]);
      expect(await inGroup("running")).toEqual([first.id]);
      expect(await inGroup("approval")).toEqual([]);
      expect(await tasks.listUnfinishedIds("running", 10)).toEqual([first.id]);
      expect(await tasks.listUnfinishedIds("approval", 10)).toEqual([]);
    });
  });

  describe("a task's money", () => {
    const rich = async (balanceMicroUsd = 1_000) => {
      const all = records();
      const account = anAccount({ balanceMicroUsd });
      await all.accounts.create(account);
      const sums = async () => {
        const read = await all.accounts.get(account.id);
        return [read?.balanceMicroUsd, read?.heldMicroUsd];
      };
      return { ...all, account, sums };
    };

    test("is held with the record, charged with its completion, once", async () => {
      const { tasks, ledger, account, sums } = await rich();
      const task = aTask({ accountId: account.id, costMicroUsd: 300 });
      await tasks.create(task);
      expect(await sums()).toEqual([700, 300]);
      await expect(tasks.create(task)).rejects.toBeInstanceOf(WriteConflict);
      const begun = transcribing(task);
      await tasks.update(task, begun);
      const drawn = rendering(begun);
      await tasks.update(begun, drawn);
      expect(await sums()).toEqual([700, 300]);
      await tasks.update(drawn, completed(drawn));
      await expect(tasks.update(drawn, completed(drawn))).rejects.toBeInstanceOf(WriteConflict);
      expect(await sums()).toEqual([700, 0]);
      const entries = await ledger.list(account.id);
      expect(entries.map(({ kind, amountMicroUsd }) => [kind, amountMicroUsd])).toEqual([
        ["hold", -300],
        ["release", 300],
        ["charge", -300],
      ]);
    });

    test("is held later when the cost was not known, and refunded on failure", async () => {
      const { tasks, account, sums } = await rich();
      const task = aTask({ accountId: account.id });
      await tasks.create(task);
      expect(await sums()).toEqual([1000, 0]);
      const begun = transcribing(task, 1000);
      await tasks.update(task, begun);
      expect(await sums()).toEqual([0, 1000]);
      await tasks.update(begun, failed(begun));
      expect(await sums()).toEqual([1000, 0]);
    });

    test("creates and moves nothing if the balance is insufficient", async () => {
      const { tasks, account, sums, ledger } = await rich(299);
      const task = aTask({ accountId: account.id, costMicroUsd: 300 });
      await expect(tasks.create(task)).rejects.toMatchObject({ name: "InsufficientCredits" });
      expect(await tasks.get(task.id)).toBeNull();
      const waiting = aTask({ accountId: account.id });
      await tasks.create(waiting);
      const begun = transcribing(waiting, 300);
      await expect(tasks.update(waiting, begun)).rejects.toMatchObject({ name: "InsufficientCredits" });
      expect(await tasks.get(waiting.id)).toMatchObject({ status: "pending", costMicroUsd: null });
      expect(await sums()).toEqual([299, 0]);
      expect(await ledger.list(account.id)).toEqual([]);
    });

    test("pays for exactly 12 of 30 tasks that are created at once", async () => {
      const { tasks, account, sums } = await rich(1_200);
      const all = Array.from({ length: 30 }, () => aTask({ accountId: account.id, costMicroUsd: 100 }));
      const created = await Promise.allSettled(all.map((task) => tasks.create(task)));
      const rejected = created.filter((outcome) => outcome.status === "rejected");
      expect(rejected.map(({ reason }) => reason.name)).toEqual(Array(18).fill("InsufficientCredits"));
      expect(await sums()).toEqual([0, 1200]);
    });
  });
});
