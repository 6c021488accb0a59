import { describe, expect, test } from "@jest/globals";
import { dubJobSchema, dubPlanSchema } from "../../../../../core/dub/dub-job.ts";
import {
  dubAudioKey,
  dubJobKey,
  dubPlanKey,
  dubShortenedKey,
  dubShorteningKey,
  dubSpokenKey,
  shortDubJobKey,
  shortDubSpokenKey,
  translationKey,
} from "../../../../../core/storage/keys.ts";
import { taskStatusView } from "../../../../../core/tasks/task-status.ts";
import type { Translator } from "../../../../../core/translation/translator.ts";
import { composeTaskTranscript } from "../../../../../core/workflows/captioning/compose-task-transcript.ts";
import { translateTaskTranscript } from "../../../../../core/workflows/captioning/translate-task-transcript.ts";
import { aTask, aVideo } from "../../../../fakes/builders.ts";
import { memoryLinks } from "../../../../fakes/media.ts";
import { machineOffer } from "../../../../fakes/translation.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

const sentences = [
  {
    startSeconds: 1,
    endSeconds: 2,
    source: "Good morning to all of you.",
    text: "Muito bom dia a todos vocês que estão aqui.",
    isDoubtful: false,
  },
  { startSeconds: 2.5, endSeconds: 4, source: "Bye.", text: "Adeus.", isDoubtful: false },
];
const short = "Bom dia a todos.";

const spokenSentence = (text: string, seconds: number, isDoubtful = false) => ({
  seconds,
  loudnessDb: -22,
  peakDb: -6,
  originalLoudnessDb: -22,
  voice: "pf_dora",
  errorRate: 0,
  isDoubtful,
  words: [{ text, startSeconds: 0, endSeconds: seconds }],
});
const spoken = { sentences: [spokenSentence("longo", 4), spokenSentence("Adeus.", 1)] };

const model = (translate: Translator["translate"]): Translator => ({
  name: "model",
  isNondeterministic: true,
  supports: () => true,
  translate,
});

/** A dub whose first sentence does not fit. */
const ready = async ({ hasModel = true, text = short as string | null } = {}) => {
  const fixture = await createWorkflowFixture();
  const { id: videoId } = await fixture.addVideo();
  const { request } = aTask();
  const { id } = await fixture.addTask({
    videoId,
    status: "transcribing",
    sequence: 1,
    request: { ...request, translateTo: "pt", dub: true, autoApprove: true },
  });
  const words = [
    { text: "Good", spaceBefore: true, startSeconds: 1, endSeconds: 1.5, confidence: 0.9 },
    { text: "bye.", spaceBefore: true, startSeconds: 1.5, endSeconds: 2, confidence: 0.9 },
  ];
  fixture.transcripts.recognitions.set(id, {
    language: "en",
    languageConfidence: 0.9,
    engine: "test",
    words,
  });
  await fixture.bucket.putJson(translationKey(id), { from: "en", to: "pt", sentences, transcript: [] });
  await fixture.bucket.putJson(dubSpokenKey(id), spoken);
  const translation = machineOffer({ pairs: ["en>pt"], hasModel });
  const compose = () => composeTaskTranscript({ taskId: id }, { ...fixture, translation });
  const failures: unknown[] = [];
  const shorten = (translate: Translator["translate"] = async () => [text]) =>
    translateTaskTranscript(
      { taskId: id },
      {
        ...fixture,
        translation,
        translators: { model: model(translate) },
        reportFailure: (_, error) => void failures.push(error),
      },
    );
  const warnings = async () => {
    const media = { links: memoryLinks, bucket: fixture.bucket };
    return (await taskStatusView(await fixture.task(id), aVideo({ id: videoId }), media)).warnings;
  };
  return { ...fixture, id, compose, shorten, failures, warnings };
};

describe("a sentence of a dub that does not fit", () => {
  test("is shortened by the language model, spoken again and fitted", async () => {
    const { bucket, compose, shorten, id, transcripts, warnings } = await ready();
    expect(await compose()).toMatchObject({ nextStage: "translation", dub: null });
    expect(await bucket.getJson(dubShorteningKey(id))).toMatchObject({
      from: "en",
      to: "pt",
      sentences: [{ index: 0, source: "Good morning to all of you.", maxCharacters: 18 }],
    });
    expect(await shorten()).toEqual({ nextStage: "transcript" });

    const speak = { step: "speak", jobKey: shortDubJobKey(id), progress: { from: 0.9, upTo: 0.95 } };
    expect(await compose()).toMatchObject({ nextStage: "dub", dub: speak });
    expect(dubJobSchema.parse(await bucket.getJson(shortDubJobKey(id)))).toMatchObject({
      version: 1,
      sentences: [
        { text: short, version: 1 },
        { text: "Adeus.", startSeconds: 2.5 },
      ],
    });

    const shorter = { sentences: [spokenSentence("curto", 1.5), spokenSentence("Adeus.", 1)] };
    await bucket.putJson(shortDubSpokenKey(id), shorter);
    expect(await compose()).toMatchObject({ nextStage: "dub", dub: { step: "mix", jobKey: dubJobKey(id) } });
    const { clips } = dubPlanSchema.parse(await bucket.getJson(dubPlanKey(id)));
    expect(clips).toMatchObject([
      { index: 0, version: 1, isTooLong: false },
      { index: 1, isTooLong: false },
    ]);
    expect(clips[1]?.version).toBeUndefined();

    await bucket.putJson(dubAudioKey(id), "audio");
    expect(await compose()).toMatchObject({ nextStage: "rendering" });
    expect((await transcripts.read(id, 1)).map(({ text }) => text)).toContain("curto");
    expect(await warnings()).toEqual([]);
  });

  test.each([
    ["is not spoken in less time", spokenSentence("curto", 4.2)],
    ["is not understood", spokenSentence("curto", 1.5, true)],
  ])("keeps its first text if the shorter one %s", async (_, sentence) => {
    const { bucket, compose, shorten, id, warnings } = await ready();
    await compose();
    await shorten();
    await compose();
    await bucket.putJson(shortDubSpokenKey(id), { sentences: [sentence, spokenSentence("Adeus.", 1)] });
    await compose();
    expect(dubPlanSchema.parse(await bucket.getJson(dubPlanKey(id))).clips[0]).toMatchObject({
      isTooLong: true,
    });
    await bucket.putJson(dubAudioKey(id), "audio");
    await compose();
    expect(await warnings()).toMatchObject([
      { name: "DubTooLong", message: expect.stringContaining("highest tempo: 1.") },
    ]);
  });

  test("is mixed as it is without a shorter text, and when the model fails", async () => {
    const unusable = await ready({ text: null });
    await unusable.compose();
    await unusable.shorten();
    expect(await unusable.compose()).toMatchObject({ dub: { step: "mix" } });

    const { compose, shorten, failures, bucket, id } = await ready();
    await compose();
    await shorten(async () => {
      throw new Error("no model");
    });
    expect(failures).toEqual([new Error("no model")]);
    expect(await bucket.getJson(dubShortenedKey(id))).toEqual({ sentences: [] });
    expect(await compose()).toMatchObject({ dub: { step: "mix" } });
  });

  test("is mixed as it is without a language model, and when it was planned before", async () => {
    const local = await ready({ hasModel: false });
    expect(await local.compose()).toMatchObject({ dub: { step: "mix" } });
    const planned = await ready();
    await planned.bucket.putJson(dubPlanKey(planned.id), { clips: [] });
    expect(await planned.compose()).toMatchObject({ dub: { step: "mix" } });
  });

  test("is shortened once", async () => {
    const { compose, shorten } = await ready();
    await compose();
    const requests: unknown[] = [];
    const translate: Translator["translate"] = async (request) => {
      requests.push(request);
      return [short];
    };
    await shorten(translate);
    await shorten(translate);
    expect(requests).toHaveLength(1);
  });
});
