import type { Transcript } from "../transcript/word-entry.ts";
import type { ClipDescription } from "./clip-description.ts";
import type { ClipFeatures } from "./clip-features.ts";
import { type HookSignals, hookAt } from "./hook.ts";
import type { ClipScoring, ScoredCandidate } from "./score-candidates.ts";
import { createSentenceLimits } from "./sentence-limits.ts";
import type { SpeechAnalysis } from "./speech-analysis.ts";
import { textBetween } from "./spoken-text.ts";

/** Score of a passage of an average talk (scoreCandidates), which gets 50 of 100. */
const averageScore = 1.5;
/** Difference of scores that takes 50 of 100 to 73. With it, the best five clips of eight talks get 67 to 91. */
const scoreScale = 2;
/** Longer hooks are abridged. */
const maxHookCharacters = 140;
/** Strengths that a reason names. */
const maxStrengths = 3;

/** Creates a function that describes a chosen clip. The reason is in English, the hook in the spoken language. */
export const createDescriber = (
  speech: SpeechAnalysis,
  transcript: Transcript,
  scoring: ClipScoring,
): ((clip: ScoredCandidate) => ClipDescription) => {
  const sentences = createSentenceLimits(speech);
  return (clip) => {
    const hook = hookAt(speech, clip.from, sentences, clip.to);
    const end = Math.min(hook.to, clip.to);
    return {
      score: scoreOutOfHundred(clip.score),
      reason: reasonOf(clip, scoring, hook.signals, endsSentence(speech, clip.to)),
      hook: abridged(textBetween(speech, transcript, hook.from, end)),
    };
  };
};

/** Whether a sentence ends at a boundary by its punctuation; a pause alone does not show it. */
const endsSentence = ({ boundaries }: SpeechAnalysis, at: number): boolean => {
  const ending = boundaries[at]?.ending ?? null;
  return ending !== null && ending !== "ellipsis";
};

/** Maps the open range of scores to 0 to 100, in the same order. */
const scoreOutOfHundred = (score: number): number =>
  Math.round(100 / (1 + Math.exp((averageScore - score) / scoreScale)));

const abridged = (text: string): string => {
  const characters = [...text];
  if (characters.length <= maxHookCharacters) return text;
  const room = characters.slice(0, maxHookCharacters - 1).join("");
  return `${room.replace(/\s+\S*$/u, "")}…`;
};

const hookPhrases: Readonly<Record<keyof HookSignals, string>> = {
  question: "opens with a question",
  number: "opens with a number",
  emphasis: "opens with a strong claim",
  address: "speaks to the viewer from the start",
  suspense: "opens with suspense",
  story: "opens with a story",
  exclamation: "opens with an exclamation",
  rareWords: "opens with its subject",
};

interface Strength {
  name: keyof ClipFeatures;
  /** Features that show the same; they count for the order of strengths. */
  others?: readonly (keyof ClipFeatures)[];
  phrase: string;
  /** Value of the feature from which it is one; `talk`: from which a passage stands out in its talk. */
  from: number | "talk";
}

const strengths: readonly Strength[] = [
  {
    name: "ratedValue",
    others: ["ratedHighestValue", "ratedLowestValue"],
    phrase: "is one of the most interesting passages",
    from: "talk",
  },
  { name: "ratedOpeningHook", phrase: "has a strong first sentence", from: 1 },
  { name: "claims", phrase: "makes strong claims", from: 0.5 },
  { name: "focus", phrase: "keeps to its subject", from: 0.3 },
  { name: "flow", phrase: "has no long pauses", from: 0.3 },
  { name: "end", phrase: "ends with a complete sentence", from: 0.6 },
  { name: "topicStart", phrase: "starts where the topic starts", from: 0.3 },
  { name: "topicEnd", phrase: "ends where the topic ends", from: 0.6 },
];

/** Names what counts most for a clip, the opening first. What does not add to its score is not named. */
const reasonOf = (
  clip: ScoredCandidate,
  { featuresOf, weights, outstandingValue }: ClipScoring,
  signals: HookSignals,
  isSentenceEnd: boolean,
): string => {
  const features = featuresOf(clip);
  const [signal] = Object.entries(signals).sort(([, a], [, b]) => b - a) as [keyof HookSignals, number][];
  const opening = signal && signal[1] > 0 ? [hookPhrases[signal[0]]] : [];
  const value = ({ name, others = [] }: Strength): number =>
    [name, ...others].reduce((sum, one) => sum + weights[one] * features[one], 0);
  const phrases = strengths
    .filter(({ name, from }) => features[name] >= (from === "talk" ? outstandingValue : from))
    .filter((one) => value(one) > 0 && (one.name !== "end" || isSentenceEnd))
    .sort((a, b) => value(b) - value(a))
    .map(({ phrase }) => phrase);
  const named = [...opening, ...phrases].slice(0, maxStrengths);
  if (named.length === 0) return "The passage scores highest in this video.";
  const list = new Intl.ListFormat("en").format(named);
  return `${list.charAt(0).toUpperCase()}${list.slice(1)}.`;
};
