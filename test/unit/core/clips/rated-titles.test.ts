import { describe, expect, test } from "@jest/globals";
import { rateSpeech } from "../../../../core/clips/rate-speech.ts";
import { ratedTitles } from "../../../../core/clips/rated-titles.ts";
import type { RateTitles, TitleChoice } from "../../../../core/clips/rating-model.ts";
import { themeOf, titlesIn } from "../../../../core/clips/theme.ts";
import { titleSourceOf, titlesOf } from "./talks.ts";

const text =
  "Why did keepers go mad? It was the mercury, and nobody had warned them, although doctors knew that it was poison. They never slept.";
const source = titleSourceOf(text, "en");
const { speech, transcript } = source;
const clip = { from: 5, to: speech.words.length, startFrame: 0, endFrame: 1 };

const textsIn = (...args: Parameters<typeof titlesIn>): string[] =>
  titlesIn(...args).map(({ text: title }) => title);

const titled = async (rateTitles: RateTitles, now = () => new Date(0)) => {
  const failures: unknown[] = [];
  const deps = {
    ratingModel: {
      rateSentences: async (sentences: readonly string[]) =>
        sentences.map(() => ({ start: 0, hook: 0, end: 0, value: 0 })),
      rateTitles,
    },
    reportRatingFailure: (error: unknown) => failures.push(error),
    now,
  };
  const rated = await rateSpeech(speech, transcript, deps);
  const titles = await ratedTitles(source, [clip], rated, deps);
  return { titles, failures };
};

describe("the title of a clip", () => {
  test("is the one that the rating model prefers", async () => {
    const choices: TitleChoice[] = [];
    const { titles } = await titled(async (clips) => {
      choices.push(...clips);
      return clips.map((choice) => choice.titles.map((title) => (title === "It was poison" ? 2 : -2)));
    });
    expect(titles.get(clip)).toBe("It was poison");
    expect(choices[0]?.sentences.at(-1)).toBe("They never slept.");
    // What rules choose is first: it remains where no other one is better.
    expect(choices[0]?.titles[0]).toBe(themeOf(source, clip));
    expect(new Set(choices[0]?.titles).size).toBe(choices[0]?.titles.length);
  });

  test("is a whole sentence where all are rated alike", async () => {
    const { titles } = await titled(async (clips) => clips.map((choice) => choice.titles.map(() => 0)));
    expect(titles.get(clip)).toBe("Why did keepers go mad?");
  });

  test.each<[string, RateTitles, RegExp]>([
    [
      "fails",
      async () => {
        throw new Error("no memory");
      },
      /no memory/,
    ],
    ["rates too few titles", async (clips) => clips.map(() => [1]), /rated 1 of \d+ titles/],
    ["rates too few clips", async () => [], /rated 0 of 1 clips/],
  ])("is left to the rules when the rating model %s, which is reported", async (_, rateTitles, message) => {
    const { titles, failures } = await titled(rateTitles);
    expect(titles.size).toBe(0);
    expect(failures.map(String)).toEqual([expect.stringMatching(message)]);
  });

  test("is left to the rules when the time is over, which is reported", async () => {
    let passed = 0;
    const { titles, failures } = await titled(
      async (clips, checkTime) => {
        passed = 61;
        checkTime();
        return clips.map(() => []);
      },
      () => new Date(1000 * passed),
    );
    expect(titles.size).toBe(0);
    expect(failures.map(String)).toEqual(["Error: The rating of titles took longer than 60 s."]);
  });
});

describe("the parts of a clip that may be its title", () => {
  test("are what is between clauses, and the question before it", () => {
    expect(textsIn(source, clip)).toEqual(
      expect.arrayContaining([
        "Why did keepers go mad?",
        "It was the mercury",
        "Nobody had warned them",
        "Doctors knew that it was poison",
        "It was poison",
        "They never slept",
      ]),
    );
  });

  test("do not break off, and are no longer than a title may be", () => {
    for (const title of textsIn(source, clip)) {
      expect(title.length).toBeLessThanOrEqual(60);
      expect(title).not.toMatch(/ (and|although|that)$/);
    }
  });

  test("ask only with the beginning of a question", () => {
    const parts = titlesOf("Why do keepers stay, because the lamp is broken, or is fog the reason?", "en");
    expect(parts).toEqual(expect.arrayContaining(["Why do keepers stay", "Is fog the reason?"]));
    expect(parts).not.toContain("The lamp is broken, or is fog the reason?");
  });

  test.each([
    ["en", "No one says that keepers are lonely people.", "Keepers are lonely people"],
    ["es", "Nadie dice que los guardianes son gente triste.", "Los guardianes son gente triste"],
  ])("do not say what the speaker denies, in %s: %s", (language, words, denied) => {
    expect(titlesOf(words, language)).not.toContain(denied);
  });
});
