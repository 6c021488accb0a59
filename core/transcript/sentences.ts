import { disfluencyLists } from "../languages/disfluency-lists.ts";
import { normalizeWord, stemOf } from "../languages/normalize-word.ts";
import { stopWordsOf } from "../languages/stop-words.ts";
import { endsSentence } from "../text/scripts.ts";
import type { Transcript } from "./word-entry.ts";

export interface SpokenWord {
  /** Position of its entry in the transcript. */
  index: number;
  text: string;
  normalized: string;
  stem: string;
  /** Says little by itself: a stop word, a filler, a scrap of a word. */
  isStopWord: boolean;
  /** The first of its sentence, whose capital says nothing. */
  isSentenceStart: boolean;
  startSeconds: number;
  endSeconds: number;
}

export type Sentence = readonly SpokenWord[];

/** A capital where none is due: most likely a name. German gives one to every noun. */
export const isNameLike = ({ text, isSentenceStart }: SpokenWord, language: string | null): boolean =>
  language !== "de" && !isSentenceStart && /^\p{Lu}/u.test(text);

/** Without marks a speaker's pause ends a sentence, and at the latest this many words. */
const pauseSeconds = 1.2;
const maxWords = 40;

/** A transcript's words, sentence by sentence. */
export const sentencesOf = (transcript: Transcript, language: string | null): Sentence[] => {
  const isEmpty = stopWordTest(language);
  const sentences: SpokenWord[][] = [[]];
  for (const [index, entry] of transcript.entries()) {
    let sentence = sentences.at(-1) ?? [];
    const last = sentence.at(-1);
    if (entry.type === "punctuation") {
      if (endsSentence(entry.text) && last) sentences.push([]);
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
    if (endsSentence(entry.text)) sentences.push([]);
  }
  return sentences.filter((sentence) => sentence.length > 0);
};

const stopWordTest = (language: string | null): ((word: string) => boolean) => {
  const stopWords = stopWordsOf(language);
  const fillers = new RegExp(`^(?:${disfluencyLists[language ?? ""]?.fillers.join("|") || "(?!)"})$`, "u");
  return (word) => {
    if (/\p{N}/u.test(word)) return false;
    // Chinese pronouns and particles come written together.
    if (/^\p{sc=Han}{2,}$/u.test(word) && [...word].every((sign) => stopWords.has(sign))) return true;
    if (stopWords.has(word) || fillers.test(word)) return true;
    const parts = word.split("'");
    // "they've" is made of "they" and what any apostrophe is followed by.
    if (parts.length > 1 && parts.every((part) => part.length <= 2 || stopWords.has(part))) return true;
    return [...word].length < minLength(word);
  };
};

/** Letters that make a word of its own: a character of Chinese, a syllable or two, otherwise three letters. */
const minLength = (word: string): number => {
  if (/\p{sc=Han}/u.test(word)) return 1;
  if (/^\p{sc=Hiragana}+$/u.test(word)) return 4;
  return /[\p{sc=Hangul}\p{sc=Hiragana}\p{sc=Katakana}]/u.test(word) ? 2 : 3;
};
