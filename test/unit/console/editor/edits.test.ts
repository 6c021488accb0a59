import { describe, expect, test } from "@jest/globals";
import fc from "fast-check";
import type { WordEntry } from "../../../../clients/typescript/src/client.ts";
import {
  type Edit,
  insertAfter,
  joinEntries,
  removeEntries,
  setAttributes,
  setEdge,
  setText,
  splitEntry,
} from "../../../../console/editor/edits.ts";
import { type Entries, entryIndexAt, toEntries, toTranscript } from "../../../../console/editor/entries.ts";
import { findMatches, replaceMatches } from "../../../../console/editor/find.ts";
import { edit, endStep, type History, redo, startHistory, undo } from "../../../../console/editor/history.ts";

const mediaSeconds = 60;

const word = (
  text: string,
  start_time: number,
  end_time: number,
  more: Partial<WordEntry> = {},
): WordEntry => ({
  text,
  type: "word",
  start_time,
  end_time,
  ...more,
});

const transcript: WordEntry[] = [
  word("Wait", 0.3, 0.6, { confidence: 0.4 }),
  { text: ",", type: "punctuation", start_time: 0.6, end_time: 0.6 },
  word("weknow", 0.6, 1.2, { emoji: "🚀", important: true }),
  word("enough", 1.5, 2, { confidence: 0.9 }),
];

const edited = (change: Edit | null, words: readonly WordEntry[] = transcript): WordEntry[] =>
  toTranscript(edit(startHistory(toEntries(words)), change).entries);
const entries: Entries = toEntries(transcript);

describe("punctuation", () => {
  test("that gets letters becomes a word in the gap that follows", () => {
    const [wait, , know, enough] = transcript as [WordEntry, WordEntry, WordEntry, WordEntry];
    const spaced = [wait, { ...transcript[1], start_time: 0.6, end_time: 0.6 } as WordEntry, enough];
    expect(edited(setText(toEntries(spaced), 1, "now"), spaced)).toEqual([
      wait,
      word("now", 0.6, 1, { confidence: 1 }),
      enough,
    ]);
    // Without a gap it takes the second half of the word before it.
    expect(edited(setText(entries, 1, "now"))).toEqual([
      { ...wait, end_time: 0.45 },
      word("now", 0.45, 0.6, { confidence: 1 }),
      know,
      enough,
    ]);
  });

  test("stays punctuation while it has no letters, also where it is inserted", () => {
    expect(edited(setText(entries, 1, "!"))[1]).toMatchObject({ text: "!", type: "punctuation" });
    expect(edited(insertAfter(entries, 3, "?", mediaSeconds)).at(-1)).toMatchObject({ type: "punctuation" });
  });
});

describe("a word", () => {
  test("that gets text with a space becomes two words that share its time by letters", () => {
    expect(edited(setText(entries, 2, "we know")).slice(2, 4)).toEqual([
      word("we", 0.6, 0.8, { emoji: "🚀", important: true, confidence: 1 }),
      word("know", 0.8, 1.2, { important: true, confidence: 1 }),
    ]);
  });

  test("that gets pasted markup keeps the words alone", () => {
    expect(edited(setText(entries, 3, "<b>far\n\tenough</b> \u0007<inaudible>")).slice(3)).toEqual([
      word("far", 1.5, 1.667, { confidence: 1 }),
      word("enough", 1.667, 2, { confidence: 1 }),
    ]);
  });

  test("that is emptied is removed, and its time stays empty", () => {
    expect(edited(setText(entries, 3, "  "))).toEqual(transcript.slice(0, 3));
  });

  test("splits at the cursor and joins with the word before it", () => {
    expect(edited(splitEntry(entries, 2, 2)).map(({ text }) => text)).toEqual([
      "Wait",
      ",",
      "we",
      "know",
      "enough",
    ]);
    expect(splitEntry(entries, 2, 0)).toBeNull();
    expect(edited(joinEntries(entries, 2, 4))[2]).toEqual(
      word("weknowenough", 0.6, 2, { emoji: "🚀", important: true, confidence: 1 }),
    );
    expect(joinEntries(entries, -1, 1)).toBeNull();
  });

  test("joins with all words of a range over its outer times", () => {
    expect(edited(joinEntries(entries, 0, 4))).toEqual([
      word("Wait,weknowenough", 0.3, 2, { emoji: "🚀", important: true, confidence: 1 }),
    ]);
  });

  test("is inserted in the gap, or in the second half of the word before it", () => {
    expect(edited(insertAfter(entries, 2, "more", mediaSeconds))[3]).toMatchObject({
      start_time: 1.2,
      end_time: 1.5,
    });
    expect(edited(insertAfter(entries, 0, "more", mediaSeconds)).slice(0, 2)).toMatchObject([
      { text: "Wait", start_time: 0.3, end_time: 0.45 },
      { text: "more", start_time: 0.45, end_time: 0.6 },
    ]);
    expect(edited(insertAfter(entries, 3, "last", 2.1)).at(-1)).toMatchObject({
      start_time: 2,
      end_time: 2.1,
    });
  });

  test("has edges that stop at its neighbors and at the end of the media", () => {
    expect(edited(setEdge(entries, 3, "start", 0, mediaSeconds))[3]).toMatchObject({ start_time: 1.2 });
    expect(edited(setEdge(entries, 3, "end", 99, mediaSeconds))[3]).toMatchObject({ end_time: 60 });
    expect(edited(setEdge(entries, 2, "end", 0.1, mediaSeconds))[2]).toMatchObject({ end_time: 0.6 });
  });

  test("keeps its confidence when only its appearance changes", () => {
    expect(edited(setAttributes(entries, 0, 1, { important: true, emoji: "✋" }))[0]).toEqual(
      word("Wait", 0.3, 0.6, { confidence: 0.4, important: true, emoji: "✋" }),
    );
    expect(setAttributes(entries, 2, 3, { important: true })).toBeNull();
  });
});

test("all matches are replaced as one step, also over punctuation and in part of a word", () => {
  const options = { matchCase: false, wholeWord: false };
  const found = findMatches(entries, "wait weknow", options);
  expect(found).toEqual([{ from: 0, to: 3 }]);
  const replaced = edit(
    startHistory(entries),
    replaceMatches(entries, found, "wait weknow", "Now go", options),
  );
  expect(toTranscript(replaced.entries).slice(0, 2)).toMatchObject([
    { text: "Now", start_time: 0.3, end_time: 0.84 },
    { text: "go", start_time: 0.84, end_time: 1.2 },
  ]);
  expect(toTranscript(undo(replaced).entries)).toEqual(transcript);
  const parts = findMatches(entries, "NO", options);
  expect(edited(replaceMatches(entries, parts, "NO", "$&", options)).map(({ text }) => text)).toEqual([
    "Wait",
    ",",
    "wek$&w",
    "e$&ugh",
  ]);
});

test("typing a word is one step for undo, until the step ends", () => {
  let history = startHistory(entries);
  for (const text of ["W", "Wa", "Way"]) history = edit(history, setText(history.entries, 0, text));
  history = edit(endStep(history), setText(history.entries, 0, "Ways"));
  expect(toTranscript(undo(history).entries)[0]?.text).toBe("Way");
  expect(toTranscript(undo(undo(history)).entries)).toEqual(transcript);
});

test("the entry at a moment is the last that has begun", () => {
  expect([0, 0.3, 0.6, 1.3, 5].map((seconds) => entryIndexAt(entries, seconds))).toEqual([-1, 0, 2, 2, 3]);
});

const someChange = fc.record({
  kind: fc.constantFrom("text", "split", "join", "remove", "insert", "start", "end", "mark", "replace"),
  position: fc.double({ min: 0, max: 1, noNaN: true, maxExcluded: true }),
  text: fc.oneof(fc.constantFrom("", "a b", "<i>x</i>", "señor\n", "😀😀"), fc.string()),
  seconds: fc.double({ min: -1, max: 70, noNaN: true }),
});

const changeOf = (
  current: Entries,
  { kind, position, text, seconds }: Record<string, unknown>,
): Edit | null => {
  const index = Math.floor((position as number) * current.length);
  const options = { matchCase: true, wholeWord: false };
  switch (kind) {
    case "text":
      return setText(current, index, text as string);
    case "split":
      return splitEntry(current, index, 1);
    case "join":
      return joinEntries(current, index - 1, index + 1);
    case "remove":
      return removeEntries(current, index, index + 2);
    case "insert":
      return insertAfter(current, index - 1, text as string, mediaSeconds);
    case "start":
    case "end":
      return setEdge(current, index, kind, seconds as number, mediaSeconds);
    case "mark":
      return setAttributes(current, index, index + 3, {
        important: (seconds as number) > 30 ? true : undefined,
      });
    default:
      return replaceMatches(current, findMatches(current, "a", options), "a", text as string, options);
  }
};

const long: WordEntry[] = Array.from({ length: 120 }, (_, index) =>
  word(`a${index}`, index / 3, index % 2 === 0 ? (index + 1) / 3 : index / 3 + 0.2),
);

test("any edits keep the times in order and inside the media, and are undone and redone exactly", () => {
  fc.assert(
    fc.property(fc.array(someChange, { minLength: 200, maxLength: 200 }), (changes) => {
      const first = JSON.stringify(long);
      let history: History = startHistory(toEntries(long));
      for (const change of changes) history = endStep(edit(history, changeOf(history.entries, change)));
      let previousEnd = 0;
      for (const { text, start_time, end_time } of toTranscript(history.entries)) {
        expect(start_time).toBeGreaterThanOrEqual(previousEnd);
        expect(end_time).toBeGreaterThanOrEqual(start_time);
        expect(text.trim()).not.toBe("");
        previousEnd = end_time;
      }
      expect(previousEnd).toBeLessThanOrEqual(mediaSeconds);
      expect(new Set(history.entries.map(({ key }) => key)).size).toBe(history.entries.length);
      const last = JSON.stringify(toTranscript(history.entries));
      const steps = history.done.length;
      for (let step = 0; step < steps; step += 1) history = undo(history);
      expect(JSON.stringify(toTranscript(history.entries))).toBe(first);
      for (let step = 0; step < steps; step += 1) history = redo(history);
      expect(JSON.stringify(toTranscript(history.entries))).toBe(last);
    }),
    { numRuns: 10 },
  );
});
