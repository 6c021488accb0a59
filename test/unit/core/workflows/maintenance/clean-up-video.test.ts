import { describe, expect, test } from "@jest/globals";
import { recognitionKey, renderJobKey, videoSourceKey } from "../../../../../core/storage/keys.ts";
import { deleteVideo } from "../../../../../core/videos/delete-video.ts";
import { cleanUpVideo } from "../../../../../core/workflows/maintenance/clean-up-video.ts";
import { reconcile } from "../../../../../core/workflows/maintenance/reconcile.ts";
import { createMemoryDeliveries, createMemoryWakeUps } from "../../../../fakes/webhooks.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

const silent = {
  outbox: { listEvents: async () => [], listUnpublished: async () => [], markPublished: async () => {} },
  publisher: { publish: async () => {} },
  planWebhooks: async () => {},
  measureEnds: async () => {},
  taskMetrics: { record: () => {} },
  deliveries: createMemoryDeliveries(),
  wakeUps: createMemoryWakeUps(),
  metrics: { record: () => {} },
};
const minutesPerDay = 1440;

const ready = async () => {
  const fixture = await createWorkflowFixture();
  const deps = { ...fixture, ...silent };
  const video = await fixture.addVideo({ attempt: 1 });
  const other = await fixture.addVideo();
  const begin = (videoId: string) =>
    fixture.addTask({
      videoId,
      status: "rendering",
      attempt: 2,
      executionArn: "arn:captioning",
      costMicroUsd: 100_000,
    });
  const [running, waiting, kept] = [
    await begin(video.id),
    await fixture.addTask({ videoId: video.id }),
    await begin(other.id),
  ];
  await fixture.slots.acquire("account", running.id, 50);
  for (const task of [running, kept]) {
    await fixture.bucket.putJson(recognitionKey(task.id), {});
    await fixture.bucket.putJson(renderJobKey(task.id), {});
  }
  for (const { id } of [video, other]) await fixture.bucket.putJson(videoSourceKey(id), {});
  return {
    ...fixture,
    video,
    other,
    running,
    waiting,
    kept,
    remove: () => deleteVideo({ accountId: "account", videoId: video.id }, fixture),
    cleanUp: async () => {
      for (const deletion of await fixture.deletions.list(new Date("2100-01-01"), 10))
        await cleanUpVideo(deletion, fixture);
    },
    reconcile: () => reconcile(deps),
  };
};

describe("deleting a video", () => {
  test("hides it immediately, and a repeated request returns NotFound", async () => {
    const fixture = await ready();
    await fixture.remove();
    expect(await fixture.videos.get(fixture.video.id)).toBeNull();
    expect((await fixture.videos.list("account", 1, 20)).totalCount).toBe(1);
    await expect(fixture.remove()).rejects.toMatchObject({ name: "NotFound" });
  });

  test("succeeds for one of several concurrent requests", async () => {
    const fixture = await ready();
    const tries = await Promise.allSettled([1, 2, 3].map(() => fixture.remove()));
    expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(1);
  });

  test("fails its tasks, releases their holds, stops executions and containers, and deletes its objects only", async () => {
    const fixture = await ready();
    await fixture.remove();
    await fixture.cleanUp();
    expect(await fixture.task(fixture.running.id)).toMatchObject({
      status: "failed",
      errorName: "VideoDeleted",
    });
    expect(await fixture.task(fixture.waiting.id)).toMatchObject({
      status: "failed",
      errorName: "VideoDeleted",
    });
    expect(await fixture.task(fixture.kept.id)).toMatchObject({ status: "rendering" });
    expect(await fixture.balance()).toEqual({ balanceMicroUsd: 900_000, heldMicroUsd: 100_000 });
    expect(await fixture.slots.listHolders("account")).toEqual([]);
    expect(fixture.workflows.stopped).toEqual([
      `import ${fixture.video.id}-1`,
      `captioning ${fixture.running.id}-2`,
    ]);
    expect(fixture.stoppedGroups.sort()).toEqual(
      [`video-${fixture.video.id}`, `task-${fixture.running.id}`, `task-${fixture.waiting.id}`].sort(),
    );
    expect([...fixture.bucket.objects.keys()].sort()).toEqual(
      [
        recognitionKey(fixture.kept.id),
        renderJobKey(fixture.kept.id),
        videoSourceKey(fixture.other.id),
      ].sort(),
    );
  });

  test("removes late objects and the records 15 minutes later", async () => {
    const fixture = await ready();
    await fixture.remove();
    await fixture.cleanUp();
    const late = await fixture.addTask({ videoId: fixture.video.id });
    await fixture.bucket.putJson(renderJobKey(fixture.running.id), {});
    fixture.passMinutes(10);
    await fixture.reconcile();
    expect(fixture.bucket.objects.has(renderJobKey(fixture.running.id))).toBe(true);
    fixture.passMinutes(6);
    await fixture.reconcile();
    expect(fixture.bucket.objects.has(renderJobKey(fixture.running.id))).toBe(false);
    for (const { id } of [fixture.running, fixture.waiting, late])
      expect(await fixture.tasks.get(id)).toBeNull();
    expect(await fixture.deletions.list(new Date("2100-01-01"), 10)).toEqual([]);
    expect((await fixture.tasks.get(fixture.kept.id))?.status).toBe("rendering");
  });

  test("is continued by the reconciler after an interruption", async () => {
    const fixture = await ready();
    await fixture.remove();
    const [deletion] = await fixture.deletions.list(new Date("2100-01-01"), 10);
    const dying = { ...fixture.bucket, deleteAll: async () => Promise.reject(new Error("gone")) };
    await expect(cleanUpVideo(deletion as never, { ...fixture, bucket: dying })).rejects.toThrow("gone");
    fixture.passMinutes(2);
    await fixture.reconcile();
    expect([...fixture.bucket.objects.keys()]).not.toContain(renderJobKey(fixture.running.id));
    expect(fixture.workflows.stopped).toContain(`captioning ${fixture.running.id}-2`);
    expect(await fixture.balance()).toEqual({ balanceMicroUsd: 900_000, heldMicroUsd: 100_000 });
  });
});

describe("expiry", () => {
  test("removes a task's objects and record, and a video's after its last task", async () => {
    const fixture = await createWorkflowFixture();
    const deps = { ...fixture, ...silent };
    const video = await fixture.addVideo();
    const task = await fixture.addTask({
      videoId: video.id,
      status: "failed",
      errorName: "RenderFailed",
      error: "",
      completedAt: "2026-03-01T12:00:00.000Z",
      expiresAt: "2026-03-02T12:00:00.000Z",
    });
    await fixture.bucket.putJson(recognitionKey(task.id), {});
    await fixture.bucket.putJson(videoSourceKey(video.id), {});
    await fixture.videos.extendExpiry(video.id, "2026-04-05T12:00:00.000Z");
    fixture.passMinutes(minutesPerDay + 1);
    await reconcile(deps);
    expect([...fixture.bucket.objects.keys()]).toEqual([videoSourceKey(video.id)]);
    fixture.passMinutes(31 * minutesPerDay);
    await reconcile(deps);
    expect(await fixture.videos.get(video.id)).not.toBeNull();
    fixture.passMinutes(4 * minutesPerDay);
    await reconcile(deps);
    fixture.passMinutes(2);
    await reconcile(deps);
    expect([...fixture.bucket.objects.keys()]).toEqual([]);
  });

  test.each(["transcribing", "transcriptionCompleted", "rendering"] as const)(
    "ends a task that is %s: its hold is released, also after the time limit",
    async (status) => {
      const fixture = await createWorkflowFixture();
      const video = await fixture.addVideo({ expiresAt: "2026-03-09T12:00:00.000Z" });
      const expiresAt = "2026-03-02T12:00:00.000Z";
      const task = await fixture.addTask({
        videoId: video.id,
        status,
        attempt: 1,
        executionArn: "arn",
        taskToken: "token",
        costMicroUsd: 100_000,
        expiresAt,
      } as never);
      fixture.passMinutes(2 * minutesPerDay);
      await reconcile({ ...fixture, ...silent });
      expect(await fixture.balance()).toEqual({ balanceMicroUsd: 1_000_000, heldMicroUsd: 0 });
      expect(fixture.workflows.stopped).toEqual([`captioning ${task.id}-1`]);
    },
  );

  test("removes an unfinished upload", async () => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo({ status: "inProgress", expiresAt: "2026-03-02T12:00:00.000Z" });
    fixture.passMinutes(minutesPerDay + 1);
    await reconcile({ ...fixture, ...silent });
    expect((await fixture.deletions.list(new Date("2100-01-01"), 10)).map(({ videoId }) => videoId)).toEqual([
      video.id,
    ]);
  });
});
