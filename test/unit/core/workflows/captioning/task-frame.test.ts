import { describe, expect, test } from "@jest/globals";
import type { FrameRequest } from "../../../../../core/render-plan/frame-request.ts";
import { findTemplate, templates } from "../../../../../core/templates/catalog.ts";
import { getTaskFrame } from "../../../../../core/workflows/captioning/task-frame.ts";
import { aTask } from "../../../../fakes/builders.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

const { request } = aTask();
const words = [{ text: "Hi", type: "word" as const, startSeconds: 0, endSeconds: 1 }];

/** A task that waits for approval, and a drawer that writes the number of its drawings. */
const setUp = async (changes: object = {}) => {
  const fixture = await createWorkflowFixture();
  const video = await fixture.addVideo({ accountId: "account" });
  const fields: object = {
    ...{ accountId: "account", videoId: video.id, status: "transcriptionCompleted", taskToken: "token" },
    ...{ transcriptRevision: 1, request: { ...request, templateId: templates[0]?.id ?? "" } },
    ...changes,
  };
  const task = await fixture.addTask(fields);
  await fixture.transcripts.write(task.id, 1, words);
  await fixture.transcripts.write(task.id, 2, words);
  const drawn: FrameRequest[] = [];
  let tokens = 3;
  const deps = {
    ...fixture,
    findTemplate,
    frameBuckets: { take: async () => ({ taken: tokens > 0 ? 1 : 0, left: Math.max(0, --tokens) }) },
    frames: {
      async draw(frame: FrameRequest) {
        drawn.push(frame);
        fixture.bucket.objects.set(frame.imageKey, new Uint8Array([drawn.length]));
      },
    },
  };
  const frameAt = async (atSeconds: number) => {
    const path = { accountId: "account", videoId: video.id, taskId: task.id };
    const { bytes, contentType } = await getTaskFrame({ ...path, atSeconds }, deps);
    return [...bytes, contentType];
  };
  return { fixture, task, drawn, frameAt };
};

describe("a frame of a task", () => {
  test("is drawn once, before approval, from the current words, which are not part of the request", async () => {
    const { drawn, frameAt } = await setUp();
    expect(await frameAt(0.1)).toEqual([1, "image/jpeg"]);
    expect(await frameAt(0.12)).toEqual([1, "image/jpeg"]);
    expect(drawn).toHaveLength(1);
    expect(drawn[0]).toMatchObject({ frame: 3, transcriptRevision: 1 });
    expect(drawn[0]?.job).not.toHaveProperty("transcript");
  });

  test("is drawn again for other words and for b-rolls that arrived", async () => {
    const { fixture, task, frameAt } = await setUp();
    await frameAt(0);
    await fixture.tasks.update(task, { ...task, transcriptRevision: 2 });
    const edited = await fixture.task(task.id);
    expect(await frameAt(0)).toEqual([2, "image/jpeg"]);
    await fixture.bucket.putJson(`tasks/${task.id}/broll/plan.json`, []);
    await fixture.tasks.update(edited, { ...edited, hasBrollPlan: true });
    expect(await frameAt(0)).toEqual([3, "image/jpeg"]);
  });

  test("that has to be drawn counts towards a limit, and an existing one does not", async () => {
    const { frameAt } = await setUp();
    for (const at of [0, 0.1, 0.2]) await frameAt(at);
    await expect(frameAt(0.3)).rejects.toMatchObject({ name: "TooManyRequests", retryAfterSeconds: 1 });
    expect(await frameAt(0.1)).toEqual([2, "image/jpeg"]);
  });

  test("after the end of the output is rejected with its duration", async () => {
    const { frameAt, drawn } = await setUp();
    await expect(frameAt(100_000)).rejects.toMatchObject({
      name: "ValidationFailed",
      message: expect.stringMatching(/^at \(100000\) must be less than the duration of the output \(\d/),
    });
    expect(drawn).toEqual([]);
  });

  test("is a PNG for a transparent output", async () => {
    const exportSettings = { outputMode: "transparent" as const, width: 640, height: 360 };
    const { frameAt } = await setUp({
      request: { ...request, templateId: templates[0]?.id ?? "", exportSettings },
    });
    expect(await frameAt(0)).toEqual([1, "image/png"]);
  });

  test("needs a transcript, and a task of the account", async () => {
    const { frameAt } = await setUp({ status: "transcribing", transcriptRevision: 0 });
    await expect(frameAt(0)).rejects.toMatchObject({ name: "TranscriptNotReady" });
    const foreign = await setUp({ accountId: "other" });
    await expect(foreign.frameAt(0)).rejects.toMatchObject({ name: "NotFound" });
  });
});
