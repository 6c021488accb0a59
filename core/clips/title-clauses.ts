import { fillerTest } from "../languages/filler-test.ts";
import { type TitleWords, titleWordsOf } from "../languages/title-words.ts";
import { endsClause } from "../text/punctuation.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { Candidate } from "./candidates.ts";
import { createSentenceLimits } from "./sentence-limits.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/** A part of a sentence that may be a title. */
export interface TitleClause {
  /** Indices of its words, in order, without hesitations, repeated words, and what leads to the statement. */
  words: readonly number[];
  kind: ClauseKind;
}

/**
 * `whole`: a sentence. `question`: one that asks. `start`: the statement with which a sentence begins. `part`: what is between two
 * commas, or reported ("they found that …"). `cut`: the beginning of a sentence that is too long.
 */
export type ClauseKind = "whole" | "question" | "start" | "part" | "cut";

/** Returns what may be a clip's title: the question before it, its sentences, and the clauses of those. */
export const titleClausesOf = (
  speech: SpeechAnalysis,
  transcript: Transcript,
  { from, to }: Pick<Candidate, "from" | "to">,
): TitleClause[] => {
  const { boundaries } = speech;
  const { endAfter, startBefore } = createSentenceLimits(speech);
  const found: TitleClause[] = [];
  // The clip answers it.
  if (from > 0 && boundaries[from]?.ending === "question")
    found.push(...sentenceClauses(speech, transcript, startBefore(from), from).slice(0, 1));
  for (let start = from; start < to; start = endAfter(start))
    found.push(...sentenceClauses(speech, transcript, start, Math.min(to, endAfter(start))));
  return found;
};

const sentenceClauses = (
  speech: SpeechAnalysis,
  transcript: Transcript,
  from: number,
  to: number,
): TitleClause[] => {
  const titleWords = titleWordsOf(speech.language);
  const words = withoutLeadIn(speech, fluentWords(speech, from, to), titleWords);
  const marks = new Set(words.filter((at) => isClauseEnd(speech, transcript, at)));
  const whole: TitleClause = {
    words,
    kind: speech.boundaries[to]?.ending === "question" ? "question" : "whole",
  };
  const clauses = [whole, ...statements(speech, words, marks, titleWords)];
  const textAt = (index: number): string => speech.words[words[index] ?? -1]?.normalized ?? "";
  let start = 0;
  words.forEach((at, index) => {
    const isReported = titleWords.complements.has(textAt(index)) && !marks.has(at);
    if (index < words.length - 1 && !marks.has(at) && !isReported) return;
    const part = withoutLeadIn(speech, words.slice(start, index + (isReported ? 0 : 1)), titleWords);
    const isPart = start > 0 || (!speech.isPunctuated && index < words.length - 1);
    const asks = whole.kind === "question" && index === words.length - 1;
    // "Some may say, is that communism?" asks; "What do you do now, when design is easy?" ends with no question.
    const isQuestion = asks && titleWords.predicates.has(speech.words[part[0] ?? -1]?.normalized ?? "");
    if (isPart && part.length > 0 && asks === isQuestion)
      clauses.push({ words: part, kind: isQuestion ? "question" : "part" });
    start = index + 1;
  });
  return clauses;
};

/** Words of a sentence from which its beginning may be a title. */
const minCutWords = 5;

/** The beginnings of a sentence that state something: up to a comma, or to a word that begins another clause. */
const statements = (
  { words }: SpeechAnalysis,
  sentence: readonly number[],
  marks: ReadonlySet<number>,
  { breaks, predicates }: TitleWords,
): TitleClause[] => {
  if (predicates.size === 0 || breaks.has(words[sentence[0] ?? 0]?.normalized ?? "")) return [];
  const found: TitleClause[] = [];
  for (let length = 2; length < sentence.length; length += 1) {
    const [last, next] = [sentence[length - 1] ?? 0, sentence[length] ?? 0];
    const isStatement = marks.has(last) || breaks.has(words[next]?.normalized ?? "");
    if (isStatement || length >= minCutWords)
      found.push({ words: sentence.slice(0, length), kind: isStatement ? "start" : "cut" });
  }
  return found;
};

/** The words of a range without hesitations and interjections ("you know"), and without the first one of two equal words. */
const fluentWords = ({ words, language }: SpeechAnalysis, from: number, to: number): number[] => {
  const isFiller = fillerTest(language);
  const { interjections } = titleWordsOf(language);
  const fluent: number[] = [];
  for (let at = from; at < to; at += 1) {
    const said = interjections.find((phrase) =>
      phrase.every((word, index) => at + index < to && words[at + index]?.normalized === word),
    );
    if (said) at += said.length - 1;
    else if (!isFiller(words[at]?.normalized ?? "")) fluent.push(at);
  }
  return fluent.filter((at, index) => words[at]?.normalized !== words[fluent[index + 1] ?? -1]?.normalized);
};

/** Removes conjunctions, responses and asides ("I think that") from the start. */
const withoutLeadIn = (
  { words }: SpeechAnalysis,
  sentence: readonly number[],
  { leadIns, asides }: TitleWords,
): readonly number[] => {
  const textAt = (index: number): string => words[sentence[index] ?? -1]?.normalized ?? "";
  let start = 0;
  while (start < sentence.length - 1) {
    const aside = asides.find((phrase) => phrase.every((word, index) => textAt(start + index) === word));
    if (aside) start += aside.length;
    else if (leadIns.has(textAt(start))) start += 1;
    else break;
  }
  return sentence.slice(start);
};

/** Strength from which a boundary in a transcript without punctuation ends a clause. */
const minClauseStrength = 0.25;

const isClauseEnd = (
  { words, boundaries, isPunctuated }: SpeechAnalysis,
  transcript: Transcript,
  at: number,
): boolean =>
  (!isPunctuated && (boundaries[at + 1]?.strength ?? 0) >= minClauseStrength) ||
  transcript
    .slice(words[at]?.index ?? 0, words[at + 1]?.index ?? transcript.length)
    .some(({ text }) => endsClause(text));
