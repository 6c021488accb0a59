import { describe, expect, test } from "@jest/globals";
import { aTask } from "../../../fakes/builders.ts";
import { allParts } from "../../../fakes/parts.ts";
import { onBothRecords } from "./store-suites.ts";

onBothRecords((records) => {
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
});
