import { anyLanguage, disfluencyLists } from "../languages/disfluency-lists.ts";
import { isUnspacedLanguage } from "../languages/writing.ts";
import { endsSentence } from "../text/scripts.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";

/** What is to be cut out: seconds on the source's time line. */
export interface Disfluency {
  kind: "filler" | "falseStart";
  startSeconds: number;
  endSeconds: number;
}

/** A repetition that comes later than this is emphasis or an afterthought, not a stumble. */
const maxRepetitionGapSeconds = 0.8;
/** Recognisers of languages without spaces may split a filler into as many pieces. */
const maxFillerEntries = 4;

/**
 * Finds what a speaker said only on the way to words: fillers (um, äh, えーと), words broken off and begun again
 * ("th- the"), words said twice by a false start ("I I think"). Everything else stays, with its marks; a comma that only
 * set off a filler goes with it, and a sentence still begins with a capital.
 *
 * @param language a code of core/languages; null: only what is a filler everywhere
 */
export const removeDisfluencies = (
  transcript: Transcript,
  language: string | null,
): { transcript: WordEntry[]; disfluencies: Disfluency[] } => {
  const goes = findDisfluencies(transcript, language);
  const disfluencies = [...goes].flatMap(([index, kind]): Disfluency[] => {
    const entry = transcript[index];
    return entry ? [{ kind, startSeconds: entry.startSeconds, endSeconds: entry.endSeconds }] : [];
  });
  return {
    transcript: goes.size === 0 ? [...transcript] : keptEntries(transcript, goes, language),
    disfluencies,
  };
};

const isWord = (entry: WordEntry | undefined): boolean => entry?.type === "word";
const isMark = (entry: WordEntry | undefined): entry is WordEntry => entry?.type === "punctuation";

/** Marks that only set something off, and go with it. */
const pauseMark = /^(?:[,，、،]|\.\.\.|…|[-–—])$/;
const isPause = (entry: WordEntry | undefined): boolean => isMark(entry) && pauseMark.test(entry.text);

const normalizeText = (text: string, language: string | null): string =>
  text
    .normalize("NFC")
    .toLocaleLowerCase(language ?? "en")
    .replaceAll("’", "'");

/** Indices of entries that go, in order, with the reason. */
const findDisfluencies = (
  transcript: Transcript,
  language: string | null,
): Map<number, Disfluency["kind"]> => {
  const own = disfluencyLists[language ?? ""] ?? anyLanguage;
  const filler = wholeWord([...own.fillers, ...anyLanguage.fillers]);
  const answer = wholeWord(own.replies ?? []);
  const setOff = wholeWord(own.commaBounded ?? []);
  const betweenMarks = wholeWord(own.parenthetical ?? []);
  const goes = new Map<number, Disfluency["kind"]>();
  const longest = isUnspacedLanguage(language) ? maxFillerEntries : 1;
  for (let index = 0; index < transcript.length; index++) {
    const lengthAs = (list: RegExp): number => fillerLength(transcript, index, longest, list, language);
    const between = lengthAs(betweenMarks);
    const beside = lengthAs(setOff);
    let count = lengthAs(filler);
    if (count === 0 && isCommaBounded(transcript, index, between, goes) && index > 0) count = between;
    if (count === 0 && isCommaBounded(transcript, index, beside, goes)) count = beside;
    if (
      count > 0 &&
      answer.test(normalizeText(transcript[index]?.text ?? "", language)) &&
      isWholeSentence(transcript, index, count)
    )
      continue;
    for (let at = index; at < index + count; at++) goes.set(at, "filler");
    index += Math.max(0, count - 1);
  }
  const lists = { starts: new Set(own.restarts), firsts: new Set(own.initialRestarts) };
  for (const [index] of transcript.entries()) {
    if (goes.has(index)) continue;
    if (isFalseStart(transcript, index, goes, lists, language)) goes.set(index, "falseStart");
    else
      for (const at of restartedPhrase(transcript, index, goes, lists, language)) goes.set(at, "falseStart");
  }
  return new Map([...goes].sort(([a], [b]) => a - b));
};

/** Whether a pause mark stands behind some entries, and another one before them, or a sentence's beginning. */
const isCommaBounded = (
  transcript: Transcript,
  index: number,
  count: number,
  goes: ReadonlyMap<number, unknown>,
): boolean => {
  if (count === 0 || !isPause(transcript[index + count])) return false;
  const before = lastKept(transcript, index, goes);
  return isPause(before) || beginsSentence(before);
};

const wholeWord = (patterns: readonly string[]): RegExp =>
  new RegExp(`^(?:${patterns.join("|") || "(?!)"})$`, "u");

/** Whether a few entries are all that one sentence says. */
const isWholeSentence = (transcript: Transcript, index: number, count: number): boolean => {
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
    if (!isShouted && filler.test(normalizeText(text, language))) return count;
  }
  return 0;
};

/** Broken off and begun again, or said twice: the word that follows is the one that counts. */
const isFalseStart = (
  transcript: Transcript,
  index: number,
  goes: ReadonlyMap<number, unknown>,
  { starts, firsts }: Starts,
  language: string | null,
): boolean => {
  const entry = transcript[index];
  if (!entry || !isWord(entry)) return false;
  const following = followingWord(transcript, index, goes);
  const next = transcript[following ?? -1];
  if (next === undefined || following === null) return false;
  const text = normalizeText(entry.text, language);
  const begun = text.replace(/[-‐‑]+$/, "");
  const again = normalizeText(next.text, language);
  if (begun !== text && begun !== "") return again.startsWith(begun);
  if (text !== again.replace(/[-‐‑]+$/, "")) return false;
  if (starts.has(text)) return true;
  // "What, what?" and "you, you and you" are meant.
  const goesOn = followingWord(transcript, following, goes) === following + 1;
  return firsts.has(text) && goesOn && beginsSentence(lastKept(transcript, index, goes));
};

interface Starts {
  starts: ReadonlySet<string>;
  firsts: ReadonlySet<string>;
}

/** The word that is said next, with nothing but fillers and pause marks between; null after too long a silence. */
const followingWord = (
  transcript: Transcript,
  index: number,
  goes: ReadonlyMap<number, unknown>,
): number | null => {
  let following = index + 1;
  while (goes.has(following) || isPause(transcript[following])) following++;
  const [entry, next] = [transcript[index], transcript[following]];
  if (!entry || !next || !isWord(next)) return null;
  const silence =
    next.startSeconds - entry.endSeconds - fillerSecondsBetween(transcript, index, following, goes);
  return silence > maxRepetitionGapSeconds ? null : following;
};

const lastKept = (
  transcript: Transcript,
  index: number,
  goes: ReadonlyMap<number, unknown>,
): WordEntry | undefined => {
  let before = index - 1;
  while (goes.has(before)) before--;
  return transcript[before];
};

/** A start of a few words that is said twice ("I think I think we should"). */
const maxRestartWords = 4;

/**
 * The words of a start that is begun again from its first word, when the sentence then goes on ("I know, I know." is
 * meant): behind a mark or at a beginning. Elsewhere it may be grammar ("if I can I can come"), unless the speaker broke
 * off where nothing can end ("to the, to the store").
 */
const restartedPhrase = (
  transcript: Transcript,
  index: number,
  goes: ReadonlyMap<number, unknown>,
  { starts }: Starts,
  language: string | null,
): number[] => {
  const textAt = (at: number | null): string => normalizeText(transcript[at ?? -1]?.text ?? "", language);
  const before = lastKept(transcript, index, goes);
  if (!isWord(transcript[index]) || !starts.has(textAt(index))) return [];
  const isFree = beginsSentence(before) || isPause(before);
  const said = [index];
  while (said.length <= 2 * maxRestartWords) {
    const next = followingWord(transcript, said.at(-1) ?? index, goes);
    if (next === null) break;
    said.push(next);
  }
  for (let length = Math.min(maxRestartWords, (said.length - 1) >> 1); length >= 2; length--) {
    const first = said.slice(0, length);
    const isAgain = first.every((at, n) => textAt(at) === textAt(said[length + n] ?? null));
    const end = first.at(-1) ?? -1;
    const isBrokenOff = starts.has(textAt(end)) && (said[length] ?? -1) > end + 1;
    const last = said[2 * length - 1] ?? -1;
    if (isAgain && (isFree || isBrokenOff) && said[2 * length] === last + 1) return first;
  }
  return [];
};

/** Time that fillers between two words take. */
const fillerSecondsBetween = (
  transcript: Transcript,
  from: number,
  to: number,
  goes: ReadonlyMap<number, unknown>,
): number =>
  transcript
    .slice(from + 1, to)
    .reduce(
      (sum, entry, at) => sum + (goes.has(from + 1 + at) ? entry.endSeconds - entry.startSeconds : 0),
      0,
    );

const keptEntries = (
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
      const next = transcript.slice(index).find((other, at) => isWord(other) && !goes.has(index + at));
      appendMark(kept, entry, beginsClause(next, language));
      continue;
    }
    kept.push(mustCapitalise && isWord(entry) ? capitalizeEntry(entry, language) : entry);
    if (isWord(entry)) [wasRemoved, mustCapitalise] = [false, false];
  }
  if (wasRemoved && isPause(kept.at(-1))) kept.pop();
  return kept;
};

/** Whether what follows this entry, or nothing, begins a sentence. */
const beginsSentence = (last: WordEntry | undefined): boolean =>
  !last || (isMark(last) && endsSentence(last.text));

/** Words before which a comma always stands, a filler or not. */
const beginsClause = (next: WordEntry | undefined, language: string | null): boolean =>
  next !== undefined &&
  (disfluencyLists[language ?? ""]?.clauseWords?.includes(normalizeText(next.text, language)) ?? false);

/** A mark behind something that went: a comma goes, and with it the one before; the end of a sentence stays. */
const appendMark = (kept: WordEntry[], mark: WordEntry, mustPart: boolean): void => {
  const opened = kept.at(-1);
  if (isMark(opened) && opened.endSeconds < mark.startSeconds && isEmptyPair(opened.text, mark.text)) {
    kept.pop();
    return;
  }
  if (mustPart && opened?.text === "," && isPause(mark)) return;
  if (isPause(opened)) kept.pop();
  if (isPause(mark)) return;
  const before = kept.at(-1);
  if (!before || (isMark(before) && endsSentence(mark.text))) return;
  // It stands at the end of the word that it now follows.
  kept.push({ ...mark, startSeconds: before.endSeconds, endSeconds: before.endSeconds });
};

/** Whether a mark only closes what the other has opened: nothing is left between brackets or quotes. */
const isEmptyPair = (opening: string, mark: string): boolean =>
  ["()", "[]", "「」", "『』", "（）", "“”", "«»", "„“", '""'].includes(opening + mark);

const capitalizeEntry = (entry: WordEntry, language: string | null): WordEntry => {
  const [first = "", ...rest] = [...entry.text];
  return { ...entry, text: first.toLocaleUpperCase(language ?? "en") + rest.join("") };
};
