import { discourseWordsOf } from "../languages/discourse-words.ts";
import { titleEdgesOf } from "../languages/title-edges.ts";
import { type TitleWords, titleWordsOf } from "../languages/title-words.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { Candidate } from "./candidates.ts";
import { fluentSentence, withoutLeadIn } from "./fluent-words.ts";
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
 * commas, or reported ("they found that …").
 */
export type ClauseKind = "whole" | "question" | "start" | "part";

/** A talk of which titles are made. */
export interface TitleSource {
  speech: SpeechAnalysis;
  transcript: Transcript;
  /** Whether a title may have the words of a half-open range outside its clip: no advertising, nothing hateful or obscene. */
  isAllowed: (from: number, to: number) => boolean;
}

/** Returns what may be a clip's title: the question before it, its sentences, and the clauses of those. */
export const titleClausesOf = (source: TitleSource, clip: Pick<Candidate, "from" | "to">): TitleClause[] =>
  sentencesOf(source, clip).flatMap(({ from, to }) => {
    const { speech, transcript } = source;
    const clauses = sentenceClauses(speech, transcript, from, to);
    // Of the question before it, only the whole.
    return from < clip.from ? clauses.slice(0, 1) : clauses;
  });

/** The question before a clip, which the clip answers, and the clip's sentences. */
const sentencesOf = (
  { speech, isAllowed }: TitleSource,
  { from, to }: Pick<Candidate, "from" | "to">,
): Pick<Candidate, "from" | "to">[] => {
  const { endAfter, startBefore } = createSentenceLimits(speech);
  const isAsked =
    from > 0 && speech.boundaries[from]?.ending === "question" && isAllowed(startBefore(from), from);
  const sentences = isAsked ? [{ from: startBefore(from), to: from }] : [];
  for (let start = from; start < to; start = endAfter(start))
    sentences.push({ from: start, to: Math.min(to, endAfter(start)) });
  return sentences;
};

/** A part of a sentence that begins and ends where a clause does, as indices of its words. */
export interface TitleSpan {
  words: readonly number[];
  /** Whether nothing of its sentence is left out but what leads to it. */
  isWhole: boolean;
}

/** Returns every part of a clip, and of the question before it, that begins and ends where a clause does. */
export const titleSpansOf = (source: TitleSource, clip: Pick<Candidate, "from" | "to">): TitleSpan[] =>
  sentencesOf(source, clip).flatMap(({ from, to }) =>
    sentenceSpans(source.speech, source.transcript, from, to),
  );

const sentenceSpans = (
  speech: SpeechAnalysis,
  transcript: Transcript,
  from: number,
  to: number,
): TitleSpan[] => {
  const { breaks, complements, predicates } = titleWordsOf(speech.language);
  const { interrogatives } = discourseWordsOf(speech.language);
  const { words, marks } = fluentSentence(speech, transcript, from, to);
  const whole = withoutLeadIn(speech, words, marks);
  const textAt = (index: number): string => speech.words[words[index] ?? -1]?.normalized ?? "";
  const isOpen = (index: number): boolean => breaks.has(textAt(index)) || complements.has(textAt(index));
  const isAfterClause = (index: number): boolean => index === 0 || marks.has(words[index - 1] ?? -1);
  const isDenied = createDenialTest(speech, words, marks);
  const isStart = (index: number): boolean => (isAfterClause(index) || isOpen(index - 1)) && !isDenied(index);
  const asksAtEnd = speech.boundaries[to]?.ending === "question";
  // The whole sentence, or what begins as a question does: "Why do keepers stay, because fog is dense?".
  const mayAsk = (span: readonly number[]): boolean => {
    const first = speech.words[span[0] ?? -1]?.normalized ?? "";
    return span[0] === whole[0] || predicates.has(first) || interrogatives.has(first);
  };
  const isEnd = (index: number): boolean =>
    (index === words.length || isAfterClause(index) || breaks.has(textAt(index))) && !isOpen(index - 1);
  return words.flatMap((_, start) => {
    if (!isStart(start)) return [];
    const ends = words.flatMap((_, at) => (at > start && isEnd(at + 1) ? [at + 1] : []));
    return ends
      .map((end) => withoutLeadIn(speech, words.slice(start, end), marks))
      .filter((span) => !asksAtEnd || span.at(-1) !== to - 1 || mayAsk(span))
      .map((span) => ({ words: span, isWhole: span.length === whole.length && span[0] === whole[0] }));
  });
};

const sentenceClauses = (
  speech: SpeechAnalysis,
  transcript: Transcript,
  from: number,
  to: number,
): TitleClause[] => {
  const titleWords = titleWordsOf(speech.language);
  const { words: fluent, marks } = fluentSentence(speech, transcript, from, to);
  const words = withoutLeadIn(speech, fluent, marks);
  // "It is magic, right?" states.
  const isQuestion = speech.boundaries[to]?.ending === "question" && words.at(-1) === to - 1;
  const whole: TitleClause = { words, kind: isQuestion ? "question" : "whole" };
  const clauses = [whole, ...statements(speech, words, marks, titleWords)];
  const textAt = (index: number): string => speech.words[words[index] ?? -1]?.normalized ?? "";
  const isDenied = createDenialTest(speech, words, marks);
  let start = 0;
  words.forEach((at, index) => {
    const isReported = titleWords.complements.has(textAt(index)) && !marks.has(at);
    if (index < words.length - 1 && !marks.has(at) && !isReported) return;
    const part = withoutLeadIn(speech, words.slice(start, index + (isReported ? 0 : 1)), marks);
    const isPart = start > 0 || (!speech.isPunctuated && index < words.length - 1);
    const asks = whole.kind === "question" && index === words.length - 1;
    // "Some may say, is that communism?" asks; "What do you do now, when design is easy?" ends with no question.
    const isQuestion = asks && titleWords.predicates.has(speech.words[part[0] ?? -1]?.normalized ?? "");
    if (isPart && part.length > 0 && asks === isQuestion && !isDenied(start))
      clauses.push({ words: part, kind: isQuestion ? "question" : "part" });
    start = index + 1;
  });
  return clauses;
};

/** Creates a test for the start of a reported clause that is denied: "No one says that keepers are lonely" does not say that they are. */
const createDenialTest = (
  { words, language }: SpeechAnalysis,
  sentence: readonly number[],
  marks: ReadonlySet<number>,
): ((start: number) => boolean) => {
  const { complements } = titleWordsOf(language);
  const { negations } = titleEdgesOf(language);
  const textAt = (at: number | undefined): string => words[at ?? -1]?.normalized ?? "";
  return (start) => {
    const reporting = sentence.slice(0, start);
    const from = reporting.findLastIndex((at) => marks.has(at)) + 1;
    return (
      complements.has(textAt(reporting.at(-1))) &&
      reporting.slice(from).some((at) => negations.has(textAt(at)))
    );
  };
};

/** German conjunctions with which an object clause begins. */
const objectConjunctions = new Set(["dass", "ob"]);

/** The beginnings of a sentence that state something: up to a comma, or to a word that begins another clause. */
const statements = (
  { words }: SpeechAnalysis,
  sentence: readonly number[],
  marks: ReadonlySet<number>,
  { breaks, predicates, complements }: TitleWords,
): TitleClause[] => {
  if (predicates.size === 0 || breaks.has(words[sentence[0] ?? 0]?.normalized ?? "")) return [];
  const found: TitleClause[] = [];
  for (let length = 2; length < sentence.length; length += 1) {
    const [last, next] = [sentence[length - 1] ?? 0, sentence[length] ?? 0];
    const after = words[next]?.normalized ?? "";
    // "Founders have now realized that …" breaks off.
    const isReporting = predicates.has(words[last]?.normalized ?? "");
    const isOpen = objectConjunctions.has(after) || (complements.has(after) && isReporting);
    const isStatement = !isOpen && (marks.has(last) || breaks.has(after));
    if (isStatement) found.push({ words: sentence.slice(0, length), kind: "start" });
  }
  return found;
};
