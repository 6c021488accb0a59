import { describe, expect, test } from "@jest/globals";
import { renderJobSchema } from "../../../../../core/render-plan/render-job.ts";
import { clipOutputKey, clipPlanKey } from "../../../../../core/storage/keys.ts";
import { clipTaskStatusView } from "../../../../../core/tasks/clip-task-status.ts";
import { chooseTaskClips } from "../../../../../core/workflows/clips/choose-task-clips.ts";
import { prepareClipTask } from "../../../../../core/workflows/clips/prepare-clip-task.ts";
import { publishClips } from "../../../../../core/workflows/clips/publish-clips.ts";
import { failExecution } from "../../../../../core/workflows/fail-task.ts";
import { admitTasks } from "../../../../../core/workflows/maintenance/admit-tasks.ts";
import { cleanUpVideo } from "../../../../../core/workflows/maintenance/clean-up-video.ts";
import { reconcile } from "../../../../../core/workflows/maintenance/reconcile.ts";
import { aVideo } from "../../../../fakes/builders.ts";
import { setStage } from "../workflow-deps.ts";

import { media, recognition, seconds, setClipStage, transcription } from "./clip-stage.ts";

describe("a clip task", () => {
  test("is transcribed, its clips are chosen, cut and published, and the clips made are charged", async () => {
    const stage = await setClipStage(5);
    expect(stage.workflows.started).toEqual([`clip ${stage.id}-1`]);
    expect(await stage.balance()).toMatchObject({ heldMicroUsd: transcription + 375_000 });

    const prepared = await stage.prepare();
    expect(prepared).toMatchObject({
      nextStage: "speech",
      transcription: {
        engine: "whisper",
        language: null,
        outputs: { words: true, disfluencies: false, audibleSpans: false },
        progress: { status: "clipping", upTo: 0.5 },
      },
    });
    expect(await stage.clipTask(stage.id)).toMatchObject({ status: "clipping", sequence: 1 });

    await stage.recognize();
    const chosen = await chooseTaskClips({ taskId: stage.id }, stage);
    expect(chosen).toMatchObject({ taskId: stage.id, count: chosen.clips.length, parallel: 4 });
    for (const { clip, jobKey } of chosen.clips) {
      const job = renderJobSchema.parse(await stage.bucket.getJson(jobKey));
      expect(job).toMatchObject({ outputKey: clipOutputKey(stage.id, clip), transcript: [], media });
      await stage.cut(clip);
    }

    await publishClips({ taskId: stage.id }, stage);
    const task = await stage.clipTask(stage.id);
    const view = await clipTaskStatusView(task, aVideo({ filename: "talk.mp4" }), stage.links);
    const spent = transcription + chosen.count * 75_000;
    expect(view).toMatchObject({
      id: stage.id,
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
    expect(await stage.balance()).toEqual({ balanceMicroUsd: 1_000_000 - spent, heldMicroUsd: 0 });
    expect(await stage.slots.listHolders("account")).toEqual([]);
    const published = stage.events.filter(({ taskId }) => taskId === stage.id);
    expect(published.map(({ status }) => status)).toEqual(["pending", "clipping", "clipped", "completed"]);
  });

  test("charges once and ends once when its steps are repeated", async () => {
    const stage = await setClipStage(1);
    await stage.prepare();
    await stage.recognize();
    const first = await chooseTaskClips({ taskId: stage.id }, stage);
    const plan = await stage.bucket.getJson(clipPlanKey(stage.id));
    // The words have changed, but the choice is kept.
    await stage.recognize(recognition.words.slice(0, 60));
    expect(await chooseTaskClips({ taskId: stage.id }, stage)).toEqual(first);
    expect(await stage.bucket.getJson(clipPlanKey(stage.id))).toEqual(plan);
    await stage.cut(0);
    await publishClips({ taskId: stage.id }, stage);
    await publishClips({ taskId: stage.id }, stage);
    expect(await stage.balance()).toEqual({
      balanceMicroUsd: 1_000_000 - transcription - 75_000,
      heldMicroUsd: 0,
    });
    expect(await stage.prepare()).toMatchObject({ nextStage: "finished" });
  });

  test("continues in a new execution with the results of the previous one", async () => {
    const stage = await setClipStage(3);
    await stage.prepare();
    await stage.recognize();
    expect(await stage.prepare()).toMatchObject({ nextStage: "choice", transcription: null });
    const { clips } = await chooseTaskClips({ taskId: stage.id }, stage);
    await stage.cut(1);
    const again = await chooseTaskClips({ taskId: stage.id }, stage);
    expect(again.clips.map(({ clip }) => clip)).toEqual([0, 2]);
    expect(again.count).toBe(clips.length);

    stage.die(stage.executionArn);
    stage.passMinutes(1);
    await reconcile({
      ...stage,
      outbox: { listUnpublished: async () => [], listEvents: async () => [], markPublished: async () => {} },
      publisher: { publish: async () => {} },
      planWebhooks: async () => {},
      wakeUps: { wake: async () => {} },
      metrics: { record: () => {} },
    } as never);
    expect(stage.workflows.started).toEqual([`clip ${stage.id}-1`, `clip ${stage.id}-2`]);
    expect(await stage.clipTask(stage.id)).toMatchObject({ status: "clipping", attempt: 2, redrives: 1 });

    for (const clip of [0, 2]) await stage.cut(clip);
    const clipped = await stage.clipTask(stage.id);
    await stage.clipTasks.update(clipped, {
      ...clipped,
      status: "clipped",
      sequence: clipped.sequence + 1,
      clips: [
        {
          outputKey: clipOutputKey(stage.id, 0),
          theme: "x",
          startSeconds: 0,
          endSeconds: 9,
          durationSeconds: 9,
        },
      ],
    } as never);
    expect(await stage.prepare()).toMatchObject({ nextStage: "publication" });
  });

  test("without speech fails with NoSpeech and costs nothing", async () => {
    const stage = await setClipStage();
    await stage.prepare();
    await stage.recognize([]);
    const failure = await chooseTaskClips({ taskId: stage.id }, stage).catch((error: Error) => error);
    expect(failure).toMatchObject({ name: "NoSpeech" });
    const { name, message } = failure as Error;
    await failExecution(
      { taskId: stage.id, executionArn: stage.executionArn, error: name, cause: message, stage: "choice" },
      { ...stage, bucket: stage.bucket },
    );
    const view = await clipTaskStatusView(
      await stage.clipTask(stage.id),
      aVideo({ filename: null }),
      stage.links,
    );
    expect(view).toMatchObject({
      status: "failed",
      errorName: "NoSpeech",
      error: expect.stringMatching(/^NoSpeech: The video has no speech/),
      clips: [],
      cost: "0.00",
      progress: 0,
    });
    expect(await stage.balance()).toEqual({ balanceMicroUsd: 1_000_000, heldMicroUsd: 0 });
    expect(await stage.slots.listHolders("account")).toEqual([]);
  });

  test("with a missing clip does not complete", async () => {
    const stage = await setClipStage(2);
    await stage.prepare();
    await stage.recognize();
    await chooseTaskClips({ taskId: stage.id }, stage);
    await stage.cut(0);
    await expect(publishClips({ taskId: stage.id }, stage)).rejects.toMatchObject({ name: "RenderFailed" });
    expect(await stage.clipTask(stage.id)).toMatchObject({ status: "clipped" });
  });

  test("is held for when its media becomes known", async () => {
    const stage = await setStage();
    const video = await stage.addVideo({ media });
    const { id } = await stage.addClipTask({ videoId: video.id });
    await prepareClipTask({ taskId: id, executionArn: "arn" }, stage);
    expect(await stage.clipTask(id)).toMatchObject({
      status: "clipping",
      costMicroUsd: transcription + 3 * 75_000,
      mediaMilliseconds: seconds * 1000,
    });
  });

  test("of a video that is too short fails before any work", async () => {
    const stage = await setStage();
    const video = await stage.addVideo({
      media: {
        ...media,
        durationSeconds: 20,
        video: media.video && { ...media.video, durationSeconds: 20 },
        audio: media.audio && { ...media.audio, durationSeconds: 20 },
      },
    });
    const { id } = await stage.addClipTask({
      videoId: video.id,
      request: { maxClips: 1, durationRange: "gte_60s_lt_90s", metadata: null },
    });
    await expect(prepareClipTask({ taskId: id, executionArn: "arn" }, stage)).rejects.toMatchObject({
      name: "VideoTooShort",
    });
    expect(await stage.clipTask(id)).toMatchObject({ status: "pending", costMicroUsd: null });
  });

  test("ends with its video: its hold is released, its execution is stopped, its objects are deleted", async () => {
    const stage = await setClipStage();
    await stage.prepare();
    await stage.recognize();
    await chooseTaskClips({ taskId: stage.id }, stage);
    await stage.videos.delete(await stage.video(stage.videoId), stage.now());
    const [deletion] = await stage.deletions.list(new Date("2027-01-01"), 10);
    if (!deletion) throw new Error("no deletion");
    await cleanUpVideo(deletion, stage);
    expect(await stage.clipTask(stage.id)).toMatchObject({ status: "failed", errorName: "VideoDeleted" });
    expect(stage.workflows.stopped).toContain(`clip ${stage.id}-1`);
    expect([...stage.bucket.objects.keys()].filter((key) => key.includes(stage.id))).toEqual([]);
    expect(await stage.balance()).toEqual({ balanceMicroUsd: 1_000_000, heldMicroUsd: 0 });
  });

  test("shares the account's slots with captioning tasks, oldest first", async () => {
    const stage = await setStage({ maxConcurrentTasks: 1 });
    const video = await stage.addVideo({ media });
    const clip = await stage.addClipTask({ videoId: video.id });
    const caption = await stage.addTask({ videoId: video.id });
    await admitTasks("account", stage);
    expect(stage.workflows.started).toEqual([`clip ${clip.id}-1`]);
    await failExecution(
      {
        taskId: clip.id,
        executionArn: (await stage.clipTask(clip.id)).executionArn ?? "",
        error: "RenderFailed",
        cause: "The encoder failed",
        stage: "clips",
      },
      stage,
    );
    await admitTasks("account", stage);
    expect(stage.workflows.started).toEqual([`clip ${clip.id}-1`, `captioning ${caption.id}-1`]);
  });
});
