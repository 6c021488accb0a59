import { describe, expect, test } from "@jest/globals";
import { WriteConflict } from "../../../../core/storage/write-conflict.ts";
import type { ClipTask, CutClip } from "../../../../core/tasks/clip-task.ts";
import { aClipTask, anAccount, aTask } from "../../../fakes/builders.ts";
import { onBothRecords } from "./store-suites.ts";

const clips: CutClip[] = [
  {
    outputKey: "tasks/t/clips/1.mp4",
    theme: "Lighthouses",
    startSeconds: 3,
    endSeconds: 25,
    durationSeconds: 22,
  },
];
const moved = (task: ClipTask, fields: object): ClipTask =>
  ({ ...task, sequence: task.sequence + 1, ...fields }) as ClipTask;

onBothRecords((records) => {
  describe("clip tasks", () => {
    test("are found among their kind and among all, never among captioning tasks", async () => {
      const { tasks, clipTasks, allTasks } = records();
      const [clip, caption] = [aClipTask(), aTask()];
      await clipTasks.create(clip);
      await tasks.create(caption);
      expect(await clipTasks.get(clip.id)).toEqual(clip);
      expect(await tasks.get(clip.id)).toBeNull();
      expect(await clipTasks.get(caption.id)).toBeNull();
      expect(await allTasks.get(clip.id)).toEqual(clip);
      expect(await allTasks.get(caption.id)).toEqual(caption);
    });

    test("wait in the same queue, and have a separate list in their video", async () => {
      const { tasks, clipTasks, allTasks, taskIndex } = records();
      const clip = aClipTask({ videoId: "video" });
      const caption = aTask({ videoId: "video", createdAt: "2026-03-01T12:00:01.000Z" });
      await clipTasks.create(clip);
      await tasks.create(caption);
      const pending = await allTasks.listPending("account", 10);
      expect(pending.map(({ id }) => id)).toEqual([clip.id, caption.id]);
      const listed = await taskIndex.listByVideo("account", ["video"], 10);
      expect(listed.get("video")).toEqual({ captioning: [caption.id], clip: [clip.id] });
    });

    test("allow only the transitions of the specification", async () => {
      const { clipTasks } = records();
      const task = aClipTask();
      await clipTasks.create(task);
      await expect(clipTasks.update(task, moved(task, { status: "completed", clips }))).rejects.toThrow(
        /cannot change from pending to completed/,
      );
      const clipping = moved(task, { status: "clipping" });
      await clipTasks.update(task, clipping);
      await expect(clipTasks.update(task, clipping)).rejects.toBeInstanceOf(WriteConflict);
      await clipTasks.reportProgress(task.id, "clipping", 0.5);
      expect(await clipTasks.get(task.id)).toMatchObject({ status: "clipping", stageProgress: 0.5 });
      const clipped = moved(clipping, { status: "clipped", clips });
      await clipTasks.update(clipping, clipped);
      expect(await clipTasks.get(task.id)).toMatchObject({ status: "clipped", stageProgress: 0, clips });
    });

    test("are charged only for the clips created, and the rest of the hold is released", async () => {
      const all = records();
      const account = anAccount({ balanceMicroUsd: 1_000 });
      await all.accounts.create(account);
      const task = aClipTask({ accountId: account.id, costMicroUsd: 500, mediaMilliseconds: 60_000 });
      await all.clipTasks.create(task);
      const clipping = moved(task, { status: "clipping" });
      await all.clipTasks.update(task, clipping);
      const clipped = moved(clipping, { status: "clipped", clips });
      await all.clipTasks.update(clipping, clipped);
      const completed = moved(clipped, {
        status: "completed",
        clips,
        costMicroUsd: 300,
        completedAt: task.createdAt,
      });
      await all.clipTasks.update(clipped, completed);
      const read = await all.accounts.get(account.id);
      expect([read?.balanceMicroUsd, read?.heldMicroUsd]).toEqual([700, 0]);
      const entries = await all.ledger.list(account.id);
      expect(entries.map(({ kind, amountMicroUsd }) => [kind, amountMicroUsd])).toEqual([
        ["hold", -500],
        ["release", 500],
        ["charge", -500],
        ["refund", 200],
      ]);
    });
  });
});
