import { describe, expect, test } from "@jest/globals";
import type { BrollCandidate, BrollLibrary } from "../../../../../core/broll/broll-library.ts";
import { brollJobSchema, brollPlanSchema, type PlannedBroll } from "../../../../../core/broll/broll-plan.ts";
import { renderJobSchema } from "../../../../../core/render-plan/render-job.ts";
import {
  brollJobKey,
  brollPlanKey,
  renderJobKey,
  requestedBrollsKey,
  translationJobKey,
} from "../../../../../core/storage/keys.ts";
import { taskStatusView } from "../../../../../core/tasks/task-status.ts";
import { findTemplate } from "../../../../../core/templates/catalog.ts";
import { composeTaskTranscript } from "../../../../../core/workflows/captioning/compose-task-transcript.ts";
import { completeBrolls, planBrolls } from "../../../../../core/workflows/captioning/plan-brolls.ts";
import { prepareCaptioningTask } from "../../../../../core/workflows/captioning/prepare-captioning-task.ts";
import { startRendering } from "../../../../../core/workflows/captioning/start-rendering.ts";
import { aTask, aVideo, someMedia } from "../../../../fakes/builders.ts";
import { transcriptOfText } from "../../annotation/transcript-of-text.ts";
import { setStage } from "../workflow-deps.ts";

const { request } = aTask();
const broll = (startSeconds: number, endSeconds: number, url = "https://clips.example/a.mp4") => ({
  startSeconds,
  endSeconds,
  url,
});

/** A task of a video of 60 s, its words supplied, and its b-rolls. */
const ready = async (
  brolls: ReturnType<typeof broll>[],
  changes: Partial<typeof request> = {},
  fields: Parameters<typeof aTask>[0] = {},
) => {
  const stage = await setStage();
  const video = await stage.addVideo();
  const { id } = await stage.addTask({
    videoId: video.id,
    status: "transcribing",
    sequence: 1,
    transcriptRevision: 1,
    request: { ...request, source: { kind: "supplied" }, customBrolls: brolls.length, ...changes },
    ...fields,
  });
  await stage.transcripts.writeSupplied(id, []);
  await stage.transcripts.write(id, 1, []);
  await stage.bucket.putJson(requestedBrollsKey(id), brolls);
  return { ...stage, id };
};

describe("planning the b-rolls of a task", () => {
  test("follows the transcript for every source of words", async () => {
    for (const autoApprove of [true, false]) {
      const stage = await ready([broll(0, 1)], { autoApprove }, { transcriptRevision: 0 });
      expect(await composeTaskTranscript({ taskId: stage.id }, stage)).toMatchObject({ nextStage: "brolls" });
      // A new execution continues here after a crash.
      const prepared = await prepareCaptioningTask({ taskId: stage.id, executionArn: "arn:2" }, stage);
      expect(prepared.nextStage).toBe("brolls");
    }
  });

  test.each([
    { outputMode: "greenScreen" as const },
    { greenScreen: true },
    { outputMode: "transparent" as const, width: 100, height: 100 },
  ])("is skipped for a canvas, which has no video to replace: %j", async (exportSettings) => {
    const stage = await ready([broll(0, 1)], { exportSettings }, { transcriptRevision: 0 });
    expect(await composeTaskTranscript({ taskId: stage.id }, stage)).toMatchObject({ nextStage: "approval" });
    expect(await planBrolls({ taskId: stage.id }, stage)).toMatchObject({ nextStage: "approval" });
  });

  test("maps ranges of the source to the cut time line", async () => {
    const autoCut = { isCut: true, durationSeconds: 40 };
    const brolls = [broll(1, 2), broll(12, 18), broll(25, 35), broll(59, 70)];
    const stage = await ready(brolls, {}, { autoCut });
    // Seconds 10 to 30 are cut.
    const kept = [
      { startFrame: 0, endFrame: 300 },
      { startFrame: 900, endFrame: 1800 },
    ];
    await stage.transcripts.writeCuts(stage.id, { fps: { num: 30, den: 1 }, kept });
    await planBrolls({ taskId: stage.id }, stage);
    expect(await stage.bucket.getJson(brollJobKey(stage.id))).toMatchObject({
      items: [
        { ...broll(1, 2), name: "transcribeSettings.broll.customBrolls[0]" },
        { ...broll(10, 15), name: "transcribeSettings.broll.customBrolls[2]" },
        { ...broll(39, 40), name: "transcribeSettings.broll.customBrolls[3]" },
      ],
    });
  });

  test("writes a job for ranges within the video, truncated at its end", async () => {
    const stage = await ready([broll(0, 1), broll(50, 70), broll(60, 80), broll(90, 91)]);
    const jobKey = brollJobKey(stage.id);
    const planned = await planBrolls({ taskId: stage.id }, stage);
    expect(planned).toEqual({ nextStage: "fetch", taskId: stage.id, jobKey });
    expect(await stage.bucket.getJson(jobKey)).toEqual({
      taskId: stage.id,
      items: [
        { ...broll(0, 1), name: "transcribeSettings.broll.customBrolls[0]" },
        { ...broll(50, 60), name: "transcribeSettings.broll.customBrolls[1]" },
      ],
    });
    expect(await planBrolls({ taskId: stage.id }, stage)).toEqual(planned);
    expect((await stage.task(stage.id)).hasBrollPlan).toBeUndefined();
  });

  test("downloads nothing if all ranges are beyond the video", async () => {
    const stage = await ready([broll(60, 61)], { autoApprove: true });
    expect(await planBrolls({ taskId: stage.id }, stage)).toMatchObject({ nextStage: "rendering" });
    expect(await stage.bucket.getJson(brollPlanKey(stage.id))).toEqual([]);
    expect((await stage.task(stage.id)).hasBrollPlan).toBe(true);
  });

  test("marks the record when it ends, once", async () => {
    const stage = await ready([broll(0, 1)]);
    for (let round = 0; round < 2; round++)
      expect(await completeBrolls({ taskId: stage.id }, stage)).toMatchObject({ nextStage: "approval" });
    expect(await stage.task(stage.id)).toMatchObject({ status: "transcribing", hasBrollPlan: true });
    expect(await planBrolls({ taskId: stage.id }, stage)).toMatchObject({ nextStage: "approval" });
  });

  test("fails with a name for a task or video that does not exist", async () => {
    const stage = await setStage();
    await expect(planBrolls({ taskId: "unknown" }, stage)).rejects.toMatchObject({ name: "NotFound" });
    const { id } = await stage.addTask({
      status: "transcribing",
      request: { ...request, customBrolls: 1 },
    });
    await expect(planBrolls({ taskId: id }, stage)).rejects.toMatchObject({ name: "VideoUnavailable" });
  });
});

test("the render job pins the plan", async () => {
  const stage = await ready([broll(1, 2)], { autoApprove: true }, { hasBrollPlan: true });
  const plan: PlannedBroll[] = [
    { ...broll(1, 2), key: `tasks/${stage.id}/broll/clip-0`, media: someMedia() },
  ];
  await stage.bucket.putJson(brollPlanKey(stage.id), plan);
  await startRendering({ taskId: stage.id }, { ...stage, findTemplate });
  const job = renderJobSchema.parse(await stage.bucket.getJson(renderJobKey(stage.id)));
  expect(job.brolls).toEqual(plan);
});

describe("clips that the service chooses", () => {
  const chosen = (fields: Partial<BrollCandidate>, calls: string[] = []): BrollLibrary => ({
    find: async ({ text }) => {
      calls.push(text);
      const url = "https://clips.example/dog.mp4";
      return [{ id: "1", url, durationSeconds: 9, keyword: "dogs", ...fields }];
    },
  });
  const asking = async () => {
    const stage = await ready([], { brollPercent: 50 });
    const changed = await stage.task(stage.id);
    await stage.tasks.update(changed, {
      ...changed,
      detectedLanguage: "en",
      request: { ...changed.request, customBrolls: undefined },
    });
    const words = transcriptOfText(
      "Now look at this one here again. Our dogs love running on beaches today.",
      "en",
    );
    await stage.transcripts.write(stage.id, 1, words);
    return stage;
  };

  test("are searched for once, downloaded and credited", async () => {
    const stage = await asking();
    const attribution = { source: "Pexels", author: "Ana", authorUrl: "https://a", pageUrl: "https://p" };
    const calls: string[] = [];
    const deps = { ...stage, brollLibraries: async () => [chosen({ attribution }, calls)] };
    expect(await planBrolls({ taskId: stage.id }, deps)).toMatchObject({ nextStage: "fetch" });
    const { items } = brollJobSchema.parse(await stage.bucket.getJson(brollJobKey(stage.id)));
    expect(items).toMatchObject([{ keyword: "dogs", attribution, isOptional: true }]);
    const before = calls.length;
    expect(await planBrolls({ taskId: stage.id }, deps)).toMatchObject({ nextStage: "fetch" });
    expect(calls).toHaveLength(before);
  });

  test("are planned immediately if they are the operator's", async () => {
    const stage = await asking();
    const stored = { key: "brolls/1/clip", media: someMedia() };
    const deps = { ...stage, brollLibraries: async () => [chosen({ stored })] };
    expect(await planBrolls({ taskId: stage.id }, deps)).toMatchObject({ nextStage: "approval" });
    const plan = brollPlanSchema.parse(await stage.bucket.getJson(brollPlanKey(stage.id)));
    expect(plan).toMatchObject([{ keyword: "dogs", isStored: true, key: stored.key }]);
    const status = await taskStatusView(await stage.task(stage.id), aVideo(), stage);
    expect(status.brolls).toEqual([
      {
        startTime: plan[0]?.startSeconds,
        endTime: plan[0]?.endSeconds,
        keyword: "dogs",
        url: expect.stringContaining("https://media.test/brolls/1/clip"),
      },
    ]);
  });

  test("are also chosen by the original speech if captions are translated, on the cut time line", async () => {
    const stage = await asking();
    const task = await stage.task(stage.id);
    const autoCut = { isCut: true, durationSeconds: 59 };
    await stage.tasks.update(task, { ...task, detectedLanguage: "es", translatedTo: "en", autoCut });
    const kept = [{ startFrame: 30, endFrame: 1800 }];
    await stage.transcripts.writeCuts(stage.id, { fps: { num: 30, den: 1 }, kept });
    const transcript = transcriptOfText(
      "Pues mira esto de aquí ahora. Los perros aman correr por la playa.",
      "es",
    );
    const later = transcript.map((word) => ({
      ...word,
      startSeconds: word.startSeconds + 1,
      endSeconds: word.endSeconds + 1,
    }));
    await stage.bucket.putJson(translationJobKey(stage.id), {
      from: "es",
      to: "en",
      wordSource: "speech",
      transcript: later,
    });
    const spoken: (string | undefined)[] = [];
    const library: BrollLibrary = {
      find: async ({ originalSpeech }) => {
        spoken.push(originalSpeech?.language ?? undefined, originalSpeech?.text);
        return [];
      },
    };
    await planBrolls({ taskId: stage.id }, { ...stage, brollLibraries: async () => [library] });
    expect(spoken[0]).toBe("es");
    expect(spoken[1]).toContain("perros aman correr");
  });

  test("are searched for in the language of the captions, also if another one is spoken", async () => {
    const stage = await asking();
    const task = await stage.task(stage.id);
    await stage.tasks.update(task, { ...task, detectedLanguage: "es", translatedTo: "en" });
    const languages: (string | null)[] = [];
    const library: BrollLibrary = {
      find: async ({ language }) => {
        languages.push(language);
        return [];
      },
    };
    await planBrolls({ taskId: stage.id }, { ...stage, brollLibraries: async () => [library] });
    expect(new Set(languages)).toEqual(new Set(["en"]));
  });

  test("can be none: the task continues", async () => {
    const stage = await asking();
    expect(await planBrolls({ taskId: stage.id }, stage)).toMatchObject({ nextStage: "approval" });
    expect(await stage.bucket.getJson(brollPlanKey(stage.id))).toEqual([]);
  });
});
