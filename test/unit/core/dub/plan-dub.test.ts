import { describe, expect, test } from "@jest/globals";
import type { DubJob, Spoken } from "../../../../core/dub/dub-job.ts";
import { dubbedAudibleSpans, dubbedTranscript } from "../../../../core/dub/dubbed-transcript.ts";
import { planDub } from "../../../../core/dub/plan-dub.ts";

const job: DubJob = {
  sourceKey: "videos/v/source",
  prefix: "tasks/t/dub/",
  audio: { streamIndexes: [1], zeroSeconds: 0 },
  mediaSeconds: 10,
  language: "pt",
  sentences: [
    { text: "Bom dia.", startSeconds: 1, endSeconds: 2 },
    { text: "Adeus.", startSeconds: 5, endSeconds: 6 },
  ],
};
const spokenSentence = (seconds: number, fields: Partial<Spoken["sentences"][number]> = {}) => ({
  seconds,
  loudnessDb: -22,
  peakDb: -6,
  originalLoudnessDb: -25,
  voice: "pf_dora",
  errorRate: 0,
  isDoubtful: false,
  words: [
    { text: "Bom", startSeconds: 0, endSeconds: 0.5 },
    { text: "dia.", startSeconds: 0.5, endSeconds: 1 },
  ],
  ...fields,
});
const spoken: Spoken = {
  sentences: [
    spokenSentence(1),
    spokenSentence(1, {
      isDoubtful: true,
      originalLoudnessDb: -90,
      words: [{ text: "Adeus.", startSeconds: 0.1, endSeconds: 0.9 }],
    }),
  ],
};

describe("planDub", () => {
  test("places each sentence at its original, as loud as it, within a range around the others", () => {
    expect(planDub(job, spoken).clips).toEqual([
      { index: 0, startSeconds: 1, endSeconds: 2, tempo: 1, gainDb: -3, isTooLong: false },
      { index: 1, startSeconds: 5, endSeconds: 6, tempo: 1, gainDb: -15, isTooLong: false },
    ]);
  });

  test("marks sentences that do not fit", () => {
    const long = { sentences: [spokenSentence(8), spokenSentence(1)] };
    expect(planDub(job, long).clips.map(({ isTooLong }) => isTooLong)).toEqual([true, false]);
  });

  test("rejects speech that is incomplete", () => {
    expect(() => planDub(job, { sentences: [] })).toThrow("0 of 2 sentences");
  });
});

describe("dubbedTranscript", () => {
  test("has the times of the new speech, at its tempo, and marks what a person should check", () => {
    const fast = { sentences: [spokenSentence(1), spoken.sentences[1] ?? spokenSentence(1)] };
    const plan = planDub(job, fast);
    const [first] = plan.clips;
    if (first) first.tempo = 1.25;
    expect(dubbedTranscript(plan, fast, [0.9, 0.8], 10)).toEqual([
      { text: "Bom", type: "word", startSeconds: 1, endSeconds: 1.4, confidence: 0.9 },
      { text: "dia", type: "word", startSeconds: 1.4, endSeconds: 1.8, confidence: 0.9 },
      { text: ".", type: "punctuation", startSeconds: 1.8, endSeconds: 1.8, confidence: 0.9 },
      { text: "Adeus", type: "word", startSeconds: 5.1, endSeconds: 5.9, confidence: 0.3 },
      { text: ".", type: "punctuation", startSeconds: 5.9, endSeconds: 5.9, confidence: 0.3 },
    ]);
  });
});

describe("dubbedAudibleSpans", () => {
  const plan = planDub(job, spoken);

  test("joins the sounds of the original, without hesitations, and the new speech", () => {
    const original = [
      { startSeconds: 1.5, endSeconds: 3 },
      { startSeconds: 4, endSeconds: 4.5, isFiller: true },
    ];
    expect(dubbedAudibleSpans(original, plan)).toEqual([
      { startSeconds: 1, endSeconds: 3 },
      { startSeconds: 5, endSeconds: 6 },
    ]);
  });

  test("is unknown when the audio was not analyzed", () => {
    expect(dubbedAudibleSpans(null, plan)).toBeNull();
  });
});
