import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import { clipDurationRanges, durationRanges } from "../../../../core/clips/duration-range.ts";
import { maxThemeLength } from "../../../../core/clips/theme.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";
import { choose, endOf, rate, startOf, wordsIn } from "./choose.ts";
import { lighthouses, otherTalks, spokenTranscript } from "./talks.ts";

const talk = spokenTranscript(lighthouses, "en");

describe("chooseClips", () => {
  test("returns whole stories, best first", async () => {
    const clips = await choose(talk.transcript, talk.seconds, "lt_30s", 4);
    const texts = clips.map((clip) => wordsIn(talk.transcript, clip));
    expect(texts[0]).toMatch(/^Why were lighthouses painted in stripes \?.* the name of the place \.$/);
    expect(texts.find((text) => text.startsWith("Imagine that you walk in fog"))).toMatch(/Sound did \.$/);
    expect(texts.find((text) => text.startsWith("The most dangerous job"))).toMatch(/wanted it back \.$/);
    for (const text of texts)
      expect(text).not.toMatch(/^(?:And|But|So|It|They|That|Yes|Hello)\b|Thank you for coming/);
  });

  test("uses pauses in a transcript without punctuation", async () => {
    const { transcript, seconds } = spokenTranscript(lighthouses, "en", { keepsMarks: false });
    const clips = await choose(transcript, seconds, "lt_30s", 3);
    const texts = clips.map((clip) => wordsIn(transcript, clip));
    expect(texts.some((text) => text.startsWith("Why were lighthouses"))).toBe(true);
    expect(texts.some((text) => text.endsWith("Sound did"))).toBe(true);
  });

  test("returns as many clips of a slow talk, in which no passage scores high", async () => {
    const names = [
      "Anna",
      "Ben",
      "Clara",
      "David",
      "Emma",
      "Felix",
      "Gina",
      "Hugo",
      "Ida",
      "Jonas",
      "Karl",
      "Lena",
    ];
    const text = names
      .map((name) => `and then he | saw ${name} and | it was so | again there | . | |`)
      .join(" ");
    const slow = spokenTranscript(text, "en");
    expect(await choose(slow.transcript, slow.seconds, "lt_30s", 4)).toHaveLength(4);
  });

  test.each(clipDurationRanges)("returns clips within %s", async (range) => {
    const clips = await choose(talk.transcript, talk.seconds, range, 5);
    const { fromSeconds, belowSeconds } = durationRanges[range];
    expect(clips.length).toBeGreaterThan(0);
    for (const clip of clips) {
      expect(endOf(clip) - startOf(clip)).toBeGreaterThanOrEqual(Math.max(8, fromSeconds));
      expect(endOf(clip) - startOf(clip)).toBeLessThan(belowSeconds);
      expect(wordsIn(talk.transcript, clip)).toMatch(/[.?!]$/);
    }
  });

  test("does not cut at dramatic pauses or ellipses", async () => {
    const story =
      "Long ago a keeper climbed the tower every night with oil for the lamp. He counted every step.";
    const text = `${story} The answer to all of it was | trust in the light. Nobody knew it then. ${story} And then he said that... | ${story}`;
    const { transcript, seconds } = spokenTranscript(text, "en");
    for (const clip of await choose(transcript, seconds, "lt_30s", 3)) {
      const words = wordsIn(transcript, clip);
      expect(words).not.toMatch(/^trust|it was$|that ?\.\.\.$/);
      expect(words).toMatch(/[.]$/);
    }
  });

  test("keeps a little silence at both ends", async () => {
    for (const clip of await choose(talk.transcript, talk.seconds, "lt_30s", 4)) {
      const words = talk.transcript.filter(({ type }) => type === "word");
      const first = words.find(({ startSeconds }) => startSeconds >= startOf(clip));
      const last = words.findLast(({ endSeconds }) => endSeconds <= endOf(clip));
      expect((first?.startSeconds ?? 0) - startOf(clip)).toBeGreaterThan(0.1);
      expect(endOf(clip) - (last?.endSeconds ?? 0)).toBeGreaterThan(0.15);
    }
  });

  test.each([
    ["de", /^Warum haben Leuchttürme/, /^(?:Die gefährlichste Arbeit|Im Jahr 1899)/],
    ["es", /^¿ Por qué los faros/, /^(?:El trabajo más peligroso|En 1899)/],
    ["ja", /^なぜ 灯台/, /^(?:海岸 で 最も 危険|1899 年)/],
    ["ar", /^لماذا رسمت الخطوط/, /^(?:أخطر عمل|في عام 1899)/],
  ])("returns stories with a theme in %s", async (language, one, other) => {
    const { transcript, seconds } = spokenTranscript(otherTalks[language] ?? "", language);
    const clips = await choose(transcript, seconds, "lt_30s", 2, { language });
    const texts = clips.map((clip) => wordsIn(transcript, clip));
    expect(texts.some((text) => one.test(text))).toBe(true);
    expect(texts.some((text) => other.test(text))).toBe(true);
    for (const { theme } of clips) {
      expect([...theme].length).toBeGreaterThan(5);
      expect([...theme].length).toBeLessThanOrEqual(maxThemeLength);
    }
  });

  test("is deterministic", async () => {
    const once = await choose(talk.transcript, talk.seconds, "lt_30s", 5);
    expect(await choose(talk.transcript, talk.seconds, "lt_30s", 5)).toEqual(once);
  });

  test("handles three hours quickly", async () => {
    // Equal clips are chosen once, so each talk has different words.
    const talks = Array.from({ length: 56 }, (_, at) =>
      lighthouses.replace(
        /\p{L}{6,}/gu,
        (word) => `${word}${String.fromCharCode(97 + (at % 26))}${at > 25 ? "o" : "e"}`,
      ),
    );
    const long = spokenTranscript(talks.join(" | "), "en");
    expect(await choose(long.transcript, long.seconds, "gte_90s_lt_180s", 5)).toHaveLength(5);
  }, 120_000);
});

describe("the number of clips", () => {
  const sentences = (count: number) =>
    spokenTranscript(
      Array.from({ length: count }, (_, at) => `Number ${at} is a sentence of ten words or so here.`).join(
        " ",
      ),
      "en",
    );

  test("is as large as possible, even if the best clip is omitted", async () => {
    const { transcript, seconds } = sentences(16);
    expect(seconds).toBeGreaterThan(61);
    expect(seconds).toBeLessThan(75);
    const clips = await choose(transcript, seconds, "gte_30s_lt_60s", 2);
    expect(clips).toHaveLength(2);
  });

  test("is at most maxClips", async () => {
    const { transcript, seconds } = sentences(60);
    expect(await choose(transcript, seconds, "lt_30s", 1)).toHaveLength(1);
    expect(await choose(transcript, seconds, "lt_30s", 5)).toHaveLength(5);
  });
});

describe("the limits of a range", () => {
  const { transcript } = spokenTranscript("This is said at the very beginning, and it is short.", "en");

  test("are exact to the frame: a video of 30 s is a clip of 30 s, one frame less is not", async () => {
    const [clip] = await choose(transcript, 30, "gte_30s_lt_60s", 3);
    expect(clip).toMatchObject({ startFrame: 0, endFrame: 900 });
    await expect(choose(transcript, 899 / 30, "gte_30s_lt_60s", 3)).rejects.toMatchObject({
      name: "VideoTooShort",
      message: expect.stringContaining("29.966 s long, and a clip of gte_30s_lt_60s needs at least 30 s"),
    });
  });

  test("allow a video of a few seconds as one clip under 30 s", async () => {
    expect(await choose(transcript, 5, "lt_30s", 3)).toMatchObject([{ startFrame: 0, endFrame: 150 }]);
  });

  test("are reached with silence around little speech", async () => {
    const { transcript: late } = spokenTranscript("Only this is said in an hour of video.", "en", {
      startSeconds: 1800,
    });
    const [clip] = await choose(late, 3600, "gte_90s_lt_180s", 5);
    expect(clip && endOf(clip) - startOf(clip)).toBeGreaterThanOrEqual(90);
    expect(clip && startOf(clip)).toBeLessThanOrEqual(1800);
  });

  test.each([
    ["nothing", []],
    ["marks alone", [{ text: "…", type: "punctuation", startSeconds: 1, endSeconds: 1 }]],
    ["music", [{ text: "♪", type: "word", startSeconds: 1, endSeconds: 5 }]],
    ["one word of a minute", [{ text: "aah", type: "word", startSeconds: 0.5, endSeconds: 59.5 }]],
  ] satisfies [string, WordEntry[]][])("a video in which %s is said fails by name", async (_, words) => {
    await expect(choose(words, 60, "lt_30s", 3)).rejects.toMatchObject({ name: "NoSpeech" });
  });
});

test("any transcript gives clips within the video and the range, without overlaps, and without cut words where there is a pause", async () => {
  const word = fc.record({
    text: fc.constantFrom("and", "why", "never", "42", "lighthouse", "stripes", "we", "a", "sea"),
    seconds: fc.double({ min: 0.05, max: 1.2, noNaN: true }),
    pause: fc.oneof(
      { weight: 6, arbitrary: fc.double({ min: 0, max: 0.3, noNaN: true }) },
      { weight: 1, arbitrary: fc.double({ min: 0, max: 12, noNaN: true }) },
    ),
    mark: fc.constantFrom("", "", "", ".", "?", ","),
  });
  const video = fc.record({
    words: fc.array(word, { minLength: 1, maxLength: 200 }),
    range: fc.constantFrom(...clipDurationRanges),
    maxClips: fc.integer({ min: 1, max: 5 }),
    tail: fc.double({ min: 0, max: 40, noNaN: true }),
  });
  await fc.assert(
    fc.asyncProperty(video, async ({ words, range, maxClips, tail }) => {
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
      fc.pre(frames >= fromSeconds * rate);
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
        const wordsOnly = transcript.filter(({ type }) => type === "word");
        for (const edge of [startOf(clip), endOf(clip)])
          for (const { startSeconds, endSeconds } of wordsOnly) {
            // A frame may contain a part of a word when the pause beside it is shorter than a frame.
            const isOutside = edge <= startSeconds + 1 / rate + 1e-6 || edge >= endSeconds - 1 / rate - 1e-6;
            expect(isOutside).toBe(true);
          }
      }
    }),
    { numRuns: 150 },
  );
}, 120_000);
