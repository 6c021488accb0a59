import { isSensitive } from "../languages/sensitive-words.ts";
import { type Sentence, type SpokenWord, sentencesOf } from "../transcript/sentences.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";
import { type EmojiChoice, emojiFor } from "./emoji.ts";
import { type Keyword, keywordsOf } from "./keywords.ts";

/** Sentences from one emoji to the next, at the least, and seconds: a speaker of short sentences has none in each other. */
const minSentencesBetweenEmoji = 2;
const minSecondsBetweenEmoji = 4;
/** The same emoji is not seen again before so many others. */
const emojiHistory = 8;
/** Sentences before and after a grave one that have no emoji either. */
const sensitiveReach = 2;
/** A film with so many grave sentences is about it, and has none. */
const maxSensitiveShare = 1 / 8;
/** Of two words with an emoji in a sentence the keyword has it. */
const keywordBonus = 0.3;

/**
 * Marks a transcript's keywords (`important`) and gives an emoji to a few of its words, as a first proposal to whoever
 * edits it. Deterministic; texts and times stay as they are. Source of the amounts: DESIGN, "Transcripts"; about one
 * keyword in a sentence, at most one emoji in two.
 *
 * @param language a code of core/languages; null: numbers and names only, no emoji
 */
export const annotate = (transcript: Transcript, language: string | null): WordEntry[] => {
  const sentences = sentencesOf(transcript, language);
  const keywords = keywordsOf(sentences, language);
  const important = new Set(keywords.flat().map(({ word }) => word.index));
  const emoji = chooseEmoji(sentences, keywords, language);
  return transcript.map((entry, index) => ({
    ...entry,
    ...(important.has(index) ? { important: true } : {}),
    ...(emoji.has(index) ? { emoji: emoji.get(index) ?? null } : {}),
  }));
};

/** Emoji by the position of the entry that they stand with. */
const chooseEmoji = (
  sentences: readonly Sentence[],
  keywords: readonly (readonly Keyword[])[],
  language: string | null,
): Map<number, string> => {
  const grave = sentences.map((sentence) =>
    isSensitive(
      sentence.map((word) => word.normalized),
      language,
    ),
  );
  const count = grave.filter((one) => one).length;
  if (count > 1 && count >= sentences.length * maxSensitiveShare) return new Map();
  const chosen = new Map<number, string>();
  const recent: string[] = [];
  let last = { sentence: -minSentencesBetweenEmoji, seconds: Number.NEGATIVE_INFINITY };
  for (const [at, sentence] of sentences.entries()) {
    if (
      at - last.sentence < minSentencesBetweenEmoji ||
      grave.slice(Math.max(0, at - sensitiveReach), at + sensitiveReach + 1).includes(true)
    )
      continue;
    const best = bestEmoji(sentence, keywords[at] ?? [], recent, language);
    if (!best || best.word.startSeconds - last.seconds < minSecondsBetweenEmoji) continue;
    chosen.set(best.word.index, best.emoji);
    recent.push(best.emoji);
    if (recent.length > emojiHistory) recent.shift();
    last = { sentence: at, seconds: best.word.startSeconds };
  }
  return chosen;
};

const bestEmoji = (
  sentence: Sentence,
  keywords: readonly Keyword[],
  recent: readonly string[],
  language: string | null,
): { word: SpokenWord; emoji: string } | null => {
  const candidates = sentence.flatMap((word) => {
    const choice: EmojiChoice | null = emojiFor(word, language);
    if (!choice || recent.includes(choice.emoji)) return [];
    const bonus = keywords.some((keyword) => keyword.word === word) ? keywordBonus : 0;
    return [{ word, emoji: choice.emoji, score: choice.confidence + bonus }];
  });
  return candidates.sort((a, b) => b.score - a.score)[0] ?? null;
};

/** What the service wrote is decorated; a client's own words are its own choice, and a copy keeps what its source has. */
export const annotateComposed = (
  transcript: Transcript,
  language: string | null,
  source: { kind: "speech" | "supplied" | "copy" },
): Transcript => (source.kind === "speech" ? annotate(transcript, language) : transcript);
