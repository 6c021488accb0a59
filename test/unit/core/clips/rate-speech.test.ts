import { describe, expect, test } from "@jest/globals";
import { type ChosenClip, chooseClips } from "../../../../core/clips/choose-clips.ts";
import { rateSpeech, ratingLimitSeconds } from "../../../../core/clips/rate-speech.ts";
import type { RateSentences, RateTitles } from "../../../../core/clips/rating-model.ts";
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

/** Gives a passage around a sentence about fog a high value. */
const nearFog: RateSentences = async (sentences) => {
  const place = sentences.findIndex((text) => /fog/i.test(text));
  return sentences.map((_, at) => ({
    ...{ start: 0, hook: 0, end: 0 },
    value: Math.abs(at - place) <= 3 ? 4 : -1,
  }));
};

/** Prefers short titles. */
const shortest: RateTitles = async (clips) => clips.map(({ titles }) => titles.map((title) => -title.length));

const ratedBy = async (rateSentences: RateSentences | null, now = () => new Date(0)) => {
  const failures: unknown[] = [];
  const ratingModel = rateSentences && { rateSentences, rateTitles: shortest };
  const deps = { ratingModel, reportRatingFailure: (error: unknown) => failures.push(error), now };
  const rated = await rateSpeech(speech, transcript, deps);
  const grid = { fps, frameCount: Math.floor(seconds * rate) };
  const clips = await chooseClips(
    { transcript, language: "en" },
    grid,
    { maxClips: 3, durationRange: "lt_30s" },
    {
      ...deps,
      ...{ model: null, reportFailure: () => undefined },
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
  test("have the ratings of the model", async () => {
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
    expect(bad?.description.reason).not.toContain("strong first");
  });

  test("decide which clips are named as interesting, compared with the talk", async () => {
    const [best] = (await ratedBy(nearFog)).clips;
    expect(best?.description.reason).toContain("is one of the most interesting passages");
    for (const rating of [2, 0.1, -2])
      for (const { description } of (await ratedBy(alike(rating))).clips)
        expect(description.reason).not.toContain("interesting");
  });

  test("have none without a rating model", async () => {
    expect(await ratedBy(null)).toMatchObject({ rated: [], failures: [] });
  });

  const tooFew: RateSentences = async (sentences) => (await aboutFog(sentences, () => {})).slice(1);
  const tooMany: RateSentences = async (sentences) => aboutFog([...sentences, "Fog."], () => {});
  const broken: RateSentences = async () => {
    throw new Error("no such file");
  };
  test.each([
    ["fails", broken, /no such file/],
    ["rates too few sentences", tooFew, /rated \d+ of \d+ sentences/],
    ["rates too many sentences", tooMany, /rated \d+ of \d+ sentences/],
  ])(
    "have none when the rating model %s, which is reported, and rules choose the clips",
    async (_, rateSentences, message) => {
      const { rated, failures, clips } = await ratedBy(rateSentences);
      expect(rated).toEqual([]);
      expect(failures).toHaveLength(2);
      expect(String(failures[0])).toMatch(message);
      expect(clips).toEqual(await choose(transcript, seconds, "lt_30s", 3));
    },
  );

  test("have none when their ratings take too long, which is reported", async () => {
    let passed = 0;
    const slow: RateSentences = async (sentences, checkTime) => {
      for (const _ of sentences) {
        checkTime();
        passed += ratingLimitSeconds / (sentences.length - 2);
      }
      return aboutFog(sentences, checkTime);
    };
    const { rated, failures, clips } = await ratedBy(slow, () => new Date(1000 * passed));
    expect(rated).toEqual([]);
    expect(failures.map(String)).toEqual(
      new Array(2).fill(`Error: The rating of sentences took longer than ${ratingLimitSeconds} s.`),
    );
    expect(clips).toEqual(await choose(transcript, seconds, "lt_30s", 3));
  });
});
