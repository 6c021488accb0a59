import { describe, expect, test } from "@jest/globals";
import type { CaptioningTask } from "../../../../core/tasks/captioning-task.ts";
import { aTask } from "../../../fakes/builders.ts";
import { allParts } from "../../../fakes/parts.ts";
import { onBothRecords } from "./store-suites.ts";

onBothRecords((records, clock) => {
  describe("the list of all tasks", () => {
    test("names the newest first, over all videos or of one, for records that are read together", async () => {
      const { allTasks: tasks, taskIndex } = records();
      const made = [aTask({ videoId: "a" }), aTask({ videoId: "b" }), aTask({ videoId: "a" })];
      const short = aTask({ videoId: "a", expiresAt: "2026-03-02T12:00:00.000Z" });
      for (const task of [...made, short, aTask({ accountId: "another" })]) await tasks.create(task);
      clock().advance(2 * 86_400_000);
      const newestFirst = made.map(({ id }) => id).toReversed();
      const [third = "", second = "", first = ""] = newestFirst;
      const list = async (videoId: string | null, before: string | null, limit: number) =>
        (await taskIndex.listNewest("account", { videoId, before, limit })).map(({ id }) => id);
      expect(await list(null, null, 10)).toEqual(newestFirst);
      expect(await list(null, null, 1)).toEqual([third]);
      expect(await list(null, third, 10)).toEqual([second, first]);
      expect(await list("a", null, 10)).toEqual([third, first]);
      expect(await list("a", third, 10)).toEqual([first]);
      expect(await list("unknown", null, 10)).toEqual([]);
      expect(await taskIndex.listNewest("account", { videoId: "b", before: null, limit: 1 })).toEqual([
        { id: second, kind: "captioning" },
      ]);
      const read = await tasks.getMany([second, "unknown", short.id, first]);
      expect(read.map(({ id }) => id)).toEqual([second, first]);
      expect(await tasks.getMany([])).toEqual([]);
    });
  });

  describe("the lists of unfinished tasks", () => {
    test("lists unfinished tasks by group, part by part, and those that expire soon", async () => {
      const { allTasks: tasks, cursors } = records();
      const waiting = Array.from({ length: 7 }, (_, day) =>
        aTask({
          status: "transcriptionCompleted",
          taskToken: "token",
          expiresAt: `2026-03-1${day}T12:00:00.000Z`,
        } as never),
      );
      const launched = aTask({ attempt: 1, expiresAt: "2026-03-20T12:00:00.000Z" });
      for (const task of [...waiting, launched]) await tasks.create(task);
      const ids = (found: readonly { id: string }[]) => found.map(({ id }) => id).sort();
      expect(await allParts((cursor) => tasks.listUnfinished("approval", 2, cursor))).toEqual(ids(waiting));
      expect(await allParts((cursor) => tasks.listUnfinished("running", 2, cursor))).toEqual([launched.id]);
      const soon = await tasks.listExpiring(new Date("2026-03-12T00:00:00.000Z"), 10);
      expect(ids(soon)).toEqual(ids(waiting.slice(0, 2)));
      const { cursor } = await tasks.listUnfinished("approval", 2, null);
      await cursors.set("approval", cursor);
      expect(await cursors.get("approval")).toBe(cursor);
      await cursors.set("approval", null);
      expect(await cursors.get("approval")).toBeNull();
      expect(await cursors.get("running")).toBeNull();
    });
  });

  describe("failed tasks of all accounts", () => {
    const failed = (task: CaptioningTask, completedAt: string): CaptioningTask =>
      ({
        ...{ ...task, status: "failed", sequence: task.sequence + 1 },
        ...{ errorName: "RenderFailed", error: "It failed.", completedAt },
      }) as CaptioningTask;

    test("are listed by their end, newest first, page by page, until they are deleted", async () => {
      const { allTasks: tasks } = records();
      const ids: string[] = [];
      for (const second of [0, 2, 1]) {
        const task = aTask();
        await tasks.create(task);
        const completedAt = `2026-03-01T12:00:0${second}.000Z`;
        await tasks.update(task, failed(task, completedAt));
        ids[second] = task.id;
      }
      const idsOf = (page: { items: readonly { id: string }[] }) => page.items.map(({ id }) => id);
      const first = await tasks.listFailed(2, null);
      expect(idsOf(first)).toEqual([ids[2], ids[1]]);
      expect(idsOf(await tasks.listFailed(2, first.cursor))).toEqual([ids[0]]);
      await tasks.delete(first.items[0] as CaptioningTask);
      expect(idsOf(await tasks.listFailed(5, null))).toEqual([ids[1], ids[0]]);
    });
  });
});
