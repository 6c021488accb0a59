import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { submittedTranscriptSchema, type WireWordEntry } from "../../../../core/api/schemas/word-entry.ts";
import { validated } from "../../../../core/api/validation.ts";
import { NamedError } from "../../../../core/errors.ts";
import { withKnownConfidence } from "../../../../core/tasks/transcript-access.ts";
import { truncateTranscript } from "../../../../core/transcript/truncate.ts";
import { timeUnitProblem, transcriptProblems } from "../../../../core/transcript/validate.ts";
import type { Transcript } from "../../../../core/transcript/word-entry.ts";

const folder = join(import.meta.dirname, "../../../media/text");
const body = (name: string): unknown => JSON.parse(readFileSync(join(folder, name), "utf8"));

/** The problems of a PUT body; none when it is accepted. */
const problemsOf = (value: unknown): readonly string[] => {
  try {
    return transcriptProblems(validated(submittedTranscriptSchema, value), "");
  } catch (error) {
    if (error instanceof NamedError) return error.messages ?? [error.message];
    throw error;
  }
};

const word = (text: string, start_time: unknown, end_time: unknown, more: object = {}) => ({
  text,
  type: "word",
  start_time,
  end_time,
  ...more,
});

describe("transcript bodies", () => {
  test.each([
    ["ti_bad_type.json", "[0].type must be one of word, punctuation"],
    ["ti_end_before_start.json", "[3].end_time"],
    ["ti_overlap.json", "[2].start_time"],
  ])("rejects %s and names the entry", (name, start) => {
    const problems = problemsOf(body(name));
    expect(problems).toHaveLength(1);
    expect(problems[0]?.startsWith(start)).toBe(true);
  });

  test.each(["ti_beyond_video.json", "ti_confidence_emoji.json", "ti_zero_length.json", "ti_empty.json"])(
    "accepts %s",
    (name) => {
      expect(problemsOf(body(name))).toEqual([]);
    },
  );

  test.each(readdirSync(folder).filter((name) => name.startsWith("tr_")))("accepts %s unchanged", (name) => {
    const value = body(name) as WireWordEntry[];
    expect(problemsOf(value)).toEqual([]);
    expect(validated(submittedTranscriptSchema, value).map((entry) => entry.text)).toEqual(
      value.map((entry) => entry.text),
    );
  });

  test("accepts an entry that starts at the previous end, and rejects one that starts a millisecond earlier", () => {
    expect(problemsOf([word("a", 0, 1), word("b", 1, 2)])).toEqual([]);
    expect(problemsOf([word("a", 0, 1), word("b", 0.999, 2)])).toEqual([
      expect.stringMatching(/^\[1\]\.start_time \(0\.999\) .* \(1\)/),
    ]);
  });

  test.each([
    ["a negative time", [word("a", -0.1, 1)], "[0].start_time"],
    ["a time that is no number", [word("a", "0", 1)], "[0].start_time"],
    ["a time without end", [word("a", 0, Number.POSITIVE_INFINITY)], "[0].end_time"],
    ["a missing time", [{ text: "a", type: "word", start_time: 0 }], "[0].end_time"],
    ["no text", [word("", 0, 1)], "[0].text"],
    ["blank text", [word("  ", 0, 1)], "[0].text"],
    ["a wrong weight", [word("a", 0, 1, { fontWeight: 2000 })], "[0].fontWeight"],
    ["an object instead of the array", { transcript: [] }, "body"],
  ])("rejects %s", (_, value, start) => {
    expect(problemsOf(value)[0]?.startsWith(start)).toBe(true);
  });

  test("treats null as absent and ignores unknown fields and any confidence", () => {
    const value = [
      word("a", 0, 1, { emoji: null, important: null, fontId: null, color: "red", confidence: 93 }),
    ];
    expect(problemsOf(value)).toEqual([]);
    expect(Object.keys(validated(submittedTranscriptSchema, value)[0] ?? {})).not.toContain("color");
  });

  test("accepts 50,000 entries and rejects one more", () => {
    const many = Array.from({ length: 50_001 }, (_, at) => word("a", at, at + 1));
    expect(problemsOf(many.slice(1))).toEqual([]);
    expect(problemsOf(many)).toHaveLength(1);
  });

  test("keeps the confidence of unchanged entries and sets that of others to 1", () => {
    const stored: Transcript = [{ text: "a", type: "word", startSeconds: 0, endSeconds: 1, confidence: 0.8 }];
    const same = validated(submittedTranscriptSchema, [
      word("a", 0, 1, { confidence: 0.1, important: true }),
    ]);
    expect(withKnownConfidence(same, stored)[0]).toMatchObject({ confidence: 0.8, important: true });
    const edited = validated(submittedTranscriptSchema, [word("b", 0, 1, { confidence: 0.1 })]);
    expect(withKnownConfidence(edited, stored)[0]).toMatchObject({ confidence: 1 });
    expect(withKnownConfidence(same, [])[0]).toMatchObject({ confidence: 1 });
  });

  test("drops entries far beyond the media", () => {
    const fitted = truncateTranscript(validated(submittedTranscriptSchema, body("ti_beyond_video.json")), 1);
    expect(fitted.length).toBeGreaterThan(0);
    expect(Math.max(...fitted.map((entry) => entry.endSeconds))).toBeLessThanOrEqual(1);
  });
});

describe("the unit of the times of a transcript", () => {
  const entry = (startSeconds: number, endSeconds: number): Transcript[number] => ({
    text: "a",
    type: "word",
    startSeconds,
    endSeconds,
  });
  const spoken = Array.from({ length: 300 }, (_, index) => entry(index * 0.4, index * 0.4 + 0.3));
  const times = (transcript: Transcript, factor: number): Transcript =>
    transcript.map((each) => entry(each.startSeconds * factor, each.endSeconds * factor));

  test.each([
    ["all words are after the end of the video", [entry(1200, 1500), entry(1600, 1900)], 11],
    ["a transcript in milliseconds starts at 0", times(spoken, 1000), 11],
    ["a transcript in milliseconds has two words", times([entry(0, 0.3), entry(0.4, 0.7)], 1000), 11],
    ["a transcript in milliseconds has words before the end of a long video", times(spoken, 1000), 3600],
    ["a transcript is in microseconds", times(spoken, 1e6), 11],
  ])("is a problem if %s", (_, transcript, durationSeconds) => {
    expect(timeUnitProblem(transcript, durationSeconds, "transcript")).toMatch(
      /^transcript has .* the end of the video \(\d+ s\)\. Times are in seconds/,
    );
  });

  test.each([
    ["is empty", [], 11],
    ["has the duration of the video", spoken, 120],
    ["is ten times longer than the video", spoken, 12],
    ["has one caption for the whole video and beyond", [entry(0, 3600)], 8],
    ["has long captions and is longer than the video", times(spoken.slice(0, 30), 50), 60],
    ["has a word that starts just before the end", [entry(10.999, 12), entry(13, 14)], 11],
  ])("is no problem if the transcript %s", (_, transcript, durationSeconds) => {
    expect(timeUnitProblem(transcript, durationSeconds, "transcript")).toBeNull();
  });
});
