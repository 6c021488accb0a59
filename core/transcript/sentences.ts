import { fillerTest } from "../languages/filler-test.ts";
import { normalizeWord, stemOf } from "../languages/normalize-word.ts";
import { stopWordsOf } from "../languages/stop-words.ts";
import { transcriptSentenceEnds } from "./sentence-ends.ts";
import type { Transcript } from "./word-entry.ts";

export interface SpokenWord {
  /** Index of its entry in the transcript. */
  index: number;
  text: string;
  normalized: string;
  stem: string;
  /** A stop word, a filler, or a fragment of a word. */
  isStopWord: boolean;
  /** Whether it is the first word of its sentence, whose capital does not indicate a name. */
  isSentenceStart: boolean;
  startSeconds: number;
  endSeconds: number;
}

export type Sentence = readonly SpokenWord[];

/** Whether a capital indicates a name. In German, every noun has one. */
export const isNameLike = ({ text, isSentenceStart }: SpokenWord, language: string | null): boolean =>
  language !== "de" && !isSentenceStart && /^\p{Lu}/u.test(text);

/** A pause, or this many words, end a sentence without punctuation. */
const pauseSeconds = 1.2;
const maxWords = 40;

/** Splits the words of a transcript into sentences. */
export const sentencesOf = (transcript: Transcript, language: string | null): Sentence[] => {
  const isEmpty = stopWordTest(language);
  const ends = transcriptSentenceEnds(transcript, language);
  const sentences: SpokenWord[][] = [[]];
  for (const [index, entry] of transcript.entries()) {
    let sentence = sentences.at(-1) ?? [];
    const last = sentence.at(-1);
    if (entry.type === "punctuation") {
      if (ends.has(entry) && last) sentences.push([]);
      continue;
    }
    if (last && (entry.startSeconds - last.endSeconds >= pauseSeconds || sentence.length >= maxWords)) {
      sentence = [];
      sentences.push(sentence);
    }
    const word = normalizeWord(entry.text, language);
    sentence.push({
      index,
      text: entry.text,
      normalized: word,
      stem: stemOf(word, language),
      isStopWord: isEmpty(word),
      isSentenceStart: sentence.length === 0,
      startSeconds: entry.startSeconds,
      endSeconds: entry.endSeconds,
    });
    if (ends.has(entry)) sentences.push([]);
  }
  return sentences.filter((sentence) => sentence.length > 0);
};

const stopWordTest = (language: string | null): ((word: string) => boolean) => {
  const stopWords = stopWordsOf(language);
  const isFiller = fillerTest(language);
  return (word) => {
    if (/\p{N}/u.test(word)) return false;
    // Chinese pronouns and particles are written without spaces.
    if (/^\p{sc=Han}{2,}$/u.test(word) && [...word].every((character) => stopWords.has(character)))
      return true;
    if (stopWords.has(word) || isFiller(word)) return true;
    const parts = word.split("'");
    // "they've" is a stop word and a clitic.
    if (parts.length > 1 && parts.every((part) => part.length <= 2 || stopWords.has(part))) return true;
    return [...word].length < minLength(word);
  };
};

/** Minimum length of a word that is not a fragment, in characters. */
const minLength = (word: string): number => {
  if (/\p{sc=Han}/u.test(word)) return 1;
  if (/^\p{sc=Hiragana}+$/u.test(word)) return 4;
  return /[\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word) ? 2 : 3;
};

/** Returns how often each stem occurs in words. */
export const countStems = (words: readonly Pick<SpokenWord, "stem">[]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (const { stem } of words) counts.set(stem, (counts.get(stem) ?? 0) + 1);
  return counts;
};
