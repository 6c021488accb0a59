import { describe, expect, test } from "@jest/globals";
import { renderJobSchema } from "../../../../../core/render-plan/render-job.ts";
import { clipOutputKey, clipPlanKey, clipStillKey } from "../../../../../core/storage/keys.ts";
import { clipTaskStatusView } from "../../../../../core/tasks/clip-task-status.ts";
import { chooseTaskClips } from "../../../../../core/workflows/clips/choose-task-clips.ts";
import { prepareClipTask } from "../../../../../core/workflows/clips/prepare-clip-task.ts";
import { publishClips } from "../../../../../core/workflows/clips/publish-clips.ts";
import { failExecution } from "../../../../../core/workflows/fail-task.ts";
import { admitTasks } from "../../../../../core/workflows/maintenance/admit-tasks.ts";
import { cleanUpVideo } from "../../../../../core/workflows/maintenance/clean-up-video.ts";
import { reconcile } from "../../../../../core/workflows/maintenance/reconcile.ts";
import { aVideo } from "../../../../fakes/builders.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

import { createClipTaskFixture, media, recognition, seconds, transcription } from "./clip-task-fixture.ts";

describe("a clip task", () => {
  test("is transcribed, its clips are chosen, cut and published, and the clips made are charged", async () => {
    const fixture = await createClipTaskFixture(5);
    expect(fixture.workflows.started).toEqual([`clip ${fixture.id}-1`]);
    expect(await fixture.balance()).toMatchObject({ heldMicroUsd: transcription + 375_000 });

    const prepared = await fixture.prepare();
    expect(prepared).toMatchObject({
      nextStage: "speech",
      transcription: {
        engine: "whisper",
        language: null,
        outputs: { words: true, disfluencies: false, audibleSpans: false },
        progress: { status: "clipping", upTo: 0.5 },
      },
    });
    expect(await fixture.clipTask(fixture.id)).toMatchObject({ status: "clipping", sequence: 1 });

    await fixture.recognize();
    const chosen = await chooseTaskClips({ taskId: fixture.id }, fixture);
    expect(chosen).toMatchObject({ taskId: fixture.id, count: chosen.clips.length, parallel: 4 });
    for (const { clip, jobKey } of chosen.clips) {
      const job = renderJobSchema.parse(await fixture.bucket.getJson(jobKey));
      expect(job).toMatchObject({ outputKey: clipOutputKey(fixture.id, clip), transcript: [], media });
      await fixture.cut(clip);
    }

    await publishClips({ taskId: fixture.id }, fixture);
    const task = await fixture.clipTask(fixture.id);
    const view = await clipTaskStatusView(task, aVideo({ filename: "talk.mp4" }), fixture.links);
    const spent = transcription + chosen.count * 75_000;
    expect(view).toMatchObject({
      id: fixture.id,
      status: "completed",
      progress: 100,
      errorName: null,
      metadata: { order: "7" },
      cost: (spent / 1e6).toString().padEnd(4, "0"),
    });
    expect(view.error).toBeUndefined();
    expect(view.clips).toHaveLength(chosen.count);
    for (const clip of view.clips) {
      const { url, theme, startTime, endTime, duration } = clip;
      expect(clip.score).toBeGreaterThan(0);
      expect(clip.hook).toMatch(/\w/);
      expect(clip.reason).toMatch(/\.$/);
      expect(clip.transcript).toMatch(/clips\/transcript-\d\.json\?.*filename=talk\.clip-\d\.json$/);
      expect(clip.thumbnailUrl).toMatch(/clips\/thumbnail-\d\.jpg\?.*filename=talk\.clip-\d\.jpg$/);
      expect(url).toMatch(/clips\/clip-\d\.mp4\?expires=[-0-9T:.]+Z&filename=talk\.clip-\d\.mp4$/);
      expect(theme.length).toBeGreaterThan(10);
      expect(duration).toBeCloseTo(endTime - startTime, 2);
      expect(duration).toBeLessThan(30);
    }
    expect(await fixture.balance()).toEqual({ balanceMicroUsd: 1_000_000 - spent, heldMicroUsd: 0 });
    expect(await fixture.slots.listHolders("account")).toEqual([]);
    const published = fixture.events.filter(({ taskId }) => taskId === fixture.id);
    expect(published.map(({ status }) => status)).toEqual(["pending", "clipping", "clipped", "completed"]);
  });

  test("is cut by MediaConvert where the operator has chosen it, with the best of the captured stills", async () => {
    const fixture = await createClipTaskFixture(2, undefined, "mediaconvert");
    await fixture.prepare();
    await fixture.recognize();
    const chosen = await chooseTaskClips({ taskId: fixture.id }, fixture);
    expect(chosen.parallel).toBe(4);
    for (const { clip, mediaConvert } of chosen.clips) {
      expect(mediaConvert?.settings).toMatchObject({ Inputs: [{ TimecodeSource: "ZEROBASED" }] });
      await fixture.cut(clip);
      await fixture.bucket.putJson(clipStillKey(fixture.id, clip, 0), "black");
      await fixture.bucket.putJson(clipStillKey(fixture.id, clip, 3), "a frame with more detail");
    }
    // Of files that exist, an execution that has ended may not have compared the durations.
    expect((await chooseTaskClips({ taskId: fixture.id }, fixture)).clips).toEqual(chosen.clips);
    await publishClips({ taskId: fixture.id }, fixture);
    const task = await fixture.clipTask(fixture.id);
    expect(task).toMatchObject({ status: "completed" });
    const keys = task.status === "completed" ? task.clips.map(({ thumbnailKey }) => thumbnailKey) : [];
    expect(keys).toEqual(chosen.clips.map(({ clip }) => clipStillKey(fixture.id, clip, 3)));
  });

  test("charges once and ends once when its steps are repeated", async () => {
    const fixture = await createClipTaskFixture(1);
    await fixture.prepare();
    await fixture.recognize();
    const first = await chooseTaskClips({ taskId: fixture.id }, fixture);
    const plan = await fixture.bucket.getJson(clipPlanKey(fixture.id));
    // The words have changed, but the choice is kept.
    await fixture.recognize(recognition.words.slice(0, 60));
    expect(await chooseTaskClips({ taskId: fixture.id }, fixture)).toEqual(first);
    expect(await fixture.bucket.getJson(clipPlanKey(fixture.id))).toEqual(plan);
    await fixture.cut(0);
    await publishClips({ taskId: fixture.id }, fixture);
    await publishClips({ taskId: fixture.id }, fixture);
    expect(await fixture.balance()).toEqual({
      balanceMicroUsd: 1_000_000 - transcription - 75_000,
      heldMicroUsd: 0,
    });
    expect(await fixture.prepare()).toMatchObject({ nextStage: "finished" });
  });

  test("continues in a new execution with the results of the previous one", async () => {
    const fixture = await createClipTaskFixture(3);
    await fixture.prepare();
    await fixture.recognize();
    expect(await fixture.prepare()).toMatchObject({ nextStage: "choice", transcription: null });
    const { clips } = await chooseTaskClips({ taskId: fixture.id }, fixture);
    await fixture.cut(1);
    const again = await chooseTaskClips({ taskId: fixture.id }, fixture);
    expect(again.clips.map(({ clip }) => clip)).toEqual([0, 2]);
    expect(again.count).toBe(clips.length);

    fixture.die(fixture.executionArn);
    fixture.passMinutes(1);
    await reconcile({
      ...fixture,
      outbox: { listUnpublished: async () => [], listEvents: async () => [], markPublished: async () => {} },
      publisher: { publish: async () => {} },
      planWebhooks: async () => {},
      measureEnds: async () => {},
      taskMetrics: { record: () => {} },
      wakeUps: { wake: async () => {} },
      metrics: { record: () => {} },
    } as never);
    expect(fixture.workflows.started).toEqual([`clip ${fixture.id}-1`, `clip ${fixture.id}-2`]);
    expect(await fixture.clipTask(fixture.id)).toMatchObject({ status: "clipping", attempt: 2, redrives: 1 });

    for (const clip of [0, 2]) await fixture.cut(clip);
    const clipped = await fixture.clipTask(fixture.id);
    await fixture.clipTasks.update(clipped, {
      ...clipped,
      status: "clipped",
      sequence: clipped.sequence + 1,
      clips: [
        {
          outputKey: clipOutputKey(fixture.id, 0),
          theme: "x",
          startSeconds: 0,
          endSeconds: 9,
          durationSeconds: 9,
        },
      ],
    } as never);
    expect(await fixture.prepare()).toMatchObject({ nextStage: "publication" });
  });

  test("without speech fails with NoSpeech and costs nothing", async () => {
    const fixture = await createClipTaskFixture();
    await fixture.prepare();
    await fixture.recognize([]);
    const failure = await chooseTaskClips({ taskId: fixture.id }, fixture).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: "NoSpeech" });
    const { name, message } = failure as Error;
    await failExecution(
      {
        taskId: fixture.id,
        executionArn: fixture.executionArn,
        error: name,
        cause: message,
        stage: "choice",
      },
      { ...fixture, bucket: fixture.bucket },
    );
    const view = await clipTaskStatusView(
      await fixture.clipTask(fixture.id),
      aVideo({ filename: null }),
      fixture.links,
    );
    expect(view).toMatchObject({
      status: "failed",
      errorName: "NoSpeech",
      error: expect.stringMatching(/^NoSpeech: The video has no speech/),
      clips: [],
      cost: "0.00",
      progress: 0,
    });
    expect(await fixture.balance()).toEqual({ balanceMicroUsd: 1_000_000, heldMicroUsd: 0 });
    expect(await fixture.slots.listHolders("account")).toEqual([]);
  });

  test("with a missing clip does not complete", async () => {
    const fixture = await createClipTaskFixture(2);
    await fixture.prepare();
    await fixture.recognize();
    await chooseTaskClips({ taskId: fixture.id }, fixture);
    await fixture.cut(0);
    await expect(publishClips({ taskId: fixture.id }, fixture)).rejects.toMatchObject({
      name: "RenderFailed",
    });
    expect(await fixture.clipTask(fixture.id)).toMatchObject({ status: "clipped" });
  });

  test("is held for when its media becomes known", async () => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo({ media });
    const { id } = await fixture.addClipTask({ videoId: video.id });
    await prepareClipTask({ taskId: id, executionArn: "arn" }, fixture);
    expect(await fixture.clipTask(id)).toMatchObject({
      status: "clipping",
      costMicroUsd: transcription + 3 * 75_000,
      mediaMilliseconds: seconds * 1000,
    });
  });

  test("of a video that is too short fails before any work", async () => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo({
      media: {
        ...media,
        durationSeconds: 20,
        video: media.video && { ...media.video, durationSeconds: 20 },
        audio: media.audio && { ...media.audio, durationSeconds: 20 },
      },
    });
    const { id } = await fixture.addClipTask({
      videoId: video.id,
      request: { maxClips: 1, durationRange: "gte_60s_lt_90s", metadata: null },
    });
    await expect(prepareClipTask({ taskId: id, executionArn: "arn" }, fixture)).rejects.toMatchObject({
      name: "VideoTooShort",
    });
    expect(await fixture.clipTask(id)).toMatchObject({ status: "pending", costMicroUsd: null });
  });

  test("ends with its video: its hold is released, its execution is stopped, its objects are deleted", async () => {
    const fixture = await createClipTaskFixture();
    await fixture.prepare();
    await fixture.recognize();
    await chooseTaskClips({ taskId: fixture.id }, fixture);
    await fixture.videos.delete(await fixture.video(fixture.videoId), fixture.now());
    const [deletion] = await fixture.deletions.list(new Date("2027-01-01"), 10);
    if (!deletion) throw new Error("no deletion");
    await cleanUpVideo(deletion, fixture);
    expect(await fixture.clipTask(fixture.id)).toMatchObject({ status: "failed", errorName: "VideoDeleted" });
    expect(fixture.workflows.stopped).toContain(`clip ${fixture.id}-1`);
    expect([...fixture.bucket.objects.keys()].filter((key) => key.includes(fixture.id))).toEqual([]);
    expect(await fixture.balance()).toEqual({ balanceMicroUsd: 1_000_000, heldMicroUsd: 0 });
  });

  test("shares the account's slots with captioning tasks, oldest first", async () => {
    const fixture = await createWorkflowFixture({ maxConcurrentTasks: 1 });
    const video = await fixture.addVideo({ media });
    const clip = await fixture.addClipTask({ videoId: video.id });
    const caption = await fixture.addTask({ videoId: video.id });
    await admitTasks("account", fixture);
    expect(fixture.workflows.started).toEqual([`clip ${clip.id}-1`]);
    await failExecution(
      {
        taskId: clip.id,
        executionArn: (await fixture.clipTask(clip.id)).executionArn ?? "",
        error: "RenderFailed",
        cause: "The encoder failed",
        stage: "clips",
      },
      fixture,
    );
    await admitTasks("account", fixture);
    expect(fixture.workflows.started).toEqual([`clip ${clip.id}-1`, `captioning ${caption.id}-1`]);
  });
});
