import { discourseWordsOf } from "../languages/discourse-words.ts";
import { titleEdgesOf } from "../languages/title-edges.ts";
import { isReference, titleWordsOf } from "../languages/title-words.ts";
import type { SpokenWord } from "../transcript/sentences.ts";
import type { ClauseKind } from "./title-clauses.ts";

/** Active participles, with which a relative clause begins in Russian and Ukrainian. */
const participle = /(?:ющ|ущ|ящ|ащ|вш)(?:ий|ая|ее|ие|его|ей|им|ую|их|ими|ем|і|ої)$/u;

/** Whether a clause breaks off or states nothing: "Chief Operating Officer at Nuna", "because of the". */
export const isFragment = (
  words: readonly SpokenWord[],
  kind: ClauseKind,
  language: string | null,
): boolean => {
  const [first, last] = [words[0], words.at(-1)];
  const { announcements, interrogatives, connectives, greetings } = discourseWordsOf(language);
  const { predicates, breaks, complements } = titleWordsOf(language);
  const { negations } = titleEdgesOf(language);
  if (!first || !last || announcements.has(last.normalized)) return true;
  if (kind === "question") return predicates.size > 0 && !words.some((word) => asks(word, language));
  // A denial that is taken from its sentence may say the opposite: "Nothing has killed millions".
  if (kind !== "whole" && negations.has(first.normalized)) return true;
  if (greetings.has(first.normalized)) return true;
  // Without its subject: "Was the second most popular", "Had an impact".
  if (predicates.has(first.normalized) || participle.test(first.normalized)) return true;
  if (breaks.has(last.normalized) || complements.has(last.normalized)) return true;
  if (kind === "whole") return false;
  return (
    !hasVerb(words, language) ||
    last.isStopWord ||
    interrogatives.has(first.normalized) ||
    connectives.has(first.normalized) ||
    breaks.has(first.normalized) ||
    predicates.has(last.normalized) ||
    // Without a function word it is a list of names: "Tesla, Google and Meta".
    words.every(({ isStopWord }) => !isStopWord)
  );
};

/** Whether a clause has a known verb. That of a relative clause states nothing: "Bermúdez, who was in exile". */
const hasVerb = (words: readonly SpokenWord[], language: string | null): boolean => {
  const { predicates, breaks } = titleWordsOf(language);
  const relative = words.findIndex(({ normalized }, at) => at > 0 && breaks.has(normalized));
  const main = words.slice(0, relative < 0 ? words.length : relative);
  return predicates.size === 0 || main.some(({ normalized }) => predicates.has(normalized));
};

/** A question has a verb, a word that asks, or the one who is asked; "Of people filing taxes?" has none. */
const asks = ({ normalized }: SpokenWord, language: string | null): boolean => {
  const { interrogatives, secondPerson } = discourseWordsOf(language);
  const { predicates, complements } = titleWordsOf(language);
  return [predicates, interrogatives, secondPerson, complements].some((set) => set.has(normalized));
};

/** For each word that refers to what was said before: as the first word, and after others, which it may mean. */
const firstReferenceFactor = 0.35;
const referenceFactor = 0.6;
/** For a denial in a part of a sentence, and for a sentence without a known verb, which may be none. */
const negationFactor = 0.5;
const verblessFactor = 0.6;

/** How much the words of a clause make it understandable alone; at most 1. */
export const wordingFactor = (
  words: readonly SpokenWord[],
  kind: ClauseKind,
  language: string | null,
): number => {
  const { negations, references } = titleEdgesOf(language);
  const refers = ({ normalized }: SpokenWord): boolean =>
    references.has(normalized) || isReference(normalized, language);
  const isDenied =
    kind !== "whole" && kind !== "question" && words.some(({ normalized }) => negations.has(normalized));
  return (
    words.reduce((factor, word, at) => {
      if (!refers(word)) return factor;
      return factor * (at === 0 ? firstReferenceFactor : referenceFactor);
    }, 1) *
    (kind === "question" || hasVerb(words, language) ? 1 : verblessFactor) *
    (isDenied ? negationFactor : 1)
  );
};
