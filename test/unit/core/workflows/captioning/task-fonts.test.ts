import { describe, expect, test } from "@jest/globals";
import type { RenderJob } from "../../../../../core/render-plan/render-job.ts";
import { fontFileKey, renderJobKey } from "../../../../../core/storage/keys.ts";
import { findTemplate, templates } from "../../../../../core/templates/catalog.ts";
import { composeTaskTranscript } from "../../../../../core/workflows/captioning/compose-task-transcript.ts";
import { prepareCaptioningTask } from "../../../../../core/workflows/captioning/prepare-captioning-task.ts";
import { startRendering } from "../../../../../core/workflows/captioning/start-rendering.ts";
import { executionFailure } from "../../../../../core/workflows/execution-failure.ts";
import { aTask, createdAt } from "../../../../fakes/builders.ts";
import { aFont } from "../../../../fakes/fonts.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

const { request } = aTask();
const wordIn = (fontId: string) => ({
  text: "Hi",
  type: "word" as const,
  startSeconds: 0,
  endSeconds: 1,
  fontFileKey: fontFileKey(fontId),
});

/** Records with one usable and one deleted font. */
const setFonts = async () => {
  const fixture = await createWorkflowFixture();
  const [kept, deleted] = [aFont(), aFont({ filename: "Gone.otf" })];
  for (const font of [kept, deleted]) await fixture.fonts.create(font, 10);
  await fixture.fonts.delete("account", deleted.id, createdAt);
  const video = await fixture.addVideo();
  return { fixture, kept, deleted, video };
};
const styledWith = (fontId: string) => ({ ...request, renderOptions: { styleOptions: { fontId } } });

describe("a deleted font", () => {
  test("of the style fails the task before any work", async () => {
    const { fixture, deleted, video } = await setFonts();
    const task = await fixture.addTask({ videoId: video.id, request: styledWith(deleted.id) });
    const prepared = prepareCaptioningTask({ taskId: task.id, executionArn: "arn" }, fixture);
    await expect(prepared).rejects.toMatchObject({
      name: "FontNotFound",
      message: expect.stringContaining(`Gone.otf (${deleted.id}) has been deleted`),
    });
    expect(await fixture.task(task.id)).toMatchObject({ status: "pending", costMicroUsd: null });
  });

  test("of a word fails the task when the words are stored, and when rendering starts", async () => {
    const { fixture, deleted, video } = await setFonts();
    const supplied = await fixture.addTask({
      videoId: video.id,
      status: "transcribing",
      request: { ...request, source: { kind: "supplied" } },
    });
    await fixture.transcripts.writeSupplied(supplied.id, [wordIn(deleted.id)]);
    await expect(composeTaskTranscript({ taskId: supplied.id }, fixture)).rejects.toMatchObject({
      name: "FontNotFound",
    });
    const approved = await fixture.addTask({
      videoId: video.id,
      status: "rendering",
      transcriptApproved: true,
      transcriptRevision: 1,
    });
    await fixture.transcripts.write(approved.id, 1, [wordIn(deleted.id)]);
    await expect(
      startRendering({ taskId: approved.id }, { ...fixture, findTemplate: () => templates[0] ?? null }),
    ).rejects.toMatchObject({ name: "FontNotFound" });
  });

  test("is returned to the client with that error name", () => {
    const cause = JSON.stringify({ errorType: "FontNotFound", errorMessage: "The font a has been deleted." });
    expect(executionFailure("FontNotFound", cause, "prepare")).toEqual({
      name: "FontNotFound",
      message: "The font a has been deleted.",
    });
  });
});

test("the render job lists each required font once", async () => {
  const { fixture, kept, video } = await setFonts();
  const other = aFont();
  await fixture.fonts.create(other, 10);
  const task = await fixture.addTask({
    videoId: video.id,
    status: "rendering",
    transcriptApproved: true,
    transcriptRevision: 1,
    request: styledWith(kept.id),
  });
  await fixture.transcripts.write(task.id, 1, [wordIn(kept.id), wordIn(other.id), wordIn(other.id)]);
  await startRendering({ taskId: task.id }, { ...fixture, findTemplate });
  const job = (await fixture.bucket.getJson(renderJobKey(task.id))) as RenderJob;
  expect(job.fonts).toEqual([kept, other].map(({ id }) => ({ fontId: id, fileKey: `fonts/${id}/file` })));
});
