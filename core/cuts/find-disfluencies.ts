import { anyLanguage, disfluencyLists, twoPartResponse } from "../languages/disfluency-lists.ts";
import { isUnspacedLanguage } from "../languages/writing.ts";
import { transcriptSentenceEnds } from "../transcript/sentence-ends.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";
import { isComma, isPunctuation, isWord, normalizeText, startsSentenceAfter } from "./entries.ts";

export type DisfluencyKind = "filler" | "falseStart";

/** A repetition after a longer silence is emphasis or an afterthought. */
const maxRepetitionGapSeconds = 0.8;
/** Recognizers of unspaced languages may split a filler into this many entries. */
const maxFillerEntries = 4;
/** Maximum length of a repeated phrase ("I think I think we should"). */
const maxRestartWords = 4;

/** A search for disfluencies. `found` has the entries that were found already, by index. */
interface Search {
  transcript: Transcript;
  language: string | null;
  found: Map<number, DisfluencyKind>;
  /** The entries after which a sentence ends. */
  ends: ReadonlySet<WordEntry>;
}

interface Restarts {
  restarts: ReadonlySet<string>;
  /** First words of repeated phrases, with those of `restarts`. */
  phraseRestarts: ReadonlySet<string>;
  initialRestarts: ReadonlySet<string>;
}

/** Returns the kinds of a transcript's disfluent entries by index, in order. */
export const findDisfluencies = (
  transcript: Transcript,
  language: string | null,
): Map<number, DisfluencyKind> => {
  const ends = transcriptSentenceEnds(transcript, language);
  const search: Search = { transcript, language, found: new Map(), ends };
  findFillers(search);
  const list = disfluencyLists[language ?? ""] ?? anyLanguage;
  const words: Restarts = {
    restarts: new Set(list.restarts),
    phraseRestarts: new Set([...list.restarts, ...(list.phraseRestarts ?? [])]),
    initialRestarts: new Set(list.initialRestarts),
  };
  for (const [index] of transcript.entries()) {
    if (search.found.has(index)) continue;
    const falseStart = isFalseStart(search, index, words) ? [index] : restartedPhrase(search, index, words);
    for (const at of falseStart) search.found.set(at, "falseStart");
  }
  return new Map([...search.found].sort(([a], [b]) => a - b));
};

const findFillers = (search: Search): void => {
  const { transcript, language, found } = search;
  const list = disfluencyLists[language ?? ""] ?? anyLanguage;
  const filler = wholeWord([...list.fillers, ...anyLanguage.fillers]);
  const reply = wholeWord([...(list.replies ?? []), ...(anyLanguage.replies ?? [])]);
  const commaBounded = wholeWord(list.commaBounded ?? []);
  const parenthetical = wholeWord(list.parenthetical ?? []);
  for (let index = 0; index < transcript.length; index++) {
    const responseEnd = endOfResponse(search, index, { reply, filler });
    if (responseEnd > index) {
      index = responseEnd - 1;
      continue;
    }
    const bounded = fillerLength(search, index, commaBounded);
    const isEnclosed = isComma(previousKept(search, index));
    const enclosed = isEnclosed ? fillerLength(search, index, parenthetical) : 0;
    const count =
      fillerLength(search, index, filler) ||
      (isCommaBounded(search, index, enclosed) ? enclosed : 0) ||
      (isCommaBounded(search, index, bounded) ? bounded : 0);
    if (count === 0) continue;
    const isReply = reply.test(normalizeText(transcript[index]?.text ?? "", language));
    if (isReply && isWholeSentence(search, index, count)) continue;
    for (let at = index; at < index + count; at++) found.set(at, "filler");
    index += count - 1;
  }
};

const wholeWord = (patterns: readonly string[]): RegExp =>
  new RegExp(`^(?:${patterns.join("|") || "(?!)"})$`, "u");

/** Number of entries from `index` on that are one filler; 0 for none. */
const fillerLength = ({ transcript, language }: Search, index: number, filler: RegExp): number => {
  const maxEntries = isUnspacedLanguage(language) ? maxFillerEntries : 1;
  for (let count = maxEntries; count > 0; count--) {
    const entries = transcript.slice(index, index + count);
    const next = transcript[index + count];
    // "Eh?" and "Hm!" are responses.
    const isExclaimed = /^[?？؟!！]/.test(isPunctuation(next) ? next.text : "");
    if (entries.length < count || !entries.every(isWord) || isExclaimed) continue;
    const text = entries.map((entry) => entry.text).join("");
    // "ER" is a name.
    const isUppercase = text.length > 1 && text === text.toUpperCase() && text !== text.toLowerCase();
    if (!isUppercase && filler.test(normalizeText(text, language))) return count;
  }
  return 0;
};

/**
 * Index after a response of several fillers: "uh huh", or the same one twice, which affirms or denies at the start of a
 * sentence ("uh uh", German "äh äh"), and anywhere if it is a reply ("嗯嗯"). Returns `index` for none.
 */
const endOfResponse = (
  search: Search,
  index: number,
  { reply, filler }: { reply: RegExp; filler: RegExp },
): number => {
  const { transcript, language } = search;
  const textAt = (at: number): string => {
    const entry = transcript[at];
    return entry && isWord(entry) ? normalizeText(entry.text, language) : "";
  };
  const own = textAt(index);
  const isHyphen = /^[-‐‑]$/.test(transcript[index + 1]?.text ?? "");
  const second = isComma(transcript[index + 1]) ? index + 2 : index + 1;
  if (twoPartResponse.first.test(own) && twoPartResponse.second.test(textAt(second))) return second + 1;
  const isAdjacent = second === index + 1 || isHyphen;
  if (!isAdjacent || textAt(second) !== own || !filler.test(own)) return index;
  const isAnswer = reply.test(own) || startsSentenceAfter(previousKept(search, index), search.ends);
  let end = second + 1;
  while (textAt(end) === own) end += 1;
  return isAnswer ? end : index;
};

/** Whether entries precede a comma and follow a comma or the start of a sentence. */
const isCommaBounded = (search: Search, index: number, count: number): boolean => {
  if (count === 0 || !isComma(search.transcript[index + count])) return false;
  const before = previousKept(search, index);
  return isComma(before) || startsSentenceAfter(before, search.ends);
};

const isWholeSentence = ({ transcript, ends }: Search, index: number, count: number): boolean => {
  const next = transcript[index + count];
  const isEnd = !next || (isPunctuation(next) && ends.has(next));
  return isEnd && startsSentenceAfter(transcript[index - 1], ends);
};

/** Whether a word is broken off and started again ("th- the"), or repeated by a false start. */
const isFalseStart = (search: Search, index: number, { restarts, initialRestarts }: Restarts): boolean => {
  const { transcript, language } = search;
  const entry = transcript[index];
  if (!entry || !isWord(entry)) return false;
  const following = followingWord(search, index);
  const next = transcript[following ?? -1];
  if (next === undefined || following === null) return false;
  const text = normalizeText(entry.text, language);
  const fragment = text.replace(/[-‐‑]+$/, "");
  const repeated = normalizeText(next.text, language);
  if (fragment !== text && fragment !== "") return repeated.startsWith(fragment);
  if (text !== repeated.replace(/[-‐‑]+$/, "") || isName(search, index, next)) return false;
  if (restarts.has(text)) return true;
  // "What, what?" and "you, you and you" are intended.
  const isContinued = followingWord(search, following) === following + 1;
  return (
    initialRestarts.has(text) && isContinued && startsSentenceAfter(previousKept(search, index), search.ends)
  );
};

/** Whether the second of two equal words is a name: "de De Vries", "the The Beatles". */
const isName = (search: Search, index: number, second: WordEntry): boolean => {
  const first = search.transcript[index]?.text ?? "";
  if (!/^\p{Lu}/u.test(second.text) || second.text.length === 1) return false;
  return /^\p{Ll}/u.test(first) || startsSentenceAfter(previousKept(search, index), search.ends);
};

/** Index of the next word, after fillers and commas only; null after a long silence. */
const followingWord = (search: Search, index: number): number | null => {
  const { transcript, found } = search;
  let following = index + 1;
  while (found.has(following) || isComma(transcript[following])) following++;
  const [entry, next] = [transcript[index], transcript[following]];
  if (!entry || !next || !isWord(next)) return null;
  const silence = next.startSeconds - entry.endSeconds - fillerSecondsBetween(search, index, following);
  return silence > maxRepetitionGapSeconds ? null : following;
};

const fillerSecondsBetween = ({ transcript, found }: Search, from: number, to: number): number => {
  let seconds = 0;
  for (let at = from + 1; at < to; at++) {
    const entry = transcript[at];
    if (entry && found.has(at)) seconds += entry.endSeconds - entry.startSeconds;
  }
  return seconds;
};

const previousKept = ({ transcript, found }: Search, index: number): WordEntry | undefined => {
  let before = index - 1;
  while (found.has(before)) before--;
  return transcript[before];
};

/**
 * Returns the entries of a phrase that is repeated from its first word, if the sentence continues ("I know, I know." is
 * intended): after a comma or at the start of a sentence. Elsewhere a repetition may be grammatical ("if I can I can
 * come"), unless the phrase is broken off where no phrase can end ("to the, to the store").
 */
const restartedPhrase = (search: Search, index: number, { phraseRestarts }: Restarts): number[] => {
  const { transcript, language } = search;
  const textAt = (at: number | undefined): string =>
    normalizeText(transcript[at ?? -1]?.text ?? "", language);
  const before = previousKept(search, index);
  if (!isWord(transcript[index]) || !phraseRestarts.has(textAt(index))) return [];
  const isPhraseStart = startsSentenceAfter(before, search.ends) || isComma(before);
  const words = [index];
  while (words.length <= 2 * maxRestartWords) {
    const next = followingWord(search, words.at(-1) ?? index);
    if (next === null) break;
    words.push(next);
  }
  for (let length = Math.min(maxRestartWords, (words.length - 1) >> 1); length >= 2; length--) {
    const first = words.slice(0, length);
    // "La la la la" is sung.
    const isVaried = first.some((at) => textAt(at) !== textAt(index));
    const isRepeated = first.every((at, offset) => textAt(at) === textAt(words[length + offset]));
    const end = first.at(-1) ?? -1;
    const isBrokenOff = phraseRestarts.has(textAt(end)) && (words[length] ?? -1) > end + 1;
    const last = words[2 * length - 1] ?? -1;
    if (isVaried && isRepeated && (isPhraseStart || isBrokenOff) && words[2 * length] === last + 1)
      return first;
  }
  return [];
};
