import { describe, expect, test } from "@jest/globals";
import { recognitionKey, renderJobKey, videoSourceKey } from "../../../../../core/storage/keys.ts";
import { deleteVideo } from "../../../../../core/videos/delete-video.ts";
import { cleanUpVideo } from "../../../../../core/workflows/maintenance/clean-up-video.ts";
import { reconcile } from "../../../../../core/workflows/maintenance/reconcile.ts";
import { createMemoryDeliveries, createMemoryWakeUps } from "../../../../fakes/webhooks.ts";
import { setStage } from "../workflow-deps.ts";

const silent = {
  outbox: { listEvents: async () => [], listUnpublished: async () => [], markPublished: async () => {} },
  publisher: { publish: async () => {} },
  planWebhooks: async () => {},
  deliveries: createMemoryDeliveries(),
  wakeUps: createMemoryWakeUps(),
  metrics: { record: () => {} },
};
const minutesPerDay = 1440;

const ready = async () => {
  const stage = await setStage();
  const deps = { ...stage, ...silent };
  const video = await stage.addVideo({ attempt: 1 });
  const other = await stage.addVideo();
  const begin = (videoId: string) =>
    stage.addTask({
      videoId,
      status: "rendering",
      attempt: 2,
      executionArn: "arn:captioning",
      costMicroUsd: 100_000,
    });
  const [running, waiting, kept] = [
    await begin(video.id),
    await stage.addTask({ videoId: video.id }),
    await begin(other.id),
  ];
  await stage.slots.acquire("account", running.id, 50);
  for (const task of [running, kept]) {
    await stage.bucket.putJson(recognitionKey(task.id), {});
    await stage.bucket.putJson(renderJobKey(task.id), {});
  }
  for (const { id } of [video, other]) await stage.bucket.putJson(videoSourceKey(id), {});
  return {
    ...stage,
    video,
    other,
    running,
    waiting,
    kept,
    remove: () => deleteVideo({ accountId: "account", videoId: video.id }, stage),
    cleanUp: async () => {
      for (const deletion of await stage.deletions.list(new Date("2100-01-01"), 10))
        await cleanUpVideo(deletion, stage);
    },
    reconcile: () => reconcile(deps),
  };
};

describe("deleting a video", () => {
  test("hides it immediately, and a repeated request returns NotFound", async () => {
    const stage = await ready();
    await stage.remove();
    expect(await stage.videos.get(stage.video.id)).toBeNull();
    expect((await stage.videos.list("account", 1, 20)).totalCount).toBe(1);
    await expect(stage.remove()).rejects.toMatchObject({ name: "NotFound" });
  });

  test("succeeds for one of several concurrent requests", async () => {
    const stage = await ready();
    const tries = await Promise.allSettled([1, 2, 3].map(() => stage.remove()));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("fails its tasks, releases their holds, stops executions and containers, and deletes its objects only", async () => {
    const stage = await ready();
    await stage.remove();
    await stage.cleanUp();
    expect(await stage.task(stage.running.id)).toMatchObject({ status: "failed", errorName: "VideoDeleted" });
    expect(await stage.task(stage.waiting.id)).toMatchObject({ status: "failed", errorName: "VideoDeleted" });
    expect(await stage.task(stage.kept.id)).toMatchObject({ status: "rendering" });
    expect(await stage.balance()).toEqual({ balanceMicroUsd: 900_000, heldMicroUsd: 100_000 });
    expect(await stage.slots.listHolders("account")).toEqual([]);
    expect(stage.workflows.stopped).toEqual([
      `import ${stage.video.id}-1`,
      `captioning ${stage.running.id}-2`,
    ]);
    expect(stage.stoppedGroups.sort()).toEqual(
      [`video-${stage.video.id}`, `task-${stage.running.id}`, `task-${stage.waiting.id}`].sort(),
    );
    expect([...stage.bucket.objects.keys()].sort()).toEqual(
      [recognitionKey(stage.kept.id), renderJobKey(stage.kept.id), videoSourceKey(stage.other.id)].sort(),
    );
  });

  test("removes late objects and the records 15 minutes later", async () => {
    const stage = await ready();
    await stage.remove();
    await stage.cleanUp();
    const late = await stage.addTask({ videoId: stage.video.id });
    await stage.bucket.putJson(renderJobKey(stage.running.id), {});
    stage.passMinutes(10);
    await stage.reconcile();
    expect(stage.bucket.objects.has(renderJobKey(stage.running.id))).toBe(true);
    stage.passMinutes(6);
    await stage.reconcile();
    expect(stage.bucket.objects.has(renderJobKey(stage.running.id))).toBe(false);
    for (const { id } of [stage.running, stage.waiting, late]) expect(await stage.tasks.get(id)).toBeNull();
    expect(await stage.deletions.list(new Date("2100-01-01"), 10)).toEqual([]);
    expect((await stage.tasks.get(stage.kept.id))?.status).toBe("rendering");
  });

  test("is continued by the reconciler after an interruption", async () => {
    const stage = await ready();
    await stage.remove();
    const [deletion] = await stage.deletions.list(new Date("2100-01-01"), 10);
    const dying = { ...stage.bucket, deleteAll: async () => Promise.reject(new Error("gone")) };
    await expect(cleanUpVideo(deletion as never, { ...stage, bucket: dying })).rejects.toThrow("gone");
    stage.passMinutes(2);
    await stage.reconcile();
    expect([...stage.bucket.objects.keys()]).not.toContain(renderJobKey(stage.running.id));
    expect(stage.workflows.stopped).toContain(`captioning ${stage.running.id}-2`);
    expect(await stage.balance()).toEqual({ balanceMicroUsd: 900_000, heldMicroUsd: 100_000 });
  });
});

describe("expiry", () => {
  test("removes a task's objects and record, and a video's after its last task", async () => {
    const stage = await setStage();
    const deps = { ...stage, ...silent };
    const video = await stage.addVideo();
    const task = await stage.addTask({
      videoId: video.id,
      status: "failed",
      errorName: "RenderFailed",
      error: "",
      completedAt: "2026-03-01T12:00:00.000Z",
      expiresAt: "2026-03-02T12:00:00.000Z",
    });
    await stage.bucket.putJson(recognitionKey(task.id), {});
    await stage.bucket.putJson(videoSourceKey(video.id), {});
    await stage.videos.extendExpiry(video.id, "2026-04-05T12:00:00.000Z");
    stage.passMinutes(minutesPerDay + 1);
    await reconcile(deps);
    expect([...stage.bucket.objects.keys()]).toEqual([videoSourceKey(video.id)]);
    stage.passMinutes(31 * minutesPerDay);
    await reconcile(deps);
    expect(await stage.videos.get(video.id)).not.toBeNull();
    stage.passMinutes(4 * minutesPerDay);
    await reconcile(deps);
    stage.passMinutes(2);
    await reconcile(deps);
    expect([...stage.bucket.objects.keys()]).toEqual([]);
  });

  test.each(["transcribing", "transcriptionCompleted", "rendering"] as const)(
    "ends a task that is %s: its hold is released, also after the time limit",
    async (status) => {
      const stage = await setStage();
      const video = await stage.addVideo({ expiresAt: "2026-03-09T12:00:00.000Z" });
      const expiresAt = "2026-03-02T12:00:00.000Z";
      const task = await stage.addTask({
        videoId: video.id,
        status,
        attempt: 1,
        executionArn: "arn",
        taskToken: "token",
        costMicroUsd: 100_000,
        expiresAt,
      } as never);
      stage.passMinutes(2 * minutesPerDay);
      await reconcile({ ...stage, ...silent });
      expect(await stage.balance()).toEqual({ balanceMicroUsd: 1_000_000, heldMicroUsd: 0 });
      expect(stage.workflows.stopped).toEqual([`captioning ${task.id}-1`]);
    },
  );

  test("removes an unfinished upload", async () => {
    const stage = await setStage();
    const video = await stage.addVideo({ status: "inProgress", expiresAt: "2026-03-02T12:00:00.000Z" });
    stage.passMinutes(minutesPerDay + 1);
    await reconcile({ ...stage, ...silent });
    expect((await stage.deletions.list(new Date("2100-01-01"), 10)).map(({ videoId }) => videoId)).toEqual([
      video.id,
    ]);
  });
});
