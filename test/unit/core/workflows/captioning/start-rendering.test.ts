import { describe, expect, test } from "@jest/globals";
import { renderJobKey, segmentKey } from "../../../../../core/storage/keys.ts";
import { templates } from "../../../../../core/templates/catalog.ts";
import { startRendering } from "../../../../../core/workflows/captioning/start-rendering.ts";
import { aTask } from "../../../../fakes/builders.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

const { request } = aTask();
const words = [{ text: "Hello", type: "word" as const, startSeconds: 0.5, endSeconds: 0.9 }];

describe("startRendering", () => {
  const [template] = templates;
  const ready = async (fields: Parameters<typeof aTask>[0] = {}) => {
    const fixture = await createWorkflowFixture();
    const video = await fixture.addVideo();
    const task = await fixture.addTask({
      videoId: video.id,
      status: "rendering",
      transcriptRevision: 2,
      detectedLanguage: "de",
      request: { ...request, templateId: template?.id ?? "" },
      ...fields,
    });
    await fixture.transcripts.write(task.id, 2, words);
    const deps = {
      ...fixture,
      findTemplate: (id: string) => (id === template?.id ? template : null),
    };
    return { fixture, deps, task, video };
  };

  test("pins the input of rendering, and acquires a slot regardless of the limit", async () => {
    const { fixture, deps, task, video } = await ready();
    for (let other = 0; other < 60; other += 1) await fixture.slots.acquire("account", `other-${other}`, 100);
    expect(await startRendering({ taskId: task.id }, deps)).toMatchObject({
      taskId: task.id,
      jobKey: renderJobKey(task.id),
    });
    expect(await fixture.bucket.getJson(renderJobKey(task.id))).toMatchObject({
      taskId: task.id,
      sourceKey: `videos/${video.id}/source`,
      outputKey: `tasks/${task.id}/render/captioned.mp4`,
      transcript: words,
      language: "de",
      template: { id: template?.id },
    });
    expect(await fixture.slots.listHolders("account")).toContain(task.id);
  });

  test("keeps the job of an earlier attempt", async () => {
    const { fixture, deps, task } = await ready();
    await startRendering({ taskId: task.id }, deps);
    const pinned = { ...((await fixture.bucket.getJson(renderJobKey(task.id))) as object), language: "fr" };
    await fixture.bucket.putJson(renderJobKey(task.id), pinned);
    await startRendering({ taskId: task.id }, deps);
    expect(await fixture.bucket.getJson(renderJobKey(task.id))).toEqual(pinned);
  });

  test("has a function render a short video if the operator's limit allows it", async () => {
    const whole = { renderMode: "whole", segments: [] };
    for (const [shortTaskSeconds, isShort] of [
      [0, false],
      [1, false],
      [90, true],
    ] as const) {
      const { deps, task } = await ready();
      const limits = { shortTaskSeconds, shortTaskFunctions: 1 };
      expect(await startRendering({ taskId: task.id }, { ...deps, ...limits })).toMatchObject({
        ...whole,
        isShort,
      });
    }
  });

  test("divides a short video among functions, all of which work at once", async () => {
    const { fixture, deps, task } = await ready();
    const short = { ...deps, shortTaskSeconds: 90 };
    const expected = { renderMode: "segments", isShort: true, segments: [0, 1, 2], parallel: 3 };
    expect(await startRendering({ taskId: task.id }, short)).toMatchObject(expected);
    const { segments } = (await fixture.bucket.getJson(renderJobKey(task.id))) as {
      segments: { startFrame: number; endFrame: number }[];
    };
    expect(new Set(segments.map(({ startFrame, endFrame }) => endFrame - startFrame)).size).toBe(1);
    await fixture.bucket.putJson(segmentKey(task.id, 2, "mp4"), "rendered");
    expect(await startRendering({ taskId: task.id }, short)).toMatchObject({ segments: [0, 1] });
    // Switched off in the meantime: containers render what is missing.
    expect(await startRendering({ taskId: task.id }, { ...short, shortTaskSeconds: 0 })).toMatchObject({
      renderMode: "segments",
      isShort: false,
      segments: [0, 1],
    });
  });

  test("divides a long video into segments; later attempts render the missing ones", async () => {
    const { fixture, deps, task } = await ready();
    const first = { ...deps, segmentSettings: { parallel: 2, segmentSeconds: 4 } };
    const started = await startRendering({ taskId: task.id }, first);
    expect(started).toMatchObject({ renderMode: "segments", parallel: 2 });
    expect(started.segments.length).toBeGreaterThan(1);
    const { segments } = (await fixture.bucket.getJson(renderJobKey(task.id))) as { segments: unknown[] };
    expect(segments).toHaveLength(started.segments.length);
    await fixture.bucket.putJson(segmentKey(task.id, 0, "mp4"), "rendered");
    expect(await startRendering({ taskId: task.id }, deps)).toMatchObject({
      renderMode: "segments",
      segments: started.segments.slice(1),
    });
  });

  test("follows the speaker where the export settings say so, in one container", async () => {
    const exportSettings = { aspectRatio: "9:16" as const, fitPosition: "speaker" as const };
    const { fixture, deps, task } = await ready({
      request: { ...request, templateId: template?.id ?? "", exportSettings },
    });
    const segmentSettings = { parallel: 2, segmentSeconds: 4 };
    expect(await startRendering({ taskId: task.id }, { ...deps, segmentSettings })).toMatchObject({
      renderMode: "whole",
    });
    expect(await fixture.bucket.getJson(renderJobKey(task.id))).toMatchObject({ reframe: "speaker" });
  });

  test("renders a task whose captions keep off faces in one container", async () => {
    const renderOptions = { styleOptions: { top: "auto" as const } };
    const { deps, task } = await ready({
      request: { ...request, templateId: template?.id ?? "", renderOptions },
    });
    const segmentSettings = { parallel: 2, segmentSeconds: 4 };
    const started = await startRendering({ taskId: task.id }, { ...deps, segmentSettings });
    expect(started).toMatchObject({ renderMode: "whole", segments: [] });
  });

  test("continues an automatically approved task", async () => {
    const { fixture, deps, task } = await ready({
      status: "transcribing",
      request: { ...request, autoApprove: true, templateId: template?.id ?? "" },
    });
    await startRendering({ taskId: task.id }, deps);
    expect(await fixture.task(task.id)).toMatchObject({ status: "rendering", sequence: 1 });
  });

  test.each([
    ["is not approved", { status: "transcriptionCompleted" as const, taskToken: "t" }, "InvalidTaskState"],
    ["has no transcript", { status: "transcribing" as const, transcriptRevision: 0 }, "InvalidTaskState"],
    ["has a template that is gone", { request: { ...request, templateId: "gone" } }, "RenderFailed"],
    ["has a video that is gone", { videoId: "gone" }, "VideoUnavailable"],
  ])("rejects a task that %s", async (_, fields, name) => {
    const { deps, task } = await ready(fields);
    await expect(startRendering({ taskId: task.id }, deps)).rejects.toMatchObject({ name });
  });
});
