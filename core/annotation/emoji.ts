import { normalizeWord, stemOf } from "../languages/normalize-word.ts";
import { isNameLike, type SpokenWord } from "../transcript/sentences.ts";
import { conceptWords } from "./emoji-concepts.ts";
import labelLists from "./emoji-labels.json" with { type: "json" };

export interface EmojiChoice {
  emoji: string;
  /** 1 for a listed word, less for an inflected form of it. */
  confidence: number;
}

interface EmojiVocabulary {
  exact: ReadonlyMap<string, string>;
  /** Listed word and emoji by stem; null for the stem of words with different emoji. */
  stems: ReadonlyMap<string, { word: string; emoji: string } | null>;
  /** Nouns that are also names of people or companies when capitalized. */
  labels: ReadonlySet<string>;
}

const vocabularies = new Map<string, EmojiVocabulary>();

/** Returns the emoji of a word; null for most words. */
export const emojiFor = (word: SpokenWord, language: string | null): EmojiChoice | null => {
  const { exact, stems, labels } = emojiVocabularyOf(language ?? "");
  const found = exact.get(word.normalized);
  if (found !== undefined) {
    const isAmbiguous = labels.has(word.normalized) && (word.isStopWord || isNameLike(word, language));
    return isAmbiguous ? null : { emoji: found, confidence: 1 };
  }
  const related = stems.get(word.stem);
  if (!related || word.isStopWord || isNameLike(word, language)) return null;
  if (differingLetters(related.word, word.normalized) > maxDifferingLetters) return null;
  return { emoji: related.emoji, confidence: 0.8 };
};

/** Stems can be shared by unrelated words ("univers" of universal and university); inflected forms differ by an ending. */
const maxDifferingLetters = 4;
const differingLetters = (one: string, other: string): number => {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  return one.length + other.length - 2 * same;
};

const emojiVocabularyOf = (language: string): EmojiVocabulary => {
  let vocabulary = vocabularies.get(language);
  if (!vocabulary) {
    vocabulary = buildVocabulary(language);
    vocabularies.set(language, vocabulary);
  }
  return vocabulary;
};

const buildVocabulary = (language: string): EmojiVocabulary => {
  const exact = new Map<string, string>();
  for (const [word, emoji] of conceptWords(language)) setOnce(exact, normalizeWord(word, language), emoji);
  const concepts = new Set(exact.keys());
  const list = (labelLists as Readonly<Record<string, string>>)[language]?.split(" ") ?? [];
  for (let at = 0; at + 1 < list.length; at += 2)
    setOnce(exact, normalizeWord(list[at + 1] ?? "", language), list[at] ?? "");
  const labels = new Set([...exact.keys()].filter((word) => !concepts.has(word)));
  const stems = new Map<string, { word: string; emoji: string } | null>();
  for (const [word, emoji] of exact) {
    const stem = stemOf(word, language);
    const other = stems.get(stem);
    if (other === undefined) stems.set(stem, { word, emoji });
    else if (other !== null && other.emoji !== emoji && concepts.has(word) === concepts.has(other.word))
      stems.set(stem, null);
  }
  return { exact, stems, labels };
};

const setOnce = (words: Map<string, string>, word: string, emoji: string): void => {
  if (word !== "" && !words.has(word)) words.set(word, emoji);
};
