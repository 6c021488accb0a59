import { clamp } from "../clamp.ts";
import { dependsOnContext, discourseWordsOf } from "../languages/discourse-words.ts";
import { isReference, titleWordsOf } from "../languages/title-words.ts";
import type { ClipFeatures } from "./clip-features.ts";
import { hookAt } from "./hook.ts";
import type { SentenceLimits } from "./sentence-limits.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";

/** A sentence of at most this many words is a fragment. */
export const fragmentWords = 3;
/** Words of a short first sentence, which is more than a fragment ("No problem."). */
const minStartWords = 4;
const shortWords = 15;
/** Words of an opening in which references count, this many of which are the maximum. */
const referenceWords = 12;
const maxReferences = 2;

export type Opening = Pick<
  ClipFeatures,
  "hook" | "start" | "dependence" | "references" | "shortStart" | "greeting"
>;

/** A boundary as the start of a clip. */
export const openingOf = (speech: SpeechAnalysis, at: number, { endAfter }: SentenceLimits): Opening => {
  const { words, boundaries, language } = speech;
  if (words[at] === undefined)
    return { hook: 0, start: 0, dependence: 0, references: 0, shortStart: 0, greeting: 0 };
  const end = endAfter(at);
  const first = words.slice(at, at + referenceWords);
  const { strength = 0, pauseSeconds = 0 } = boundaries[at] ?? {};
  return {
    hook: hookAt(speech, at, { endAfter }).score,
    start: 0.6 * clamp(strength) + 0.4 * clamp(pauseSeconds / 1.5),
    dependence: dependenceOf(speech, at, end),
    references: clamp(
      first.filter(({ normalized }) => isReference(normalized, language)).length / maxReferences,
    ),
    shortStart: end - at >= minStartWords && end - at <= shortWords ? 1 : 0,
    greeting: isGreeting(speech, at, end) ? 1 : 0,
  };
};

/** How much a sentence that only begins with "and" or "so" depends on the previous one. */
const leadInDependence = 0.6;

/**
 * How much a sentence depends on the previous one, from 0 to 1. A question that begins with its interrogative does so only
 * if it refers to something ("How does it work?").
 */
const dependenceOf = ({ words, boundaries, language }: SpeechAnalysis, from: number, to: number): number => {
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

export type Closing = Pick<ClipFeatures, "end" | "openEnd" | "continued" | "greeting">;

/** A pause after a punch line. */
const punchLinePauseSeconds = 0.7;

/** Whether a fragment completes what was said, and a pause follows it: "Light could never solve it. Sound did." */
const isPunchLine = ({ words, boundaries }: SpeechAnalysis, from: number, to: number): boolean =>
  from < words.length &&
  to - from <= fragmentWords &&
  (boundaries[from]?.pauseSeconds ?? 0) < punchLinePauseSeconds &&
  (to === words.length || (boundaries[to]?.pauseSeconds ?? 0) >= punchLinePauseSeconds);

/**
 * A boundary as the end of a clip: the end of a thought, a pause, and no continuation.
 *
 * @param leadsOn whether the sentence before it asks, or turns to another topic
 */
export const closingOf = (
  speech: SpeechAnalysis,
  at: number,
  { startBefore, endAfter }: SentenceLimits,
  leadsOn: boolean,
): Closing => {
  const { words, boundaries, language } = speech;
  const { strength = 0, pauseSeconds = 0, ending = null } = boundaries[at] ?? {};
  const from = startBefore(at);
  const isContinued =
    (pauseSeconds < 1 && dependsOnContext(words[at], words[at + 1], language)) ||
    isPunchLine(speech, at, endAfter(at)) ||
    // "It was never the oven. It was the flour."
    [0, 1].every((word) => words[from + word]?.normalized === words[at + word]?.normalized);
  const isAnnouncement = discourseWordsOf(language).announcements.has(words[at - 1]?.normalized ?? "");
  return {
    end: 0.6 * clamp(strength) + 0.4 * clamp(pauseSeconds / 1.2),
    openEnd: ending === "ellipsis" ? 1.5 : leadsOn || isAnnouncement ? 0.8 : 0,
    continued: isContinued ? 1 : 0,
    greeting: isGreeting(speech, from, at) ? 1 : 0,
  };
};
