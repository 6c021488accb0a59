import { titleWordsOf } from "../languages/title-words.ts";
import { isUnspacedLanguage } from "../languages/writing.ts";
import { withoutFinalPunctuation } from "../text/punctuation.ts";
import { countStems } from "../transcript/sentences.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/** Phrases of at most this many words; a function word may be inside ("cost of ships"). */
const maxPhraseWords = 5;

interface Keyphrase {
  from: number;
  to: number;
  score: number;
  /** Whether the range has it more than once. */
  isTerm: boolean;
}

/**
 * Returns the phrase that matters most in a range of words: a run of content words, with function words inside. Where no run
 * has two words, two of them in their order. Empty without content words. A term occurs in the range more than once.
 *
 * @param fits whether a title is short enough
 */
export const keyphraseTitle = (
  speech: SpeechAnalysis,
  from: number,
  to: number,
  fits: (title: string) => boolean,
): { text: string; isTerm: boolean } => {
  const ranked = phrasesOf(speech, from, to).sort((a, b) => b.score - a.score || a.from - b.from);
  const texts = new Map(ranked.map((phrase) => [phrase, textOf(speech, phrase)]));
  const fitting = ranked.filter((phrase) => fits(texts.get(phrase) ?? ""));
  const term = fitting.find((phrase) => phrase.to - phrase.from > 1);
  if (term) return { text: texts.get(term) ?? "", isTerm: term.isTerm };
  const [first] = fitting;
  if (!first) return { text: "", isTerm: false };
  const own = texts.get(first) ?? "";
  for (const second of ranked) {
    const other = texts.get(second) ?? "";
    if (second === first || hasSharedWord(speech, first, second)) continue;
    const title = first.from < second.from ? `${own} – ${other}` : `${other} – ${own}`;
    if (fits(title)) return { text: title, isTerm: false };
  }
  return { text: own, isTerm: false };
};

const phrasesOf = (speech: SpeechAnalysis, from: number, to: number): Keyphrase[] => {
  const { words, boundaries, scores, language } = speech;
  const { predicates, breaks, complements, references } = titleWordsOf(language);
  const counts = countStems(words.slice(from, to));
  const pairs = countPairs(words);
  const ownPairs = countPairs(words.slice(from, to));
  const isEdge = (at: number, boundary: number): boolean =>
    words[at]?.isStopWord !== false || (boundaries[boundary]?.strength ?? 0) > 0;
  const found: Keyphrase[] = [];
  for (let start = from; start < to; start += 1) {
    if (words[start]?.isStopWord !== false) continue;
    let score = 0;
    let [rarest, rarestOwn] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
    for (let end = start + 1; end <= Math.min(to, start + maxPhraseWords); end += 1) {
      const last = words[end - 1];
      if (!last || (end - 1 > start && (boundaries[end - 1]?.strength ?? 0) > 0)) break;
      // "Twin doin Twin doin" is a stammer or a misrecognition.
      if (words.slice(start, end - 1).some(({ stem }) => stem === last.stem)) break;
      // A verb or another clause makes it a part of a statement.
      if ([predicates, breaks, complements, references].some((set) => set.has(last.normalized))) break;
      if (end - 1 > start) {
        const pair = pairOf(words, end - 2);
        rarest = Math.min(rarest, pairs.get(pair) ?? 0);
        rarestOwn = Math.min(rarestOwn, ownPairs.get(pair) ?? 0);
      }
      if (last.isStopWord) continue;
      score += (scores[end - 1] ?? 0) * Math.sqrt(counts.get(last.stem) ?? 1);
      // A possessive: what is possessed would be missing.
      if (/['’]s?$/u.test(last.text)) continue;
      const isCompound = end - 1 > start;
      const isWhole = isEdge(start - 1, start) && isEdge(end, end);
      const factor = isCompound && rarest > 1 ? termFactor : isWhole ? 1 : partFactor;
      found.push({
        from: start,
        to: end,
        score: (score * factor) / Math.max(3, (end - start) ** 2 / 3),
        isTerm: isCompound && rarestOwn > 1,
      });
    }
  }
  return found;
};

/** For a phrase that the talk has more than once, which is a term or a name: "Monte Carlo method". */
const termFactor = 3;
/** For a part of a run of content words: "slept carried whale". */
const partFactor = 0.3;

const pairOf = (words: SpeechAnalysis["words"], at: number): string =>
  `${words[at]?.stem ?? ""} ${words[at + 1]?.stem ?? ""}`;

/** Returns how often each two words follow each other. */
const countPairs = (words: SpeechAnalysis["words"]): Map<string, number> => {
  const counts = new Map<string, number>();
  for (let at = 0; at + 1 < words.length; at += 1) {
    const pair = pairOf(words, at);
    counts.set(pair, (counts.get(pair) ?? 0) + 1);
  }
  return counts;
};

const textOf = ({ words, language }: SpeechAnalysis, { from, to }: Keyphrase): string =>
  withoutFinalPunctuation(
    words
      .slice(from, to)
      .map(({ text }) => text)
      .join(isUnspacedLanguage(language) ? "" : " "),
  );

const hasSharedWord = ({ words }: SpeechAnalysis, a: Keyphrase, b: Keyphrase): boolean => {
  const own = new Set(words.slice(a.from, a.to).map(({ stem }) => stem));
  return words.slice(b.from, b.to).some(({ stem }) => own.has(stem));
};
