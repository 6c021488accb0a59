import { describe, expect, test } from "@jest/globals";
import { translatedBatchKey, translationJobKey, translationKey } from "../../../../../core/storage/keys.ts";
import { transcriptLanguage } from "../../../../../core/tasks/captioning-task.ts";
import { transcriptProblems } from "../../../../../core/transcript/validate.ts";
import type { Translation } from "../../../../../core/translation/translation.ts";
import type { Translator } from "../../../../../core/translation/translator.ts";
import { composeTaskTranscript } from "../../../../../core/workflows/captioning/compose-task-transcript.ts";
import { translateTaskTranscript } from "../../../../../core/workflows/captioning/translate-task-transcript.ts";
import { aTask } from "../../../../fakes/builders.ts";
import { machineOffer } from "../../../../fakes/translation.ts";
import { wordsFrom } from "../../translation/words-from.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

const { request } = aTask();
const noReport = (): void => {};

/** A translator with a table of sentences. */
const table: Readonly<Record<string, string>> = {
  "We spent 350 euros.": "Gastamos 350 euros.",
  "Did you know that?": "¿Lo sabías?",
};
const fromTable = (requested: string[] = []): Translator => ({
  name: "table",
  isNondeterministic: false,
  supports: () => true,
  translate: async ({ sentences }) => {
    requested.push(...sentences);
    return sentences.map((text) => table[text] ?? null);
  },
});

const ready = async (fields: Partial<typeof request>, text = "We spent 350 euros. Did you know that?") => {
  const fixture = await createWorkflowFixture();
  const video = await fixture.addVideo();
  const { id } = await fixture.addTask({
    videoId: video.id,
    status: "transcribing",
    sequence: 1,
    request: { ...request, source: { kind: "supplied" }, translateTo: "es", ...fields },
  });
  await fixture.transcripts.writeSupplied(id, wordsFrom(text));
  return { ...fixture, id };
};

describe("a task with translateTo", () => {
  test("is composed, translated and composed again, with sentences at their times", async () => {
    const fixture = await ready({ language: "en" });
    expect(await composeTaskTranscript({ taskId: fixture.id }, fixture)).toMatchObject({
      nextStage: "translation",
    });
    expect((await fixture.task(fixture.id)).transcriptRevision).toBe(0);
    const deps = { ...fixture, translators: { amazon: fromTable() }, reportFailure: noReport };
    expect(await translateTaskTranscript({ taskId: fixture.id }, deps)).toEqual({ nextStage: "transcript" });
    expect(await composeTaskTranscript({ taskId: fixture.id }, fixture)).toMatchObject({
      nextStage: "approval",
    });

    const transcript = await fixture.transcripts.read(fixture.id, 1);
    expect(transcript.map(({ text }) => text)).toEqual([
      "Gastamos",
      "350",
      "euros",
      ".",
      "¿",
      "Lo",
      "sabías",
      "?",
    ]);
    expect(transcriptProblems(transcript, "transcript")).toEqual([]);
    // Each sentence has four spoken words of 0.3 s.
    expect(transcript.map(({ startSeconds }) => startSeconds >= 1.2)).toEqual([
      false,
      false,
      false,
      true,
      true,
      true,
      true,
      true,
    ]);
    const task = await fixture.task(fixture.id);
    expect(task).toMatchObject({ detectedLanguage: "en", translatedTo: "es" });
    expect(transcriptLanguage(task)).toBe("es");
  });

  test("has the language of a supplied text identified", async () => {
    const fixture = await ready({ language: null });
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    expect(await fixture.bucket.getJson(translationJobKey(fixture.id))).toMatchObject({
      from: "en",
      to: "es",
    });
  });

  test.each([
    ["the language of the words", { language: "es" }],
    ["their language as it is identified", { language: null }],
  ])("to %s is not translated, and needs no translator", async (_, fields) => {
    const fixture = await ready(fields, "Hoy hablamos de la playa y de las arenas blancas.");
    const composed = await composeTaskTranscript(
      { taskId: fixture.id },
      { ...fixture, translation: machineOffer({}) },
    );
    expect(composed).toMatchObject({ nextStage: "approval" });
    expect(await fixture.transcripts.read(fixture.id, 1)).toHaveLength(11);
  });

  test("is not translated without speech", async () => {
    const fixture = await ready({ language: "en" });
    await fixture.transcripts.writeSupplied(fixture.id, []);
    expect(await composeTaskTranscript({ taskId: fixture.id }, fixture)).toMatchObject({
      nextStage: "approval",
    });
  });

  test("fails with the supported pairs if the identified language is not supported", async () => {
    const fixture = await ready({ language: null });
    const translation = machineOffer({ pairs: ["pt>es"] });
    await expect(
      composeTaskTranscript({ taskId: fixture.id }, { ...fixture, translation }),
    ).rejects.toMatchObject({
      name: "TranslationUnsupported",
      message: expect.stringMatching(/English.*pt to es/s),
    });
  });

  test("continues after a lost call, without repeating work", async () => {
    const fixture = await ready({ language: "en" });
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    const requested: string[] = [];
    const deps = { ...fixture, translators: { amazon: fromTable(requested) }, reportFailure: noReport };
    await fixture.bucket.putJson(translatedBatchKey(fixture.id, 0), [
      { text: "Gastamos 350 euros.", isDoubtful: false },
      { text: "¿Lo sabías?", isDoubtful: true },
    ]);
    await translateTaskTranscript({ taskId: fixture.id }, deps);
    await translateTaskTranscript({ taskId: fixture.id }, deps);
    expect(requested).toEqual([]);
    const { transcript } = (await fixture.bucket.getJson(translationKey(fixture.id))) as Translation;
    // Words without a number of the source get a low confidence.
    expect(transcript.map(({ confidence }) => confidence)).toEqual([1, 1, 1, 1, 0.3, 0.3, 0.3, 0.3]);
  });

  test("continues in the next call when the time limit is reached", async () => {
    const many = Array.from({ length: 130 }, () => "We spent 350 euros.").join(" ");
    const fixture = await ready({ language: "en" }, many);
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    const slow: Translator = {
      ...fromTable(),
      translate: async ({ sentences }) => {
        fixture.passMinutes(9);
        return sentences.map((text) => table[text] ?? null);
      },
    };
    const deps = { ...fixture, translators: { amazon: slow }, reportFailure: noReport };
    expect(await translateTaskTranscript({ taskId: fixture.id }, deps)).toEqual({ nextStage: "translation" });
    let calls = 1;
    while ((await translateTaskTranscript({ taskId: fixture.id }, deps)).nextStage === "translation")
      calls += 1;
    expect(calls).toBeGreaterThan(0);
  });

  test("uses speech that Whisper has translated into English", async () => {
    const fixture = await ready({ language: null, translateTo: "en", source: { kind: "speech" } });
    const words = wordsFrom("Las arenas son blancas. No hay nadie.").filter(({ type }) => type === "word");
    fixture.transcripts.recognitions.set(fixture.id, {
      language: "es",
      languageConfidence: 1,
      engine: "whisper",
      words: words.map(({ text, startSeconds, endSeconds }, index) => ({
        text: index === 3 || index === 6 ? `${text}.` : text,
        spaceBefore: true,
        startSeconds: startSeconds,
        endSeconds: endSeconds,
        confidence: 0.8,
      })),
      englishTranslation: [
        { startSeconds: 0, endSeconds: 2.1, text: "The sands are white. There is nobody." },
      ],
    });
    const deps = {
      ...fixture,
      translation: machineOffer({ hasSpeechTranslation: true }),
      translators: {},
      reportFailure: noReport,
    };
    await composeTaskTranscript({ taskId: fixture.id }, deps);
    await translateTaskTranscript({ taskId: fixture.id }, deps);
    await composeTaskTranscript({ taskId: fixture.id }, deps);
    const transcript = await fixture.transcripts.read(fixture.id, 1);
    expect(transcript.map(({ text }) => text).join(" ")).toBe("The sands are white . There is nobody .");
    expect(transcript.find(({ text }) => text === "There")?.startSeconds).toBe(1.2);
  });

  test("translates no fillers that are cut, and maps the words to the cut time line", async () => {
    const autoCut = { silenceRemoval: null, disfluencyRemoval: true };
    const fixture = await ready({ language: "en", autoCut }, "Um, we spent 350 euros. Did you know that?");
    fixture.transcripts.recognitions.set(fixture.id, {
      language: null,
      languageConfidence: null,
      engine: "whisper",
      words: [],
      audibleSpans: [{ startSeconds: 0, endSeconds: 2.7 }],
    });
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    const requested: string[] = [];
    const deps = { ...fixture, translators: { amazon: fromTable(requested) }, reportFailure: noReport };
    await translateTaskTranscript({ taskId: fixture.id }, deps);
    await composeTaskTranscript({ taskId: fixture.id }, fixture);
    expect(requested).toEqual(["We spent 350 euros.", "Did you know that?"]);
    const { autoCut: done } = await fixture.task(fixture.id);
    expect(done?.isCut).toBe(true);
    expect((await fixture.transcripts.read(fixture.id, 1)).at(-1)?.endSeconds).toBeLessThanOrEqual(
      done?.durationSeconds ?? 0,
    );
  });
});
