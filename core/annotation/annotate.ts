import { isSensitive } from "../languages/sensitive-words.ts";
import { type Sentence, type SpokenWord, sentencesOf } from "../transcript/sentences.ts";
import type { Transcript, WordEntry } from "../transcript/word-entry.ts";
import { type EmojiChoice, emojiFor } from "./emoji.ts";
import { type Keyword, keywordsOf } from "./keywords.ts";

/** Minimum distance between emoji in sentences, and in seconds for short sentences. */
const minSentencesBetweenEmoji = 2;
const minSecondsBetweenEmoji = 4;
/** An emoji is not repeated among this many. */
const emojiHistory = 8;
/** Sentences around a sensitive one that get no emoji either. */
const sensitiveReach = 2;
/** With a larger share of sensitive sentences, no sentence gets an emoji. */
const maxSensitiveShare = 1 / 8;
/** Score bonus of keywords among the words of a sentence with an emoji. */
const keywordBonus = 0.3;

/**
 * Marks a transcript's keywords (`important`) and adds emoji to a few words, as a suggestion for the editor: about one
 * keyword per sentence, at most one emoji per two sentences. Deterministic; texts and times are unchanged.
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

/** Emoji by index of their entry. */
const chooseEmoji = (
  sentences: readonly Sentence[],
  keywords: readonly (readonly Keyword[])[],
  language: string | null,
): Map<number, string> => {
  const sensitive = sentences.map((sentence) =>
    isSensitive(
      sentence.map((word) => word.normalized),
      language,
    ),
  );
  const count = sensitive.filter((one) => one).length;
  if (count > 1 && count >= sentences.length * maxSensitiveShare) return new Map();
  const chosen = new Map<number, string>();
  const recent: string[] = [];
  let last = { sentence: -minSentencesBetweenEmoji, seconds: Number.NEGATIVE_INFINITY };
  for (const [at, sentence] of sentences.entries()) {
    if (
      at - last.sentence < minSentencesBetweenEmoji ||
      sensitive.slice(Math.max(0, at - sensitiveReach), at + sensitiveReach + 1).includes(true)
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

/** Annotates transcribed words. Supplied words are the client's choice, and copied words keep their annotations. */
export const annotateComposed = (
  transcript: Transcript,
  language: string | null,
  source: { kind: "speech" | "supplied" | "copy" },
): Transcript => (source.kind === "speech" ? annotate(transcript, language) : transcript);
