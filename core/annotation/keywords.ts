import { emphaticWordsOf } from "../languages/emphatic-words.ts";
import { countStems, type Sentence, type SpokenWord } from "../transcript/sentences.ts";

/** A word with its score; a content word of average length that occurs twice scores about 1. */
export interface Keyword {
  word: SpokenWord;
  score: number;
}

/** Words with a lower score are not marked. */
const minScore = 0.55;
/** Minimum distance between keywords. */
const minWordsBetween = 2;
/** A word that was a keyword within this many sentences is penalized. */
const repetitionWindow = 5;
const repetitionPenalty = 0.9;

/**
 * Returns the keywords of each sentence: numbers, names, emphatic words, and words that recur in the text. One in most
 * sentences, two or three in long ones, none in short ones without a strong word.
 *
 * Weights were tuned by hand on transcripts in twelve languages. The frequency part is tf-idf with stop words and word
 * length in place of a corpus: frequent words are short in every language (Zipf, "The Psycho-Biology of Language").
 */
export const keywordsOf = (sentences: readonly Sentence[], language: string | null): Keyword[][] => {
  const score = wordScores(sentences, language);
  const lastMarked = new Map<string, number>();
  return sentences.map((sentence, at) => {
    const ranked = sentence
      .filter((word) => !isNamePrefix(word, sentence))
      .map((word) => {
        const before = lastMarked.get(word.stem);
        const isOld = before !== undefined && at - before <= repetitionWindow;
        return { word, score: score(word) - (isOld ? repetitionPenalty : 0) };
      })
      .filter((keyword) => keyword.score >= minScore)
      .sort((a, b) => b.score - a.score || a.word.index - b.word.index);
    const chosen = chooseKeywords(ranked, sentence);
    for (const { word } of chosen) lastMarked.set(word.stem, at);
    return chosen.flatMap((keyword) => wholeNumber(keyword, sentence));
  });
};

/** Creates a function that sorts the content words of a sentence, or a part of one, by score. */
export const rankContentWords = (
  sentences: readonly Sentence[],
  language: string | null,
): ((words: readonly SpokenWord[]) => SpokenWord[]) => {
  const score = wordScores(sentences, language);
  return (words) =>
    words
      .filter((word) => !word.isStopWord)
      .map((word) => ({ word, score: score(word) }))
      .sort((a, b) => b.score - a.score || a.word.index - b.word.index)
      .map(({ word }) => word);
};

/** Maximum number of keywords by number of words. */
const maxKeywords = (words: number): number => (words < 14 ? 1 : words < 28 ? 2 : 3);
const shortSentence = 4;
const strongScore = 1.2;

const chooseKeywords = (ranked: readonly Keyword[], sentence: Sentence): Keyword[] => {
  const chosen: Keyword[] = [];
  for (const keyword of ranked) {
    if (chosen.length >= maxKeywords(sentence.length)) break;
    if (sentence.length < shortSentence && keyword.score < strongScore) break;
    const at = sentence.indexOf(keyword.word);
    if (chosen.every((other) => Math.abs(sentence.indexOf(other.word) - at) > minWordsBetween))
      chosen.push(keyword);
  }
  return chosen.sort((a, b) => a.word.index - b.word.index);
};

/** Extends a keyword to all digit groups of a number ("12 000"). */
const wholeNumber = (keyword: Keyword, sentence: Sentence): Keyword[] => {
  const at = sentence.indexOf(keyword.word);
  const isGroup = (word: SpokenWord | undefined): boolean => /^\p{N}{3}$/u.test(word?.normalized ?? "");
  let [from, to] = [at, at];
  if (!/^\p{N}+$/u.test(keyword.word.normalized)) return [keyword];
  while (from > 0 && isGroup(sentence[from]) && /^\p{N}{1,3}$/u.test(sentence[from - 1]?.normalized ?? ""))
    from--;
  while (isGroup(sentence[to + 1])) to++;
  return sentence.slice(from, to + 1).map((word) => ({ ...keyword, word }));
};

const isName = ({ text, isSentenceStart }: SpokenWord): boolean =>
  !isSentenceStart && /^\p{Lu}\p{L}*\p{Ll}/u.test(text);
const isAcronym = (text: string): boolean => /^\p{Lu}{2,6}s?$/u.test(text);

/** Whether a word is followed by another word of the same name: only the last one is marked (Martin Luther King). */
const isNamePrefix = (word: SpokenWord, sentence: Sentence): boolean => {
  const next = sentence[sentence.indexOf(word) + 1];
  return isName(word) && next !== undefined && next.index === word.index + 1 && isName(next);
};

/** Languages that capitalize nouns. */
const capitalsNouns = new Set(["de", "lb"]);

/** Creates a function that scores words by their kind and their frequency in the text. */
export const wordScores = (
  sentences: readonly Sentence[],
  language: string | null,
): ((word: SpokenWord) => number) => {
  const counts = countStems(sentences.flat());
  const emphatic = emphaticWordsOf(language);
  return (word) => {
    if (emphatic.has(word.normalized)) return 1.25;
    if (/\p{N}/u.test(word.normalized)) return numberScore(word.text);
    if (word.isStopWord) return 0;
    const repeated = Math.min(2, (counts.get(word.stem) ?? 1) - 1) / 3;
    return (
      rarity(word.normalized) * (1 + repeated) +
      capitalBonus(word, language) -
      dullnessPenalty(word.normalized, language)
    );
  };
};

const capitalBonus = (word: SpokenWord, language: string | null): number => {
  if (isAcronym(word.text)) return 0.8;
  if (!isName(word)) return 0;
  return capitalsNouns.has(language ?? "") ? 0.3 : 0.8;
};

/** Amounts and percentages score highest, then numbers of several digits. */
const numberScore = (text: string): number => {
  if (/[%‰٪\p{Sc}]/u.test(text)) return 2;
  if (/\p{N}.*\p{N}/u.test(text)) return 1.5;
  return /^\p{N}$/u.test(text) ? 0.5 : 0.9;
};

/** Estimates rarity by length, 0 to 0.8. In syllabic and logographic scripts, shorter words count as long. */
const rarity = (word: string): number => {
  const characters = [...word].length;
  if (/\p{sc=Han}/u.test(word)) return Math.min(0.8, 0.3 * characters);
  if (/[\p{sc=Katakana}\p{sc=Hangul}]/u.test(word)) return Math.min(0.8, 0.2 * characters);
  if (/\p{sc=Hiragana}/u.test(word)) return Math.min(0.5, 0.1 * characters);
  return Math.min(0.8, 0.1 * characters);
};

/** Suffixes of adverbs, and of sentence-final verbs in Korean. */
const weakSuffixes: Readonly<Record<string, RegExp>> = {
  en: /ly$/,
  de: /(?:lich|weise)$/,
  es: /mente$/,
  fr: /ment$/,
  it: /mente$/,
  pt: /mente$/,
  ko: /(?:니다|세요|어요|아요|해요)$/,
};

const dullnessPenalty = (word: string, language: string | null): number =>
  word.length > (language === "ko" ? 2 : 5) && weakSuffixes[language ?? ""]?.test(word) ? 0.35 : 0;
