import { describe, expect, test } from "@jest/globals";
import { dubJobSchema, dubPlanSchema } from "../../../../../core/dub/dub-job.ts";
import {
  dubAudioKey,
  dubJobKey,
  dubPlanKey,
  dubSpokenKey,
  renderJobKey,
  translationKey,
} from "../../../../../core/storage/keys.ts";
import { templates } from "../../../../../core/templates/catalog.ts";
import { composeTaskTranscript } from "../../../../../core/workflows/captioning/compose-task-transcript.ts";
import { prepareCaptioningTask } from "../../../../../core/workflows/captioning/prepare-captioning-task.ts";
import { startRendering } from "../../../../../core/workflows/captioning/start-rendering.ts";
import { aTask, someMedia } from "../../../../fakes/builders.ts";
import { machineOffer } from "../../../../fakes/translation.ts";
import { createWorkflowFixture } from "../workflow-deps.ts";

const { request } = aTask();
const recognized = (words = ["Hello."], language = "en") => ({
  language,
  languageConfidence: 0.9,
  engine: "test",
  words: words.map((text, at) => ({
    text,
    spaceBefore: true,
    startSeconds: 1 + at,
    endSeconds: 1.5 + at,
    confidence: 0.9,
  })),
});
const sentence = { startSeconds: 1, endSeconds: 2, source: "Hello.", text: "Olá.", isDoubtful: false };
const word = { text: "Olá", type: "word" as const, startSeconds: 1, endSeconds: 2, confidence: 0.9 };
const translated = { from: "en", to: "pt", sentences: [sentence], transcript: [word] };
const spoken = {
  sentences: [
    {
      seconds: 1.2,
      loudnessDb: -22,
      peakDb: -6,
      originalLoudnessDb: -20,
      voice: "pf_dora",
      errorRate: 0,
      isDoubtful: false,
      words: [{ text: "Olá.", startSeconds: 0.1, endSeconds: 1.1 }],
    },
  ],
};

const ready = async (
  fields: Partial<typeof request> = {},
  recognition = recognized(),
  media = someMedia(),
) => {
  const fixture = await createWorkflowFixture();
  const video = await fixture.addVideo({ media });
  const { id } = await fixture.addTask({
    videoId: video.id,
    status: "transcribing",
    sequence: 1,
    request: { ...request, translateTo: "pt", dub: true, autoApprove: true, ...fields },
  });
  fixture.transcripts.recognitions.set(id, recognition);
  const compose = () => composeTaskTranscript({ taskId: id }, fixture);
  return { ...fixture, id, compose };
};

describe("a dub", () => {
  test("is requested after the translation, mixed after the speech, and then composed", async () => {
    const { compose, bucket, transcripts, task, id, ...fixture } = await ready();
    expect(await compose()).toMatchObject({ nextStage: "translation", dub: null });

    await bucket.putJson(translationKey(id), translated);
    const speak = { nextStage: "dub", dub: { step: "speak", progress: { from: 0.4, upTo: 0.9 } } };
    expect(await compose()).toMatchObject(speak);
    expect(await compose()).toMatchObject(speak);
    expect(dubJobSchema.parse(await bucket.getJson(dubJobKey(id)))).toMatchObject({
      language: "pt",
      mediaSeconds: 60,
      sentences: [{ text: "Olá.", startSeconds: 1, endSeconds: 2 }],
    });

    await bucket.putJson(dubSpokenKey(id), spoken);
    expect(await compose()).toMatchObject({ nextStage: "dub", dub: { step: "mix", jobKey: dubJobKey(id) } });
    const plan = dubPlanSchema.parse(await bucket.getJson(dubPlanKey(id)));
    expect(plan.clips).toMatchObject([{ index: 0, startSeconds: 1 }]);

    await bucket.putJson(dubAudioKey(id), "audio");
    expect(await compose()).toMatchObject({ nextStage: "rendering", dub: null });
    expect(await transcripts.read(id, 1)).toMatchObject([
      { text: "Olá", startSeconds: 1.1, endSeconds: 2.1 },
      { text: "." },
    ]);
    expect(await task(id)).toMatchObject({ translatedTo: "pt", detectedLanguage: "en" });

    const findTemplate = () => templates[0] ?? null;
    await startRendering({ taskId: id }, { ...fixture, bucket, transcripts, findTemplate });
    expect(await bucket.getJson(renderJobKey(id))).toMatchObject({
      dub: { key: dubAudioKey(id), audio: { codec: "aac", durationSeconds: 60 } },
    });
  });

  test("fails with NoSpeech without speech, and before the recognition without audio", async () => {
    const silent = await ready({}, recognized([]));
    await expect(silent.compose()).rejects.toMatchObject({ name: "NoSpeech" });
    const { id, ...fixture } = await ready({}, recognized(), someMedia({ audio: null }));
    await expect(prepareCaptioningTask({ taskId: id, executionArn: "e" }, fixture)).rejects.toMatchObject({
      name: "NoSpeech",
    });
  });

  test("fails with a name when the speech is in the target language, or the translation is too rough", async () => {
    const same = await ready({}, recognized(["Olá."], "pt"));
    await expect(same.compose()).rejects.toMatchObject({ name: "DubUnavailable" });
    const { id, bucket, ...fixture } = await ready();
    await bucket.putJson(translationKey(id), translated);
    const offer = { pairs: ["en>pt"], roughPairs: ["en>pt"], hasSpeechTranslation: true };
    const deps = { ...fixture, bucket, translation: machineOffer(offer) };
    await expect(composeTaskTranscript({ taskId: id }, deps)).rejects.toMatchObject({
      name: "TranslationUnsupported",
    });
  });

  test("marks the sentences that the translator left as they were", async () => {
    const { compose, bucket, id } = await ready();
    const sentences = [
      {
        ...sentence,
        source: "She looked at the key a long time.",
        text: "She looked at the quei a long time.",
      },
      { ...sentence, source: "Una casa grande para Ana.", text: "Uma casa grande para Ana." },
      { ...sentence, source: "Tomó la casa de Ana.", text: "Tomou a casa de Ana." },
      { ...sentence, source: "Anna Berg.", text: "Anna Berg." },
      { ...sentence, source: "Look!", text: "Look!", isUntranslated: true },
    ];
    await bucket.putJson(translationKey(id), { ...translated, sentences });
    await compose();
    const job = dubJobSchema.parse(await bucket.getJson(dubJobKey(id)));
    expect(job.sentences.map(({ isUntranslated = false }) => isUntranslated)).toEqual([
      true,
      false,
      false,
      false,
      true,
    ]);
  });

  test("is not cut at the new speech, nor at hesitations of the original", async () => {
    const autoCut = { silenceRemoval: 0.2, disfluencyRemoval: true };
    const recognition = {
      ...recognized(),
      audibleSpans: [
        { startSeconds: 1, endSeconds: 1.5 },
        { startSeconds: 1.6, endSeconds: 2, isFiller: true },
      ],
    };
    const { compose, bucket, transcripts, id } = await ready({ autoCut }, recognition);
    await bucket.putJson(translationKey(id), translated);
    await bucket.putJson(dubSpokenKey(id), spoken);
    await bucket.putJson(dubAudioKey(id), "audio");
    await compose();
    const words = (await transcripts.read(id, 1)).filter(({ type }) => type === "word");
    expect(words.map(({ startSeconds, endSeconds }) => endSeconds - startSeconds)).toEqual([
      expect.closeTo(1, 1),
    ]);
  });

  test("reserves a part of the progress", async () => {
    const { id, ...fixture } = await ready();
    fixture.transcripts.recognitions.delete(id);
    const prepared = await prepareCaptioningTask({ taskId: id, executionArn: "e" }, fixture);
    expect(prepared.transcription).toMatchObject({ progress: { status: "transcribing", upTo: 0.4 } });
  });
});
