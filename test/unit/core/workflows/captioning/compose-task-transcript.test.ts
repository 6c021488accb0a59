import { describe, expect, test } from "@jest/globals";
import { cutSeconds } from "../../../../../core/cuts/cut-list.ts";
import { composeTaskTranscript } from "../../../../../core/workflows/captioning/compose-task-transcript.ts";
import { aTask, someMedia } from "../../../../fakes/builders.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

const { request } = aTask();
const word = (text: string, startSeconds: number, endSeconds: number) => ({
  text,
  type: "word" as const,
  startSeconds,
  endSeconds,
});
const recognized = {
  language: "en",
  languageConfidence: 0.9,
  engine: "test",
  words: [{ text: "Hello", spaceBefore: true, startSeconds: 1, endSeconds: 1.5, confidence: 0.9 }],
};

const ready = async (
  fields: Parameters<typeof aTask>[0],
  media = someMedia(),
): Promise<Awaited<ReturnType<typeof createWorkflowFixture>> & { id: string }> => {
  const fixture = await createWorkflowFixture();
  const video = await fixture.addVideo({ media });
  const { id } = await fixture.addTask({ videoId: video.id, status: "transcribing", sequence: 1, ...fields });
  return { ...fixture, id };
};

describe("composeTaskTranscript", () => {
  test("stores the recognized words and the identified language", async () => {
    const fixture = await ready({});
    fixture.transcripts.recognitions.set(fixture.id, recognized);
    const composed = await composeTaskTranscript({ taskId: fixture.id }, fixture);
    expect(composed).toMatchObject({ nextStage: "approval" });
    expect(await fixture.transcripts.read(fixture.id, 1)).toMatchObject([word("Hello", 1, 1.5)]);
    expect(await fixture.task(fixture.id)).toMatchObject({
      status: "transcribing",
      transcriptRevision: 1,
      detectedLanguage: "en",
    });
  });

  test("applies the spelling of the reference", async () => {
    const fixture = await ready({ request: { ...request, referenceCues: 1 } });
    fixture.transcripts.recognitions.set(fixture.id, recognized);
    await fixture.transcripts.writeReference(fixture.id, [
      { text: "“Hallo!”", startSeconds: 1, endSeconds: 2 },
    ]);
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    expect((await fixture.transcripts.read(fixture.id, 1)).map(({ text }) => text)).toEqual([
      "“",
      "Hallo",
      "!”",
    ]);
  });

  test("applies the spelling of the dictionary", async () => {
    const fixture = await ready({ request: { ...request, dictionary: ["heLLo"] } });
    fixture.transcripts.recognitions.set(fixture.id, recognized);
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    expect(await fixture.transcripts.read(fixture.id, 1)).toMatchObject([word("heLLo", 1, 1.5)]);
  });

  test("continues with rendering if autoApprove is set", async () => {
    const fixture = await ready({ request: { ...request, autoApprove: true } });
    fixture.transcripts.recognitions.set(fixture.id, recognized);
    expect(await composeTaskTranscript({ taskId: fixture.id }, fixture)).toMatchObject({
      nextStage: "rendering",
    });
  });

  test("stores an empty transcript for a video without audio", async () => {
    const fixture = await ready({}, someMedia({ audio: null }));
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    expect(await fixture.transcripts.read(fixture.id, 1)).toEqual([]);
  });

  test("truncates supplied words to the media", async () => {
    const fixture = await ready({ request: { ...request, language: "de", source: { kind: "supplied" } } });
    await fixture.transcripts.writeSupplied(fixture.id, [
      word("a", 1, 2),
      word("b", 59, 61),
      word("c", 62, 63),
    ]);
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    expect(await fixture.transcripts.read(fixture.id, 1)).toEqual([word("a", 1, 2), word("b", 59, 60)]);
    expect(await fixture.task(fixture.id)).toMatchObject({ detectedLanguage: "de" });
  });

  test("fails if all supplied words are beyond the media, as with times in milliseconds", async () => {
    const fixture = await ready({ request: { ...request, source: { kind: "supplied" } } });
    await fixture.transcripts.writeSupplied(fixture.id, [
      word("a", 61_000, 61_400),
      word("b", 61_400, 62_000),
    ]);
    await expect(composeTaskTranscript({ taskId: fixture.id }, fixture)).rejects.toMatchObject({
      name: "TranscriptOutsideVideo",
      message: expect.stringContaining("Times are in seconds"),
    });
  });

  test("copies another task's current transcript, with its language", async () => {
    const fixture = await ready({});
    const other = await fixture.addTask({
      status: "failed",
      errorName: "X",
      error: "x",
      completedAt: "now",
      transcriptRevision: 3,
      detectedLanguage: "fr",
    });
    await fixture.transcripts.write(other.id, 3, [word("bonjour", 1, 2)]);
    const copying = await fixture.addTask({
      videoId: (await fixture.task(fixture.id)).videoId,
      status: "transcribing",
      request: { ...request, source: { kind: "copy", transcriptTaskId: other.id } },
    });
    await composeTaskTranscript({ taskId: copying.id }, fixture);
    expect(await fixture.transcripts.read(copying.id, 1)).toEqual([word("bonjour", 1, 2)]);
    expect(await fixture.task(copying.id)).toMatchObject({ detectedLanguage: "fr" });
  });

  test("fails with TranscriptNotReady when the task to copy from has expired", async () => {
    const fixture = await ready({
      request: { ...request, source: { kind: "copy", transcriptTaskId: "gone" } },
    });
    await expect(composeTaskTranscript({ taskId: fixture.id }, fixture)).rejects.toMatchObject({
      name: "TranscriptNotReady",
    });
  });

  test("never replaces an existing transcript", async () => {
    const fixture = await ready({ transcriptRevision: 2 });
    await fixture.transcripts.write(fixture.id, 2, [word("edited", 1, 2)]);
    fixture.transcripts.recognitions.set(fixture.id, recognized);
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    expect(await fixture.task(fixture.id)).toMatchObject({ transcriptRevision: 2 });
  });

  test("ignores a task that has failed", async () => {
    const fixture = await ready({ status: "failed", errorName: "X", error: "x", completedAt: "now" });
    fixture.transcripts.recognitions.set(fixture.id, recognized);
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    expect(await fixture.task(fixture.id)).toMatchObject({ status: "failed", transcriptRevision: 0 });
  });
});

describe("automatic cuts", () => {
  const cutting = { ...request, autoCut: { silenceRemoval: 0.5, disfluencyRemoval: true } };
  const stumbled = {
    ...recognized,
    words: [
      { text: "Um,", spaceBefore: true, startSeconds: 9, endSeconds: 9.4, confidence: 0.9 },
      { text: "hello", spaceBefore: true, startSeconds: 10, endSeconds: 11, confidence: 0.9 },
      { text: "you.", spaceBefore: true, startSeconds: 20, endSeconds: 21, confidence: 0.9 },
    ],
    audibleSpans: [
      { startSeconds: 9, endSeconds: 9.4 },
      { startSeconds: 10, endSeconds: 11 },
      { startSeconds: 20, endSeconds: 21 },
    ],
  };
  const timesOf = (transcript: readonly { text: string; startSeconds: number; endSeconds: number }[]) =>
    transcript.map(({ text, startSeconds, endSeconds }) => [text, startSeconds, endSeconds]);

  test("store the list, map the words, and record the cuts and the duration", async () => {
    const fixture = await ready({ request: cutting });
    fixture.transcripts.recognitions.set(fixture.id, stumbled);
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    const cuts = await fixture.transcripts.readCuts(fixture.id);
    const { autoCut } = await fixture.task(fixture.id);
    expect(autoCut).toEqual({ isCut: true, durationSeconds: cutSeconds(cuts) });
    const transcript = await fixture.transcripts.read(fixture.id, 1);
    expect(transcript.map(({ text }) => text)).toEqual(["Hello", "you", "."]);
    // No pause is longer than 0.47 s and what rounding to frames adds.
    expect(transcript[0]?.startSeconds).toBeLessThan(0.54);
    expect((transcript[1]?.startSeconds ?? 0) - (transcript[0]?.endSeconds ?? 0)).toBeLessThan(0.55);
    expect(autoCut?.durationSeconds).toBeLessThan(3.6);
  });

  test("cut a hesitation without a word, but not one with a word or without disfluencyRemoval", async () => {
    const audioSpans = [
      { startSeconds: 10, endSeconds: 11, isFiller: true },
      { startSeconds: 14, endSeconds: 14.6, isFiller: true },
      { startSeconds: 20, endSeconds: 21 },
    ];
    const cutsWith = async (disfluencyRemoval: boolean) => {
      const fixture = await ready({
        request: { ...request, autoCut: { silenceRemoval: null, disfluencyRemoval } },
      });
      fixture.transcripts.recognitions.set(fixture.id, {
        ...stumbled,
        words: stumbled.words.slice(1),
        audibleSpans: audioSpans,
      });
      await composeTaskTranscript({ taskId: fixture.id }, fixture);
      return (await fixture.task(fixture.id)).autoCut;
    };
    expect(await cutsWith(false)).toEqual({ isCut: false, durationSeconds: 60 });
    // With a twentieth of a second on either side.
    expect(await cutsWith(true)).toEqual({ isCut: true, durationSeconds: expect.closeTo(59.3, 1) });
  });

  test("are recorded without a change when nothing is cut", async () => {
    const fixture = await ready({ request: cutting });
    fixture.transcripts.recognitions.set(fixture.id, { ...recognized, words: [], audibleSpans: [] });
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    expect(await fixture.task(fixture.id)).toMatchObject({ autoCut: { isCut: false, durationSeconds: 60 } });
  });

  test("use the audio for supplied words too", async () => {
    const fixture = await ready({ request: { ...cutting, source: { kind: "supplied" } } });
    await fixture.transcripts.writeSupplied(fixture.id, [word("hello", 10, 11), word("you", 20, 21)]);
    fixture.transcripts.recognitions.set(fixture.id, {
      ...recognized,
      words: [],
      audibleSpans: [{ startSeconds: 10, endSeconds: 14 }],
    });
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    const [first, second] = await fixture.transcripts.read(fixture.id, 1);
    expect((second?.startSeconds ?? 0) - (first?.endSeconds ?? 0)).toBeCloseTo(3 + 0.47, 1);
  });

  test("map a copy to the times of the source, also at another frame rate", async () => {
    const fixture = await ready({ request: { ...cutting, exportSettings: { fps: 23.976 } } });
    fixture.transcripts.recognitions.set(fixture.id, stumbled);
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    const copying = await fixture.addTask({
      videoId: (await fixture.task(fixture.id)).videoId,
      status: "transcribing",
      request: { ...request, source: { kind: "copy", transcriptTaskId: fixture.id } },
    });
    await composeTaskTranscript({ taskId: copying.id }, fixture);
    const copied = timesOf(await fixture.transcripts.read(copying.id, 1));
    const expected = [
      ["Hello", 10, 11],
      ["you", 20, 21],
      [".", 21, 21],
    ] as const;
    for (const [index, [text, start, end]] of expected.entries()) {
      expect(copied[index]?.[0]).toBe(text);
      expect(copied[index]?.[1]).toBeCloseTo(start, 2);
      expect(copied[index]?.[2]).toBeCloseTo(end, 2);
    }
  });
});
