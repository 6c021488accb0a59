import { endsSentence, isUnspacedLanguage } from "../captions/script.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";
import { anyLanguage, disfluencyLists } from "./disfluency-lists.ts";

/** What is to be cut out: seconds on the source's time line. */
export interface Disfluency {
  kind: "filler" | "falseStart";
  startSeconds: number;
  endSeconds: number;
}

/** A repetition that comes later than this is emphasis or an afterthought, not a stumble. */
const stumbleSeconds = 0.8;
/** Recognisers of languages without spaces may split a filler into as many pieces. */
const mostPieces = 4;

/**
 * Finds what a speaker said only on the way to words: fillers (um, äh, えーと), words broken off and begun again
 * ("th- the"), words said twice by a false start ("I I think"). Everything else stays, with its marks; a comma that only
 * set off a filler goes with it, and a sentence still begins with a capital.
 *
 * @param language a code of core/languages; null: only what is a filler everywhere
 */
export const withoutDisfluencies = (
  transcript: Transcript,
  language: string | null,
): { transcript: WordEntry[]; disfluencies: Disfluency[] } => {
  const goes = disfluentEntries(transcript, language);
  const disfluencies = [...goes].flatMap(([index, kind]): Disfluency[] => {
    const entry = transcript[index];
    return entry ? [{ kind, startSeconds: entry.start_time, endSeconds: entry.end_time }] : [];
  });
  return {
    transcript: goes.size === 0 ? [...transcript] : remaining(transcript, goes, language),
    disfluencies,
  };
};

const isWord = (entry: WordEntry | undefined): boolean => entry?.type === "word";
const isMark = (entry: WordEntry | undefined): entry is WordEntry => entry?.type === "punctuation";

/** Marks that only set something off, and go with it. */
const pauseMark = /^(?:[,，、،]|\.\.\.|…|[-–—])$/;
const isPause = (entry: WordEntry | undefined): boolean => isMark(entry) && pauseMark.test(entry.text);

const plain = (text: string, language: string | null): string =>
  text
    .normalize("NFC")
    .toLocaleLowerCase(language ?? "en")
    .replaceAll("’", "'");

/** Indices of entries that go, in order, with the reason. */
const disfluentEntries = (
  transcript: Transcript,
  language: string | null,
): Map<number, Disfluency["kind"]> => {
  const own = disfluencyLists[language ?? ""];
  const filler = wholeWord([...(own?.fillers ?? []), ...anyLanguage.fillers]);
  const answer = wholeWord(own?.answers ?? []);
  const starts = new Set(own?.starts);
  const goes = new Map<number, Disfluency["kind"]>();
  const longest = isUnspacedLanguage(language) ? mostPieces : 1;
  for (let index = 0; index < transcript.length; index++) {
    const count = fillerLength(transcript, index, longest, filler, language);
    if (
      count > 0 &&
      answer.test(plain(transcript[index]?.text ?? "", language)) &&
      isSentence(transcript, index, count)
    )
      continue;
    for (let at = index; at < index + count; at++) goes.set(at, "filler");
    index += Math.max(0, count - 1);
  }
  for (const [index] of transcript.entries()) {
    if (!goes.has(index) && isFalseStart(transcript, index, goes, starts, language))
      goes.set(index, "falseStart");
  }
  return new Map([...goes].sort(([a], [b]) => a - b));
};

const wholeWord = (patterns: readonly string[]): RegExp =>
  new RegExp(`^(?:${patterns.join("|") || "(?!)"})$`, "u");

/** Whether a few entries are all that one sentence says. */
const isSentence = (transcript: Transcript, index: number, count: number): boolean => {
  const next = transcript[index + count];
  const ends = !next || (isMark(next) && endsSentence(next.text));
  return ends && beginsSentence(transcript[index - 1]);
};

/** How many entries from `index` on are one filler; 0 when they are something else. */
const fillerLength = (
  transcript: Transcript,
  index: number,
  longest: number,
  filler: RegExp,
  language: string | null,
): number => {
  for (let count = longest; count > 0; count--) {
    const pieces = transcript.slice(index, index + count);
    const next = transcript[index + count];
    // "Eh?" and "Hm!" say something, "ER" is a name.
    if (pieces.length < count || !pieces.every(isWord) || /^[?？؟!！]/.test(isMark(next) ? next.text : ""))
      continue;
    const text = pieces.map((piece) => piece.text).join("");
    const isShouted = text.length > 1 && text === text.toUpperCase() && text !== text.toLowerCase();
    if (!isShouted && filler.test(plain(text, language))) return count;
  }
  return 0;
};

/** Broken off and begun again, or said twice: the word that follows is the one that counts. */
const isFalseStart = (
  transcript: Transcript,
  index: number,
  goes: ReadonlyMap<number, unknown>,
  starts: ReadonlySet<string>,
  language: string | null,
): boolean => {
  const entry = transcript[index];
  if (!entry || !isWord(entry)) return false;
  let following = index + 1;
  while (following < transcript.length) {
    const other = transcript[following];
    if (!goes.has(following) && !isPause(other)) break;
    following++;
  }
  const next = transcript[following];
  if (
    !next ||
    !isWord(next) ||
    next.start_time - entry.end_time > stumbleSeconds + passedSeconds(transcript, index, following, goes)
  )
    return false;
  const text = plain(entry.text, language);
  const begun = text.replace(/[-‐‑]+$/, "");
  const again = plain(next.text, language);
  if (begun !== text && begun !== "") return again.startsWith(begun);
  return text === again.replace(/[-‐‑]+$/, "") && starts.has(text);
};

/** Time that fillers between two words take. */
const passedSeconds = (
  transcript: Transcript,
  from: number,
  to: number,
  goes: ReadonlyMap<number, unknown>,
): number =>
  transcript
    .slice(from + 1, to)
    .reduce((sum, entry, at) => sum + (goes.has(from + 1 + at) ? entry.end_time - entry.start_time : 0), 0);

const remaining = (
  transcript: Transcript,
  goes: ReadonlyMap<number, unknown>,
  language: string | null,
): WordEntry[] => {
  const kept: WordEntry[] = [];
  let wasRemoved = false;
  let mustCapitalise = false;
  for (const [index, entry] of transcript.entries()) {
    if (goes.has(index)) {
      mustCapitalise ||= beginsSentence(kept.at(-1)) && /^\p{Lu}/u.test(entry.text);
      wasRemoved = true;
      continue;
    }
    if (isMark(entry) && wasRemoved) {
      settleMark(kept, entry);
      continue;
    }
    kept.push(mustCapitalise && isWord(entry) ? capitalised(entry, language) : entry);
    if (isWord(entry)) [wasRemoved, mustCapitalise] = [false, false];
  }
  return kept;
};

/** Whether what follows this entry, or nothing, begins a sentence. */
const beginsSentence = (last: WordEntry | undefined): boolean =>
  !last || (isMark(last) && endsSentence(last.text));

/** A mark behind something that went: a comma goes, and with it the one before; the end of a sentence stays. */
const settleMark = (kept: WordEntry[], mark: WordEntry): void => {
  if (isPause(kept.at(-1))) kept.pop();
  if (isPause(mark)) return;
  const before = kept.at(-1);
  if (!before || (isMark(before) && endsSentence(mark.text))) return;
  // It stands at the end of the word that it now follows.
  kept.push({ ...mark, start_time: before.end_time, end_time: before.end_time });
};

const capitalised = (entry: WordEntry, language: string | null): WordEntry => {
  const [first = "", ...rest] = [...entry.text];
  return { ...entry, text: first.toLocaleUpperCase(language ?? "en") + rest.join("") };
};
