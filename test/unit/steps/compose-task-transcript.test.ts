import { describe, expect, test } from "@jest/globals";
import { composeTaskTranscript } from "../../../core/workflows/compose-task-transcript.ts";
import { aTask, someMedia } from "../../fakes/builders.ts";
import { setStage } from "./stage.ts";

const { request } = aTask();
const word = (text: string, start_time: number, end_time: number) => ({
  text,
  type: "word" as const,
  start_time,
  end_time,
});
const heard = {
  language: "en",
  languageConfidence: 0.9,
  engine: "test",
  words: [{ text: "Hello", spaceBefore: true, startSeconds: 1, endSeconds: 1.5, confidence: 0.9 }],
};

const ready = async (
  fields: Parameters<typeof aTask>[0],
  media = someMedia(),
): Promise<Awaited<ReturnType<typeof setStage>> & { id: string }> => {
  const stage = await setStage();
  const video = await stage.addVideo({ media });
  const { id } = await stage.addTask({ videoId: video.id, status: "transcribing", sequence: 1, ...fields });
  return { ...stage, id };
};

describe("composeTaskTranscript", () => {
  test("stores what was recognised and the language that was found", async () => {
    const stage = await ready({});
    stage.transcripts.recognitions.set(stage.id, heard);
    const composed = await composeTaskTranscript({ taskId: stage.id }, stage);
    expect(composed).toMatchObject({ nextStage: "approval" });
    expect(await stage.transcripts.read(stage.id, 1)).toMatchObject([word("Hello", 1, 1.5)]);
    expect(await stage.task(stage.id)).toMatchObject({
      status: "transcribing",
      transcriptRevision: 1,
      detectedLanguage: "en",
    });
  });

  test("goes on to rendering with autoApprove", async () => {
    const stage = await ready({ request: { ...request, autoApprove: true } });
    stage.transcripts.recognitions.set(stage.id, heard);
    expect(await composeTaskTranscript({ taskId: stage.id }, stage)).toMatchObject({
      nextStage: "rendering",
    });
  });

  test("a film without sound has an empty transcript", async () => {
    const stage = await ready({}, someMedia({ audio: null }));
    await composeTaskTranscript({ taskId: stage.id }, stage);
    expect(await stage.transcripts.read(stage.id, 1)).toEqual([]);
  });

  test("supplied words are cut to the media", async () => {
    const stage = await ready({ request: { ...request, language: "de", source: { kind: "supplied" } } });
    await stage.transcripts.writeSupplied(stage.id, [word("a", 1, 2), word("b", 59, 61), word("c", 62, 63)]);
    await composeTaskTranscript({ taskId: stage.id }, stage);
    expect(await stage.transcripts.read(stage.id, 1)).toEqual([word("a", 1, 2), word("b", 59, 60)]);
    expect(await stage.task(stage.id)).toMatchObject({ detectedLanguage: "de" });
  });

  test("copies another task's transcript as it is now, with its language", async () => {
    const stage = await ready({});
    const other = await stage.addTask({
      status: "failed",
      errorName: "X",
      error: "x",
      completedAt: "now",
      transcriptRevision: 3,
      detectedLanguage: "fr",
    });
    await stage.transcripts.write(other.id, 3, [word("bonjour", 1, 2)]);
    const copying = await stage.addTask({
      videoId: (await stage.task(stage.id)).videoId,
      status: "transcribing",
      request: { ...request, source: { kind: "copy", transcriptTaskId: other.id } },
    });
    await composeTaskTranscript({ taskId: copying.id }, stage);
    expect(await stage.transcripts.read(copying.id, 1)).toEqual([word("bonjour", 1, 2)]);
    expect(await stage.task(copying.id)).toMatchObject({ detectedLanguage: "fr" });
  });

  test("says so when the task to copy from has expired", async () => {
    const stage = await ready({
      request: { ...request, source: { kind: "copy", transcriptTaskId: "gone" } },
    });
    await expect(composeTaskTranscript({ taskId: stage.id }, stage)).rejects.toMatchObject({
      name: "TranscriptNotReady",
    });
  });

  test("never replaces a transcript that is there", async () => {
    const stage = await ready({ transcriptRevision: 2 });
    await stage.transcripts.write(stage.id, 2, [word("edited", 1, 2)]);
    stage.transcripts.recognitions.set(stage.id, heard);
    await composeTaskTranscript({ taskId: stage.id }, stage);
    expect(await stage.task(stage.id)).toMatchObject({ transcriptRevision: 2 });
  });

  test("leaves a task alone that failed meanwhile", async () => {
    const stage = await ready({ status: "failed", errorName: "X", error: "x", completedAt: "now" });
    stage.transcripts.recognitions.set(stage.id, heard);
    await composeTaskTranscript({ taskId: stage.id }, stage);
    expect(await stage.task(stage.id)).toMatchObject({ status: "failed", transcriptRevision: 0 });
  });
});
