import { describe, expect, test } from "@jest/globals";
import { clipTranscript } from "../../../../core/clips/clip-transcript.ts";
import { createDescriber } from "../../../../core/clips/describe-clip.ts";
import { ruleWeights } from "../../../../core/clips/feature-weights.ts";
import { createScoring } from "../../../../core/clips/score-candidates.ts";
import { analyzeSpeech } from "../../../../core/clips/speech-analysis.ts";
import type { Transcript, WordEntry } from "../../../../core/transcript/word-entry.ts";
import { spoken } from "../captions/words.ts";
import { choose, fps, rate } from "./choose.ts";
import { lighthouses, otherTalks, spokenTranscript } from "./talks.ts";

describe("the description of a chosen clip", () => {
  const talk = spokenTranscript(lighthouses, "en");
  const chosen = choose(talk.transcript, talk.seconds, "lt_30s", 4);

  test("has a score from 0 to 100 and a reason with up to three strengths", async () => {
    for (const { description } of await chosen) {
      expect(description.score).toBeGreaterThan(40);
      expect(description.score).toBeLessThanOrEqual(100);
      expect(description.reason).toMatch(/^[A-Z][a-z ]+(, [a-z ]+)*,? ?(and [a-z ]+)?\.$/);
    }
  });

  test("names nothing that does not add to its score", () => {
    const speech = analyzeSpeech(talk.transcript, "en", talk.seconds);
    const clip = { from: 0, to: speech.words.length, startFrame: 0, endFrame: talk.seconds * rate, score: 1 };
    const weighted = (factor: number): string => {
      const scoring = createScoring(speech, { fps, frameCount: clip.endFrame }, []);
      const weights = Object.fromEntries(
        Object.entries(ruleWeights.weights).map(([name, weight]) => [name, factor * weight]),
      ) as typeof ruleWeights.weights;
      return createDescriber(speech, talk.transcript, { ...scoring, weights })(clip).reason;
    };
    expect(weighted(1)).toContain(", and ");
    expect(weighted(0)).toMatch(/^(Opens with [a-z ]+|The passage scores highest in this video)\.$/);
    expect(weighted(-1)).toBe(weighted(0));
  });

  test("says that a sentence is complete only at its end", async () => {
    const long = spokenTranscript(
      `The keeper ${"of the tower by the coast with the lamp | ".repeat(40)} slept.`,
      "en",
    );
    for (const { description } of await choose(long.transcript, long.seconds, "lt_30s", 3))
      expect(description.reason).not.toContain("complete sentence");
  });

  test("quotes the sentence that catches the attention", async () => {
    const clips = await chosen;
    const question = clips.find(({ description }) => description.reason.startsWith("Opens with a question"));
    expect(question?.description.hook).toBe("Why were lighthouses painted in stripes?");
    for (const { description } of clips) expect([...description.hook].length).toBeLessThanOrEqual(140);
  });

  test("quotes and describes nothing that follows the clip", () => {
    const { transcript, seconds } = spokenTranscript(
      "The keeper carried oil up the stairs of the tower. Have you ever wondered why 5 million people love this? Yes.",
      "en",
    );
    const speech = analyzeSpeech(transcript, "en", seconds);
    const grid = { fps, frameCount: Math.floor(seconds * rate) };
    const describeClip = createDescriber(speech, transcript, createScoring(speech, grid, []));
    const clip = { from: 0, to: 10, startFrame: 0, endFrame: 90, score: 1 };
    expect(describeClip({ ...clip, to: speech.words.length }).hook).toMatch(/^Have you ever wondered/);
    const { hook, reason } = describeClip(clip);
    expect(hook).toBe("The keeper carried oil up the stairs of the tower.");
    expect(reason).not.toMatch(/question/);
  });

  test("quotes a Spanish question with both of its marks", async () => {
    const { transcript, seconds } = spokenTranscript(otherTalks.es ?? "", "es");
    const clips = await choose(transcript, seconds, "lt_30s", 5, { language: "es" });
    expect(clips.map(({ description }) => description.hook)).toContain("¿Por qué los faros tienen rayas?");
  });

  test("abridges a long hook at the end of a word", async () => {
    const long = `${"so many ships were lost on these rocks ".repeat(9)}.`;
    const { transcript, seconds } = spokenTranscript(long, "en");
    const [clip] = await choose(transcript, seconds, "lt_30s", 1);
    expect(clip?.description.hook).toMatch(/^[Ss]o many ships .*[a-z]…$/);
    expect([...(clip?.description.hook ?? "")].length).toBeLessThanOrEqual(140);
  });
});

describe("clipTranscript", () => {
  const transcript: Transcript = spoken("zero", "one", "two", "three", "four", ".");

  test("has the words of the clip on its own time line", () => {
    const [, , second, third] = transcript;
    const range = {
      startFrame: Math.floor((second?.startSeconds ?? 0) * rate),
      endFrame: Math.ceil((third?.endSeconds ?? 0) * rate),
    };
    const words = clipTranscript(transcript, fps, range);
    expect(words.map(({ text }) => text)).toEqual(["two", "three"]);
    expect(words[0]?.startSeconds).toBeCloseTo((second?.startSeconds ?? 0) - range.startFrame / rate, 3);
    expect(words[1]?.endSeconds).toBeLessThanOrEqual((range.endFrame - range.startFrame) / rate);
  });

  test("has no mark of the word before it or after it, when there is no pause", () => {
    const at = (seconds: number, entry: Partial<WordEntry>): WordEntry => ({
      ...(transcript[0] as WordEntry),
      ...{ startSeconds: seconds, endSeconds: seconds + 0.3 },
      ...entry,
    });
    const mark = (seconds: number, text: string): WordEntry =>
      at(seconds, { text, type: "punctuation", endSeconds: seconds });
    const words = [
      at(0.7, { text: "antes" }),
      mark(1, "."),
      mark(1, "¿"),
      at(1, { text: "por" }),
      at(1.3, { text: "qué" }),
    ];
    const entries = [...words, mark(1.6, "?"), mark(1.6, "¡"), at(1.6, { text: "después" })];
    const range = { startFrame: 30, endFrame: 49 };
    const texts = clipTranscript(entries, fps, range).map(({ text }) => text);
    expect(texts).toEqual(["¿", "por", "qué", "?"]);
  });

  test.each([
    ["an opening quotation mark after a pause", 0.4],
    ["an opening quotation mark without a pause", 0],
  ])("keeps %s", (_, pause) => {
    const entry = (seconds: number, text: string, length = 0.3): WordEntry => ({
      ...(transcript[0] as WordEntry),
      ...{ text, startSeconds: seconds, endSeconds: seconds + length },
      type: length === 0 ? "punctuation" : "word",
    });
    const at = 1 + pause;
    const entries = [
      ...[entry(0.4, '"', 0), entry(0.4, "One"), entry(0.7, ',"', 0), entry(0.7, "before"), entry(1, ".", 0)],
      ...[entry(at, '"', 0), entry(at, "Fire"), entry(at + 0.3, ',"', 0), entry(at + 0.3, "he")],
      ...[entry(at + 0.6, "said"), entry(at + 0.9, ".", 0), entry(at + 0.9, '"', 0), entry(at + 0.9, "No")],
    ];
    // The clip ends at the time of its last mark.
    const range = { startFrame: Math.round((at - 0.01) * rate), endFrame: Math.round((at + 0.9) * rate) };
    const texts = clipTranscript(entries, fps, range).map(({ text }) => text);
    expect(texts).toEqual(['"', "Fire", ',"', "he", "said", "."]);
  });

  test.each(["“¿", '"(', "¡"])("keeps what opens a clip: %s", (mark) => {
    const [zero, one] = transcript as [WordEntry, WordEntry];
    const opening: WordEntry = { ...one, text: mark, type: "punctuation", endSeconds: one.startSeconds };
    const range = { startFrame: Math.floor(one.startSeconds * rate), endFrame: 9000 };
    const texts = clipTranscript([zero, opening, ...transcript.slice(1)], fps, range).map(({ text }) => text);
    expect(texts.slice(0, 2)).toEqual([mark, "one"]);
  });

  test("is empty where nothing is said", () => {
    expect(clipTranscript(transcript, fps, { startFrame: 9000, endFrame: 9300 })).toEqual([]);
  });
});
