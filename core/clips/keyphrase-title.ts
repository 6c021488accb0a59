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
}

/**
 * Returns a title that is made of the two phrases that matter most in a range of words, in their order: runs of content words,
 * with function words inside. Empty without content words.
 *
 * @param fits whether a title is short enough
 */
export const keyphraseTitle = (
  speech: SpeechAnalysis,
  from: number,
  to: number,
  fits: (title: string) => boolean,
): string => {
  const ranked = phrasesOf(speech, from, to).sort((a, b) => b.score - a.score || a.from - b.from);
  const texts = new Map(ranked.map((phrase) => [phrase, textOf(speech, phrase)]));
  const [first] = ranked.filter((phrase) => fits(texts.get(phrase) ?? ""));
  if (!first) return "";
  const own = texts.get(first) ?? "";
  for (const second of ranked) {
    const other = texts.get(second) ?? "";
    if (second === first || hasSharedWord(speech, first, second)) continue;
    const title = first.from < second.from ? `${own} – ${other}` : `${other} – ${own}`;
    if (fits(title)) return title;
  }
  return own;
};

const phrasesOf = ({ words, boundaries, scores }: SpeechAnalysis, from: number, to: number): Keyphrase[] => {
  const counts = countStems(words.slice(from, to));
  const found: Keyphrase[] = [];
  for (let start = from; start < to; start += 1) {
    if (words[start]?.isStopWord !== false) continue;
    let score = 0;
    for (let end = start + 1; end <= Math.min(to, start + maxPhraseWords); end += 1) {
      const last = words[end - 1];
      if (!last || (end - 1 > start && (boundaries[end - 1]?.strength ?? 0) > 0)) break;
      if (last.isStopWord) continue;
      score += (scores[end - 1] ?? 0) * Math.sqrt(counts.get(last.stem) ?? 1);
      found.push({ from: start, to: end, score: score / Math.sqrt(Math.max(3, end - start)) });
    }
  }
  return found;
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
