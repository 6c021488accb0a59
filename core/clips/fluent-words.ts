import { discourseWordsOf } from "../languages/discourse-words.ts";
import { fillerTest } from "../languages/filler-test.ts";
import { titleEdgesOf } from "../languages/title-edges.ts";
import { titleWordsOf } from "../languages/title-words.ts";
import { endsClause } from "../text/punctuation.ts";
import type { Transcript } from "../transcript/word-entry.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/** Returns the words of a sentence without what was begun before it, and what asks for agreement; and those with a mark after a clause. */
export const fluentSentence = (
  speech: SpeechAnalysis,
  transcript: Transcript,
  from: number,
  to: number,
): { words: readonly number[]; marks: ReadonlySet<number> } => {
  const fluent = fluentWords(speech, from, to);
  const marks = new Set(fluent.filter((at) => isClauseEnd(speech, transcript, at)));
  return { words: withoutTag(speech, withoutFalseStart(speech, fluent, marks), marks), marks };
};

/** The words of a range without hesitations, interjections ("you know") and repetitions. */
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
  return withoutRepetitions(words, fluent);
};

/** In words: "it was it was". */
const maxRepeatedWords = 3;

/** Removes what a speaker says twice in succession, the first time. */
const withoutRepetitions = (words: SpeechAnalysis["words"], range: readonly number[]): number[] => {
  const textAt = (index: number): string | undefined => words[range[index] ?? -1]?.normalized;
  const isRepeated = (index: number, length: number): boolean =>
    Array.from({ length }, (_, offset) => textAt(index + offset)).every(
      (text, offset) => text !== undefined && text === textAt(index + length + offset),
    );
  const kept: number[] = [];
  for (let index = 0; index < range.length; index += 1) {
    let length = maxRepeatedWords;
    while (length > 0 && !isRepeated(index, length)) length -= 1;
    if (length > 0) index += length - 1;
    else kept.push(range[index] ?? 0);
  }
  return kept;
};

/** Words that are names, too: "Will Turner", "The Who", "in May". */
const names = new Set(["will", "may", "can", "mark", "who"]);

/** Removes what was begun before a sentence that has its own capital: "I don't Are you …". A name in two words is none. */
const withoutFalseStart = (
  { words, language, isPunctuated }: SpeechAnalysis,
  sentence: readonly number[],
  marks: ReadonlySet<number>,
): readonly number[] => {
  if (!isPunctuated) return sentence;
  const { predicates } = titleWordsOf(language);
  const { interrogatives } = discourseWordsOf(language);
  const start = sentence.findLastIndex((at, index) => {
    const { text = "", normalized = "" } = words[at] ?? {};
    const isFirst = (predicates.has(normalized) || interrogatives.has(normalized)) && !names.has(normalized);
    const isName = /^\p{Lu}/u.test(words[sentence[index + 1] ?? -1]?.text ?? "");
    return (
      index > 0 && isFirst && !isName && /^\p{Lu}\p{Ll}/u.test(text) && !marks.has(sentence[index - 1] ?? -1)
    );
  });
  return start > 0 && start < sentence.length - 1 ? sentence.slice(start) : sentence;
};

/** Removes conjunctions, responses, asides ("I think that") and what leads to a statement ("for example,") from the start. */
export const withoutLeadIn = (
  { words, language }: SpeechAnalysis,
  sentence: readonly number[],
  marks: ReadonlySet<number>,
): readonly number[] => {
  const { leadIns, asides } = titleWordsOf(language);
  const { openers } = titleEdgesOf(language);
  const textAt = (index: number): string => words[sentence[index] ?? -1]?.normalized ?? "";
  let start = 0;
  const isNext = (phrase: readonly string[]): boolean =>
    phrase.every((word, index) => textAt(start + index) === word);
  while (start < sentence.length - 1) {
    const found =
      asides.find(isNext) ??
      openers.find((phrase) => isNext(phrase) && marks.has(sentence[start + phrase.length - 1] ?? -1));
    if (found) start += found.length;
    else if (leadIns.has(textAt(start))) start += 1;
    else break;
  }
  return sentence.slice(start);
};

/** Removes what asks for agreement from the end: "…, right?". */
const withoutTag = (
  { words, language }: SpeechAnalysis,
  sentence: readonly number[],
  marks: ReadonlySet<number>,
): readonly number[] => {
  const { tags } = titleEdgesOf(language);
  let end = sentence.length;
  const isLast = (phrase: readonly string[]): boolean => {
    const start = end - phrase.length;
    const isSame = (word: string, index: number): boolean =>
      words[sentence[start + index] ?? -1]?.normalized === word;
    return start > 0 && marks.has(sentence[start - 1] ?? -1) && phrase.every(isSame);
  };
  for (let tag = tags.find(isLast); tag; tag = tags.find(isLast)) end -= tag.length;
  return sentence.slice(0, end);
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
