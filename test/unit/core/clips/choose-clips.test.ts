import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { clipDurationRanges, durationRanges } from "../../../../core/clips/duration-range.ts";
import { maxThemeLength } from "../../../../core/clips/theme.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";
import { choose, endOf, rate, startOf, wordsIn } from "./choosing.ts";
import { lighthouses, otherTalks, said } from "./talks.ts";

const talk = said(lighthouses, "en");

describe("the clips of a talk", () => {
  test("are its stories, the best first, each from its opening to its end", async () => {
    const clips = await choose(talk.transcript, talk.seconds, "lt_30s", 4);
    const texts = clips.map((clip) => wordsIn(talk.transcript, clip));
    expect(texts[0]).toMatch(/^Why were lighthouses painted in stripes \?.* the name of the place \.$/);
    expect(texts.find((text) => text.startsWith("Imagine that you stand in fog"))).toMatch(/Sound did \.$/);
    expect(texts.find((text) => text.startsWith("The most dangerous job"))).toMatch(/wanted it back \.$/);
    for (const text of texts)
      expect(text).not.toMatch(/^(?:And|But|So|It|They|That|Yes|Hello)\b|Thank you for coming/);
  });

  test("are found by pauses where nothing is marked", async () => {
    const { transcript, seconds } = said(lighthouses, "en", { keepsMarks: false });
    const clips = await choose(transcript, seconds, "lt_30s", 3);
    const texts = clips.map((clip) => wordsIn(transcript, clip));
    expect(texts.some((text) => text.startsWith("Why were lighthouses"))).toBe(true);
    expect(texts.some((text) => text.endsWith("Sound did"))).toBe(true);
  });

  test.each(clipDurationRanges)("keep to %s", async (range) => {
    const clips = await choose(talk.transcript, talk.seconds, range, 5);
    const { fromSeconds, belowSeconds } = durationRanges[range];
    expect(clips.length).toBeGreaterThan(0);
    for (const clip of clips) {
      expect(endOf(clip) - startOf(clip)).toBeGreaterThanOrEqual(Math.max(8, fromSeconds));
      expect(endOf(clip) - startOf(clip)).toBeLessThan(belowSeconds);
      expect(wordsIn(talk.transcript, clip)).toMatch(/[.?!]$/);
    }
  });

  test("neither begin nor end where a speaker pauses for effect, or trails off", async () => {
    const story =
      "Long ago a keeper climbed the tower every night with oil for the lamp. He counted every step.";
    const text = `${story} The answer to all of it was | trust in the light. Nobody knew it then. ${story} And then he said that... | ${story}`;
    const { transcript, seconds } = said(text, "en");
    for (const clip of await choose(transcript, seconds, "lt_30s", 3)) {
      const words = wordsIn(transcript, clip);
      expect(words).not.toMatch(/^trust|it was$|that ?\.\.\.$/);
      expect(words).toMatch(/[.]$/);
    }
  });

  test("have a little silence at both ends", async () => {
    for (const clip of await choose(talk.transcript, talk.seconds, "lt_30s", 4)) {
      const words = talk.transcript.filter(({ type }) => type === "word");
      const first = words.find(({ startSeconds }) => startSeconds >= startOf(clip));
      const last = words.findLast(({ endSeconds }) => endSeconds <= endOf(clip));
      expect((first?.startSeconds ?? 0) - startOf(clip)).toBeGreaterThan(0.1);
      expect(endOf(clip) - (last?.endSeconds ?? 0)).toBeGreaterThan(0.15);
    }
  });

  test.each([
    ["de", /^Warum haben Leuchttürme/, /^Die gefährlichste Arbeit/],
    ["es", /^¿ Por qué los faros/, /^El trabajo más peligroso/],
    ["ja", /^なぜ 灯台/, /^海岸 で 最も 危険/],
    ["ar", /^لماذا رسمت الخطوط/, /^(?:أخطر عمل|في عام 1899)/],
  ])("in %s are its stories too, with a theme in that language", async (language, one, other) => {
    const { transcript, seconds } = said(otherTalks[language] ?? "", language);
    const clips = await choose(transcript, seconds, "lt_30s", 2, { language });
    const texts = clips.map((clip) => wordsIn(transcript, clip));
    expect(texts.some((text) => one.test(text))).toBe(true);
    expect(texts.some((text) => other.test(text))).toBe(true);
    for (const { theme } of clips) {
      expect([...theme].length).toBeGreaterThan(5);
      expect([...theme].length).toBeLessThanOrEqual(maxThemeLength);
    }
  });

  test("are the same each time", async () => {
    const once = await choose(talk.transcript, talk.seconds, "lt_30s", 5);
    expect(await choose(talk.transcript, talk.seconds, "lt_30s", 5)).toEqual(once);
  });

  test("of three hours are chosen at once", async () => {
    const long = said(Array.from({ length: 56 }, () => lighthouses).join(" | "), "en");
    expect(await choose(long.transcript, long.seconds, "gte_90s_lt_180s", 5)).toHaveLength(5);
  }, 120_000);
});

describe("as many as there is room for", () => {
  const sentences = (count: number) =>
    said(
      Array.from({ length: count }, (_, at) => `Number ${at} is a sentence of ten words or so here.`).join(
        " ",
      ),
      "en",
    );

  test("are made, also where the best one would take it from two others", async () => {
    const { transcript, seconds } = sentences(16);
    expect(seconds).toBeGreaterThan(61);
    expect(seconds).toBeLessThan(75);
    const clips = await choose(transcript, seconds, "gte_30s_lt_60s", 2);
    expect(clips).toHaveLength(2);
  });

  test("and no more than asked for", async () => {
    const { transcript, seconds } = sentences(60);
    expect(await choose(transcript, seconds, "lt_30s", 1)).toHaveLength(1);
    expect(await choose(transcript, seconds, "lt_30s", 5)).toHaveLength(5);
  });
});

describe("the ends of a range", () => {
  const { transcript } = said("This is said at the very beginning, and it is short.", "en");

  test("count in frames: 30 s of film are a clip of 30 s, a frame less is not", async () => {
    const [clip] = await choose(transcript, 30, "gte_30s_lt_60s", 3);
    expect(clip).toMatchObject({ startFrame: 0, endFrame: 900 });
    await expect(choose(transcript, 899 / 30, "gte_30s_lt_60s", 3)).rejects.toMatchObject({
      name: "VideoTooShort",
      message: expect.stringContaining("30.0 s long, and a clip of gte_30s_lt_60s takes at least 30 s"),
    });
  });

  test("a film of a few seconds is its own clip under 30 s", async () => {
    expect(await choose(transcript, 5, "lt_30s", 3)).toMatchObject([{ startFrame: 0, endFrame: 150 }]);
  });

  test("little speech in a long film is still a clip, with the silence that it takes", async () => {
    const { transcript: late } = said("Only this is said in an hour of film.", "en", { startSeconds: 1800 });
    const [clip] = await choose(late, 3600, "gte_90s_lt_180s", 5);
    expect(clip && endOf(clip) - startOf(clip)).toBeGreaterThanOrEqual(90);
    expect(clip && startOf(clip)).toBeLessThanOrEqual(1800);
  });

  test.each([
    ["nothing", []],
    ["marks alone", [{ text: "…", type: "punctuation", startSeconds: 1, endSeconds: 1 }]],
    ["music", [{ text: "♪", type: "word", startSeconds: 1, endSeconds: 5 }]],
  ] satisfies [string, WordEntry[]][])("a film in which %s is said fails by name", async (_, words) => {
    await expect(choose(words, 60, "lt_30s", 3)).rejects.toMatchObject({ name: "NoSpeech" });
  });
});

test("whatever is said: inside the film and the range, no two overlap, no word is cut where there is a pause", async () => {
  const word = fc.record({
    text: fc.constantFrom("and", "why", "never", "42", "lighthouse", "stripes", "we", "a", "sea"),
    seconds: fc.double({ min: 0.05, max: 1.2, noNaN: true }),
    pause: fc.oneof(
      { weight: 6, arbitrary: fc.double({ min: 0, max: 0.3, noNaN: true }) },
      { weight: 1, arbitrary: fc.double({ min: 0, max: 12, noNaN: true }) },
    ),
    mark: fc.constantFrom("", "", "", ".", "?", ","),
  });
  const film = fc.record({
    words: fc.array(word, { minLength: 1, maxLength: 200 }),
    range: fc.constantFrom(...clipDurationRanges),
    maxClips: fc.integer({ min: 1, max: 5 }),
    tail: fc.double({ min: 0, max: 40, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(film, async ({ words, range, maxClips, tail }) => {
      let at = 0;
      const transcript = words.flatMap(({ text, seconds, pause, mark }): WordEntry[] => {
        const start = at + pause;
        at = start + seconds;
        const entry: WordEntry = { text, type: "word", startSeconds: start, endSeconds: at };
        return mark === ""
          ? [entry]
          : [entry, { text: mark, type: "punctuation", startSeconds: at, endSeconds: at }];
      });
      const seconds = at + tail + 0.1;
      const frames = Math.floor(seconds * rate);
      const { fromSeconds, belowSeconds } = durationRanges[range];
      if (frames < fromSeconds * rate) return;
      const clips = await choose(transcript, seconds, range, maxClips);
      expect(clips.length).toBeGreaterThan(0);
      expect(clips.length).toBeLessThanOrEqual(maxClips);
      const inOrder = [...clips].sort((a, b) => a.startFrame - b.startFrame);
      for (const [index, clip] of inOrder.entries()) {
        expect(clip.startFrame).toBeGreaterThanOrEqual(index === 0 ? 0 : (inOrder[index - 1]?.endFrame ?? 0));
        expect(clip.endFrame).toBeLessThanOrEqual(frames);
        expect(clip.endFrame - clip.startFrame).toBeGreaterThanOrEqual(Math.max(1, fromSeconds * rate));
        expect(clip.endFrame - clip.startFrame).toBeLessThan(belowSeconds * rate);
        expect(clip.theme).not.toBe("");
        expect([...clip.theme].length).toBeLessThanOrEqual(maxThemeLength);
        for (const edge of [startOf(clip), endOf(clip)])
          for (const { type, startSeconds, endSeconds } of transcript) {
            // A frame's edge may fall into a word where the pause beside it is shorter than a frame.
            if (type === "word")
              expect(edge <= startSeconds + 1 / rate + 1e-6 || edge >= endSeconds - 1 / rate - 1e-6).toBe(
                true,
              );
          }
      }
    }),
    { numRuns: 150 },
  );
}, 120_000);
