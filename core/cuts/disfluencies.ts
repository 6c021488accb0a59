import { disfluencyLists } from "../languages/disfluency-lists.ts";
import type { TimeSpan } from "../time/time-span.ts";
import { transcriptSentenceEnds } from "../transcript/sentence-ends.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";
import { isComma, isPunctuation, isWord, normalizeText, startsSentenceAfter } from "./entries.ts";
import { type DisfluencyKind, findDisfluencies } from "./find-disfluencies.ts";

/** A span to cut, on the source's time line. */
export interface Disfluency extends TimeSpan {
  kind: DisfluencyKind;
}

/**
 * Removes disfluencies from a transcript: fillers (um, äh, えーと), broken-off words ("th- the") and repetitions by a false
 * start ("I I think"). A comma that only set off a filler is removed with it, and sentences still start with a capital.
 *
 * @param language a code of core/languages; null: only the fillers of every language are removed
 */
export const removeDisfluencies = (
  transcript: Transcript,
  language: string | null,
): { transcript: WordEntry[]; disfluencies: Disfluency[] } => {
  const removed = findDisfluencies(transcript, language);
  const disfluencies = [...removed].flatMap(([index, kind]): Disfluency[] => {
    const entry = transcript[index];
    return entry ? [{ kind, startSeconds: entry.startSeconds, endSeconds: entry.endSeconds }] : [];
  });
  return {
    transcript: removed.size === 0 ? [...transcript] : keptEntries(transcript, removed, language),
    disfluencies,
  };
};

const keptEntries = (
  transcript: Transcript,
  removed: ReadonlyMap<number, unknown>,
  language: string | null,
): WordEntry[] => {
  const kept: WordEntry[] = [];
  const ends = new Set(transcriptSentenceEnds(transcript, language));
  let isAfterRemoval = false;
  let mustCapitalize = false;
  for (const [index, entry] of transcript.entries()) {
    if (removed.has(index)) {
      mustCapitalize ||= startsSentenceAfter(kept.at(-1), ends) && /^\p{Lu}/u.test(entry.text);
      isAfterRemoval = true;
      continue;
    }
    if (isPunctuation(entry) && isAfterRemoval) {
      const next = transcript.slice(index).find((other, at) => isWord(other) && !removed.has(index + at));
      appendMark(kept, entry, { ends, needsComma: startsClause(next, language) });
      continue;
    }
    kept.push(mustCapitalize && isWord(entry) ? capitalizeEntry(entry, language) : entry);
    if (isWord(entry)) [isAfterRemoval, mustCapitalize] = [false, false];
  }
  if (isAfterRemoval && isComma(kept.at(-1))) kept.pop();
  return kept;
};

/** Whether a word always follows a comma. */
const startsClause = (next: WordEntry | undefined, language: string | null): boolean =>
  next !== undefined &&
  (disfluencyLists[language ?? ""]?.clauseWords?.includes(normalizeText(next.text, language)) ?? false);

/**
 * Appends punctuation that follows removed entries: commas on both sides of them are removed, sentence ends are kept.
 *
 * @param context.ends the entries after which a sentence ends; a moved one is added
 * @param context.needsComma whether the next word always follows a comma
 */
const appendMark = (
  kept: WordEntry[],
  mark: WordEntry,
  { ends, needsComma }: { ends: Set<WordEntry>; needsComma: boolean },
): void => {
  const previous = kept.at(-1);
  if (
    isPunctuation(previous) &&
    previous.endSeconds < mark.startSeconds &&
    isEmptyPair(previous.text, mark.text)
  ) {
    kept.pop();
    return;
  }
  if (needsComma && previous?.text === "," && isComma(mark)) return;
  if (isComma(previous)) kept.pop();
  if (isComma(mark)) return;
  const before = kept.at(-1);
  if (!before || (isPunctuation(before) && ends.has(mark))) return;
  // Punctuation has the time of the end of its word.
  const moved = { ...mark, startSeconds: before.endSeconds, endSeconds: before.endSeconds };
  if (ends.has(mark)) ends.add(moved);
  kept.push(moved);
};

/** Whether nothing is left between brackets or quotes. */
const isEmptyPair = (opening: string, closing: string): boolean =>
  ["()", "[]", "「」", "『』", "（）", "“”", "«»", "„“", '""'].includes(opening + closing);

const capitalizeEntry = (entry: WordEntry, language: string | null): WordEntry => {
  const [first = "", ...rest] = [...entry.text];
  return { ...entry, text: first.toLocaleUpperCase(language ?? "en") + rest.join("") };
};
