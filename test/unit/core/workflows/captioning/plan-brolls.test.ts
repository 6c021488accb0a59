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
import { createWorkflowFixture } from "../workflow-deps.ts";

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
  const fixture = await createWorkflowFixture();
  const video = await fixture.addVideo();
  const { id } = await fixture.addTask({
    videoId: video.id,
    status: "transcribing",
    sequence: 1,
    transcriptRevision: 1,
    request: { ...request, source: { kind: "supplied" }, customBrolls: brolls.length, ...changes },
    ...fields,
  });
  await fixture.transcripts.writeSupplied(id, []);
  await fixture.transcripts.write(id, 1, []);
  await fixture.bucket.putJson(requestedBrollsKey(id), brolls);
  return { ...fixture, id };
};

describe("planning the b-rolls of a task", () => {
  test("follows the transcript for every source of words", async () => {
    for (const autoApprove of [true, false]) {
      const fixture = await ready([broll(0, 1)], { autoApprove }, { transcriptRevision: 0 });
      expect(await composeTaskTranscript({ taskId: fixture.id }, fixture)).toMatchObject({
        nextStage: "brolls",
      });
      // A new execution continues here after a crash.
      const prepared = await prepareCaptioningTask({ taskId: fixture.id, executionArn: "arn:2" }, fixture);
      expect(prepared.nextStage).toBe("brolls");
    }
  });

  test.each([
    { outputMode: "greenScreen" as const },
    { greenScreen: true },
    { outputMode: "transparent" as const, width: 100, height: 100 },
  ])("is skipped for a canvas, which has no video to replace: %j", async (exportSettings) => {
    const fixture = await ready([broll(0, 1)], { exportSettings }, { transcriptRevision: 0 });
    expect(await composeTaskTranscript({ taskId: fixture.id }, fixture)).toMatchObject({
      nextStage: "approval",
    });
    expect(await planBrolls({ taskId: fixture.id }, fixture)).toMatchObject({ nextStage: "approval" });
  });

  test("maps ranges of the source to the cut time line", async () => {
    const autoCut = { isCut: true, durationSeconds: 40 };
    const brolls = [broll(1, 2), broll(12, 18), broll(25, 35), broll(59, 70)];
    const fixture = await ready(brolls, {}, { autoCut });
    // Seconds 10 to 30 are cut.
    const kept = [
      { startFrame: 0, endFrame: 300 },
      { startFrame: 900, endFrame: 1800 },
    ];
    await fixture.transcripts.writeCuts(fixture.id, { fps: { num: 30, den: 1 }, kept });
    await planBrolls({ taskId: fixture.id }, fixture);
    expect(await fixture.bucket.getJson(brollJobKey(fixture.id))).toMatchObject({
      items: [
        { ...broll(1, 2), name: "transcribeSettings.broll.customBrolls[0]" },
        { ...broll(10, 15), name: "transcribeSettings.broll.customBrolls[2]" },
        { ...broll(39, 40), name: "transcribeSettings.broll.customBrolls[3]" },
      ],
    });
  });

  test("writes a job for ranges within the video, truncated at its end", async () => {
    const fixture = await ready([broll(0, 1), broll(50, 70), broll(60, 80), broll(90, 91)]);
    const jobKey = brollJobKey(fixture.id);
    const planned = await planBrolls({ taskId: fixture.id }, fixture);
    expect(planned).toEqual({ nextStage: "fetch", taskId: fixture.id, jobKey });
    expect(await fixture.bucket.getJson(jobKey)).toEqual({
      taskId: fixture.id,
      items: [
        { ...broll(0, 1), name: "transcribeSettings.broll.customBrolls[0]" },
        { ...broll(50, 60), name: "transcribeSettings.broll.customBrolls[1]" },
      ],
    });
    expect(await planBrolls({ taskId: fixture.id }, fixture)).toEqual(planned);
    expect((await fixture.task(fixture.id)).hasBrollPlan).toBeUndefined();
  });

  test("downloads nothing if all ranges are beyond the video", async () => {
    const fixture = await ready([broll(60, 61)], { autoApprove: true });
    expect(await planBrolls({ taskId: fixture.id }, fixture)).toMatchObject({ nextStage: "rendering" });
    expect(await fixture.bucket.getJson(brollPlanKey(fixture.id))).toEqual([]);
    expect((await fixture.task(fixture.id)).hasBrollPlan).toBe(true);
  });

  test("marks the record when it ends, once", async () => {
    const fixture = await ready([broll(0, 1)]);
    for (let round = 0; round < 2; round++)
      expect(await completeBrolls({ taskId: fixture.id }, fixture)).toMatchObject({ nextStage: "approval" });
    expect(await fixture.task(fixture.id)).toMatchObject({ status: "transcribing", hasBrollPlan: true });
    expect(await planBrolls({ taskId: fixture.id }, fixture)).toMatchObject({ nextStage: "approval" });
  });

  test("fails with a name for a task or video that does not exist", async () => {
    const fixture = await createWorkflowFixture();
    await expect(planBrolls({ taskId: "unknown" }, fixture)).rejects.toMatchObject({ name: "NotFound" });
    const { id } = await fixture.addTask({
      status: "transcribing",
      request: { ...request, customBrolls: 1 },
    });
    await expect(planBrolls({ taskId: id }, fixture)).rejects.toMatchObject({ name: "VideoUnavailable" });
  });
});

test("the render job pins the plan", async () => {
  const fixture = await ready([broll(1, 2)], { autoApprove: true }, { hasBrollPlan: true });
  const plan: PlannedBroll[] = [
    { ...broll(1, 2), key: `tasks/${fixture.id}/broll/clip-0`, media: someMedia() },
  ];
  await fixture.bucket.putJson(brollPlanKey(fixture.id), plan);
  await startRendering({ taskId: fixture.id }, { ...fixture, findTemplate });
  const job = renderJobSchema.parse(await fixture.bucket.getJson(renderJobKey(fixture.id)));
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
    const fixture = await ready([], { brollPercent: 50 });
    const changed = await fixture.task(fixture.id);
    await fixture.tasks.update(changed, {
      ...changed,
      detectedLanguage: "en",
      request: { ...changed.request, customBrolls: undefined },
    });
    const words = transcriptOfText(
      "Now look at this one here again. Our dogs love running on beaches today.",
      "en",
    );
    await fixture.transcripts.write(fixture.id, 1, words);
    return fixture;
  };

  test("are searched for once, downloaded and credited", async () => {
    const fixture = await asking();
    const attribution = { source: "Pexels", author: "Ana", authorUrl: "https://a", pageUrl: "https://p" };
    const calls: string[] = [];
    const deps = { ...fixture, brollLibraries: async () => [chosen({ attribution }, calls)] };
    expect(await planBrolls({ taskId: fixture.id }, deps)).toMatchObject({ nextStage: "fetch" });
    const { items } = brollJobSchema.parse(await fixture.bucket.getJson(brollJobKey(fixture.id)));
    expect(items).toMatchObject([{ keyword: "dogs", attribution, isOptional: true }]);
    const before = calls.length;
    expect(await planBrolls({ taskId: fixture.id }, deps)).toMatchObject({ nextStage: "fetch" });
    expect(calls).toHaveLength(before);
  });

  test("are planned immediately if they are the operator's", async () => {
    const fixture = await asking();
    const stored = { key: "brolls/1/clip", media: someMedia() };
    const deps = { ...fixture, brollLibraries: async () => [chosen({ stored })] };
    expect(await planBrolls({ taskId: fixture.id }, deps)).toMatchObject({ nextStage: "approval" });
    const plan = brollPlanSchema.parse(await fixture.bucket.getJson(brollPlanKey(fixture.id)));
    expect(plan).toMatchObject([{ keyword: "dogs", isStored: true, key: stored.key }]);
    const status = await taskStatusView(await fixture.task(fixture.id), aVideo(), fixture);
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
    const fixture = await asking();
    const task = await fixture.task(fixture.id);
    const autoCut = { isCut: true, durationSeconds: 59 };
    await fixture.tasks.update(task, { ...task, detectedLanguage: "es", translatedTo: "en", autoCut });
    const kept = [{ startFrame: 30, endFrame: 1800 }];
    await fixture.transcripts.writeCuts(fixture.id, { fps: { num: 30, den: 1 }, kept });
    const transcript = transcriptOfText(
      "Pues mira esto de aquí ahora. Los perros aman correr por la playa.",
      "es",
    );
    const later = transcript.map((word) => ({
      ...word,
      startSeconds: word.startSeconds + 1,
      endSeconds: word.endSeconds + 1,
    }));
    await fixture.bucket.putJson(translationJobKey(fixture.id), {
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
    await planBrolls({ taskId: fixture.id }, { ...fixture, brollLibraries: async () => [library] });
    expect(spoken[0]).toBe("es");
    expect(spoken[1]).toContain("perros aman correr");
  });

  test("are searched for in the language of the captions, also if another one is spoken", async () => {
    const fixture = await asking();
    const task = await fixture.task(fixture.id);
    await fixture.tasks.update(task, { ...task, detectedLanguage: "es", translatedTo: "en" });
    const languages: (string | null)[] = [];
    const library: BrollLibrary = {
      find: async ({ language }) => {
        languages.push(language);
        return [];
      },
    };
    await planBrolls({ taskId: fixture.id }, { ...fixture, brollLibraries: async () => [library] });
    expect(new Set(languages)).toEqual(new Set(["en"]));
  });

  test("can be none: the task continues", async () => {
    const fixture = await asking();
    expect(await planBrolls({ taskId: fixture.id }, fixture)).toMatchObject({ nextStage: "approval" });
    expect(await fixture.bucket.getJson(brollPlanKey(fixture.id))).toEqual([]);
  });
});
