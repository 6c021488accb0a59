import { folded, stemOf } from "../languages/stems.ts";
import { isNameLike, type SpokenWord } from "../transcript/sentences.ts";
import { conceptWords } from "./emoji-concepts.ts";
import labelLists from "./emoji-labels.json" with { type: "json" };

export interface EmojiChoice {
  emoji: string;
  /** 1 for a word that stands in a list as it is, less for another form of it. */
  confidence: number;
}

interface Vocabulary {
  exact: ReadonlyMap<string, string>;
  /** Stem → the word that it stands for and its emoji; null where two emoji would share it. */
  stems: ReadonlyMap<string, { word: string; emoji: string } | null>;
  /** Plain names of things, which as a name with a capital mean a person or a firm. */
  labels: ReadonlySet<string>;
}

const vocabularies = new Map<string, Vocabulary>();

/** The emoji that a word calls to mind in its language; null for most words. */
export const emojiFor = (word: SpokenWord, language: string | null): EmojiChoice | null => {
  const { exact, stems, labels } = vocabularyOf(language ?? "");
  const found = exact.get(word.folded);
  if (found !== undefined) {
    const isDoubtful = labels.has(word.folded) && (word.isEmpty || isNameLike(word, language));
    return isDoubtful ? null : { emoji: found, confidence: 1 };
  }
  const related = stems.get(word.stem);
  if (!related || word.isEmpty || isNameLike(word, language)) return null;
  if (differingLetters(related.word, word.folded) > mostDiffering) return null;
  return { emoji: related.emoji, confidence: 0.8 };
};

/** Stemmers cut far ("univers" of universal and university): the forms of one word differ by an ending. */
const mostDiffering = 4;
const differingLetters = (one: string, other: string): number => {
  let same = 0;
  while (same < one.length && one[same] === other[same]) same++;
  return one.length + other.length - 2 * same;
};

const vocabularyOf = (language: string): Vocabulary => {
  let vocabulary = vocabularies.get(language);
  if (!vocabulary) {
    vocabulary = readVocabulary(language);
    vocabularies.set(language, vocabulary);
  }
  return vocabulary;
};

const readVocabulary = (language: string): Vocabulary => {
  const exact = new Map<string, string>();
  for (const [word, emoji] of conceptWords(language)) setOnce(exact, folded(word, language), emoji);
  const concepts = new Set(exact.keys());
  const list = (labelLists as Readonly<Record<string, string>>)[language]?.split(" ") ?? [];
  for (let at = 0; at + 1 < list.length; at += 2)
    setOnce(exact, folded(list[at + 1] ?? "", language), list[at] ?? "");
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
