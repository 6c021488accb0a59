import type { WordEntry } from "../../clients/typescript/src/client.ts";
import { type Entry, newEntry, roundedWithin } from "./entries.ts";

/** The entry with other fields; `undefined` removes a field. It counts as confirmed by a person. */
export const changed = (
  { key, value }: Entry,
  fields: { [Name in keyof WordEntry]?: WordEntry[Name] | undefined },
): Entry => ({
  key,
  value: Object.fromEntries(
    Object.entries({ ...value, confidence: 1, ...fields }).filter(([, field]) => field !== undefined),
  ) as unknown as WordEntry,
});

/** Divides a range of seconds among words by their number of letters. */
const shares = (words: readonly string[], start: number, end: number): { start: number; end: number }[] => {
  const lengths = words.map((word) => [...word].length);
  const total = lengths.reduce((sum, length) => sum + length, 0);
  const edgeAfter = (letters: number): number => {
    if (letters === 0) return start;
    if (letters === total) return end;
    return roundedWithin(start + ((end - start) * letters) / total, start, end);
  };
  let letters = 0;
  return lengths.map((length) => {
    const from = edgeAfter(letters);
    letters += length;
    return { start: from, end: edgeAfter(letters) };
  });
};

/** The entry with other words, which share its time by their letters. The first keeps its key and its emoji. */
export const withWords = (entry: Entry, words: readonly string[]): Entry[] => {
  const times = shares(words, entry.value.start_time, entry.value.end_time);
  return words.map((text, position) => {
    const isFirst = position === 0;
    const next = changed(entry, {
      text,
      start_time: times[position]?.start ?? entry.value.start_time,
      end_time: times[position]?.end ?? entry.value.end_time,
      emoji: isFirst ? entry.value.emoji : undefined,
    });
    return isFirst ? next : newEntry(next.value);
  });
};

/** Signs that follow a word without a space, of all scripts. "…" also stands alone, for what is left out. */
const closingSigns = /^[.,;:!?。、，；：！？．،؛؟۔।॥։።]+$/u;

/** Whether typed text is punctuation, which is written and drawn without a space before it. */
export const isPunctuation = (text: string): boolean => closingSigns.test(text);

/** New words that share a range of seconds by their letters. */
export const newWords = (words: readonly string[], start: number, end: number): Entry[] => {
  const times = shares(words, start, end);
  return words.map((text, position) =>
    newEntry({
      text,
      type: isPunctuation(text) ? "punctuation" : "word",
      start_time: times[position]?.start ?? start,
      end_time: times[position]?.end ?? end,
      confidence: 1,
    }),
  );
};
