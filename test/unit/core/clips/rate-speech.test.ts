import { describe, expect, test } from "@jest/globals";
import { type ChosenClip, chooseClips } from "../../../../core/clips/choose-clips.ts";
import { rateSpeech } from "../../../../core/clips/rate-speech.ts";
import type { RateSentences } from "../../../../core/clips/sentence-ratings.ts";
import { analyzeSpeech } from "../../../../core/clips/speech-analysis.ts";
import { choose, fps, rate, wordsIn } from "./choose.ts";
import { lighthouses, spokenTranscript } from "./talks.ts";

const { transcript, seconds } = spokenTranscript(lighthouses, "en");
const speech = analyzeSpeech(transcript, "en", seconds);

/** Rates sentences about fog as the best ones. */
const aboutFog: RateSentences = async (sentences) =>
  sentences.map((text) => {
    const rating = /fog/i.test(text) ? 1 : -1;
    return { start: rating, hook: rating, end: rating, value: rating };
  });

const ratedBy = async (rateSentences: RateSentences | null) => {
  const failures: unknown[] = [];
  const deps = { rateSentences, reportRatingFailure: (error: unknown) => failures.push(error) };
  const rated = await rateSpeech(speech, transcript, deps);
  const grid = { fps, frameCount: Math.floor(seconds * rate) };
  const clips = await chooseClips(
    { transcript, language: "en" },
    grid,
    { maxClips: 3, durationRange: "lt_30s" },
    {
      ...deps,
      ...{ model: null, reportFailure: () => undefined, now: () => new Date(0) },
    },
  );
  return { rated, failures, clips };
};

/** Rates all sentences alike. */
const alike =
  (rating: number): RateSentences =>
  async (sentences) =>
    sentences.map(() => ({ start: rating, hook: rating, end: rating, value: rating }));

describe("the sentences of a talk", () => {
  test("have the ratings of the network", async () => {
    const { rated, failures } = await ratedBy(aboutFog);
    expect(rated.filter(({ value }) => value === 1)).toHaveLength(2);
    expect(rated.at(-1)?.to).toBe(speech.words.length);
    expect(failures).toEqual([]);
  });

  test("decide which clips are best", async () => {
    const { clips } = await ratedBy(aboutFog);
    expect(wordsIn(transcript, clips[0] as ChosenClip)).toMatch(/fog/i);
    const { clips: others } = await ratedBy(alike(0));
    expect(wordsIn(transcript, others[0] as ChosenClip)).not.toMatch(/fog/i);
  });

  test("decide the score of a clip and its reason", async () => {
    const [[good], [bad]] = [(await ratedBy(alike(2))).clips, (await ratedBy(alike(-2))).clips];
    expect(good?.description.score).toBeGreaterThan(70);
    expect(bad?.description.score).toBeLessThan(30);
    expect(good?.description.reason).toContain("is one of the most interesting passages");
    expect(bad?.description.reason).not.toMatch(/interesting|strong first/);
  });

  test("have none without a network", async () => {
    expect(await ratedBy(null)).toMatchObject({ rated: [], failures: [] });
  });

  const tooFew: RateSentences = async (sentences) => (await aboutFog(sentences)).slice(1);
  const broken: RateSentences = async () => {
    throw new Error("no such file");
  };
  test.each([
    ["fails", broken, "no such file"],
    ["rates too few sentences", tooFew, "fewer sentences"],
  ])(
    "have none when the network %s, which is reported, and rules choose the clips",
    async (_, network, message) => {
      const { rated, failures, clips } = await ratedBy(network);
      expect(rated).toEqual([]);
      expect(failures).toHaveLength(2);
      expect(String(failures[0])).toContain(message);
      expect(clips).toEqual(await choose(transcript, seconds, "lt_30s", 3));
    },
  );
});
