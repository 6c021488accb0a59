import { clamp } from "../clamp.ts";
import { dependsOnContext, discourseWordsOf } from "../languages/discourse-words.ts";
import { fillerTest } from "../languages/filler-test.ts";
import { isReference, titleWordsOf } from "../languages/title-words.ts";
import type { ClipFeatures } from "./clip-features.ts";
import { hookAt } from "./hook.ts";
import type { SentenceLimits } from "./sentence-limits.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/** Words of an opening of which the content counts; a sentence without punctuation may be long. */
const openingWords = 30;
/** An opening of fewer words is rated as if it had these. */
const minOpeningWords = 4;
/** Content words of a question that names what it is about: "How did it go?" does not. */
const minQuestionContent = 3;
/** Sentences before a clip, and words of its start, that are compared for repetition; and content words that are the least to compare. */
const sentencesBefore = 2;
const comparedWords = 60;
const minComparedContent = 3;

export type Opening = Pick<
  ClipFeatures,
  "hook" | "start" | "dependence" | "openingContent" | "openingQuestion" | "resumption" | "greeting"
>;

/** A boundary as the start of a clip. */
export const openingOf = (speech: SpeechAnalysis, at: number, limits: SentenceLimits): Opening => {
  const { words, boundaries } = speech;
  if (words[at] === undefined)
    return {
      ...{ hook: 0, start: 0, dependence: 0, greeting: 0 },
      ...{ openingContent: 0, openingQuestion: 0, resumption: 0 },
    };
  const end = limits.endAfter(at);
  const first = words.slice(at, Math.min(end, at + openingWords));
  const content = first.filter(({ isStopWord }) => !isStopWord).length;
  const { strength = 0, pauseSeconds = 0 } = boundaries[at] ?? {};
  const isQuestion = boundaries[end]?.ending === "question";
  return {
    hook: hookAt(speech, at, limits).score,
    start: 0.6 * clamp(strength) + 0.4 * clamp(pauseSeconds / 1.5),
    dependence: dependenceOf(speech, at, end),
    openingContent: content / Math.max(minOpeningWords, first.length),
    openingQuestion: isQuestion && content >= minQuestionContent ? 1 : 0,
    resumption: resumptionOf(speech, at, limits),
    greeting: isGreeting(speech, at, end) ? 1 : 0,
  };
};

/** The share of the content of the previous sentences that is said again after a boundary. */
const resumptionOf = ({ words }: SpeechAnalysis, at: number, { startBefore }: SentenceLimits): number => {
  let from = at;
  for (let count = 0; count < sentencesBefore; count += 1) from = startBefore(from);
  const contentStems = (start: number, end: number): string[] =>
    words.slice(start, end).flatMap(({ stem, isStopWord }) => (isStopWord ? [] : [stem]));
  const before = contentStems(Math.max(from, at - comparedWords), at);
  const after = new Set(contentStems(at, at + comparedWords));
  return before.filter((stem) => after.has(stem)).length / Math.max(minComparedContent, before.length);
};

/** How much a sentence that only begins with "and" or "so" depends on the previous one. */
const leadInDependence = 0.6;

/**
 * How much a sentence depends on the previous one, from 0 to 1. A question that begins with its interrogative does so only
 * if it refers to something ("How does it work?"). Hesitations before it do not count.
 */
const dependenceOf = ({ words, boundaries, language }: SpeechAnalysis, at: number, to: number): number => {
  const isFiller = fillerTest(language);
  let from = at;
  while (from < to - 1 && isFiller(words[from]?.normalized ?? "")) from += 1;
  const [first, second] = [words[from], words[from + 1]];
  if (
    boundaries[to]?.ending === "question" &&
    discourseWordsOf(language).interrogatives.has(first?.normalized ?? "")
  )
    return words.slice(from, to).some(({ normalized }) => isReference(normalized, language)) ? 1 : 0;
  if (!dependsOnContext(first, second, language)) return 0;
  const isLeadIn = titleWordsOf(language).leadIns.has(first?.normalized ?? "");
  return isLeadIn && !dependsOnContext(second, words[from + 2], language) ? leadInDependence : 1;
};

/** Greetings and thanks are among the first words of a sentence. */
const greetingReach = 6;

/** Whether a sentence greets or thanks the original audience. */
const isGreeting = ({ words, language }: SpeechAnalysis, from: number, to: number): boolean => {
  const { greetings } = discourseWordsOf(language);
  return words
    .slice(from, Math.min(to, from + greetingReach))
    .some(({ normalized }) => greetings.has(normalized));
};

export type Closing = Pick<ClipFeatures, "end" | "openEnd" | "greeting">;

/** A sentence of at most this many words is a fragment; a punch line is one before a pause. */
const fragmentWords = 3;
const punchLinePauseSeconds = 0.7;

/** Whether a fragment completes what was said, and a pause follows it: "Light could never solve it. Sound did." */
const isPunchLine = ({ words, boundaries }: SpeechAnalysis, from: number, to: number): boolean =>
  from < words.length &&
  to - from <= fragmentWords &&
  (boundaries[from]?.pauseSeconds ?? 0) < punchLinePauseSeconds &&
  (to === words.length || (boundaries[to]?.pauseSeconds ?? 0) >= punchLinePauseSeconds);

/**
 * A boundary as the end of a clip: the end of a sentence, a pause, and nothing that leads on.
 *
 * @param leadsOn whether the sentence before it is a question, or introduces another topic
 */
export const closingOf = (
  speech: SpeechAnalysis,
  at: number,
  { startBefore, endAfter }: SentenceLimits,
  leadsOn: boolean,
): Closing => {
  const { words, boundaries, language, isPunctuated } = speech;
  const { strength = 0, pauseSeconds = 0, ending = null } = boundaries[at] ?? {};
  const from = startBefore(at);
  const isAnnouncement = discourseWordsOf(language).announcements.has(words[at - 1]?.normalized ?? "");
  const isWithinSentence = isPunctuated && ending === null;
  const isOpen = leadsOn || isAnnouncement || isWithinSentence || isPunchLine(speech, at, endAfter(at));
  return {
    end: 0.6 * clamp(strength) + 0.4 * clamp(pauseSeconds / 1.2),
    openEnd: ending === "ellipsis" ? 1.5 : isOpen ? 0.8 : 0,
    greeting: isGreeting(speech, from, at) ? 1 : 0,
  };
};
