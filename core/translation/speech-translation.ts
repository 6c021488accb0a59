import { sentenceEndsOf } from "../languages/sentence-rules.ts";
import type { TimeSpan } from "../time/time-span.ts";
import type { Recognition } from "../transcript/recognition.ts";
import type { TranslationUnit } from "./translation-units.ts";
import type { Translator } from "./translator.ts";

type Passage = NonNullable<Recognition["englishTranslation"]>[number];

/** Less of a unit than this share is not its translation. */
const minCoveredShare = 0.5;

/**
 * Creates a translator from the recognizer's English translation, which it returns by passages. A passage with as many
 * English sentences as units keeps the units; otherwise the units of the passage are merged into one. Units that the
 * recognizer could not translate have no passage, and no translation.
 */
export const englishFromSpeech = (
  units: readonly TranslationUnit[],
  passages: readonly Passage[],
): { units: TranslationUnit[]; translator: Translator } => {
  const translations = new Map<string, string>();
  const result: TranslationUnit[] = [];
  const groups = new Map<Passage | null, TranslationUnit[]>();
  for (const unit of units) {
    const passage = isCovered(unit, passages) ? passageOf(unit, passages) : null;
    groups.set(passage, [...(groups.get(passage) ?? []), unit]);
  }
  for (const [passage, group] of groups) {
    const english = passage === null ? [] : englishSentences(passage.text);
    const kept = passage === null || english.length === group.length ? group : [mergeUnits(group)];
    const texts = english.length === kept.length ? english : passage === null ? [] : [passage.text];
    kept.forEach((unit, index) => {
      const text = texts[index];
      if (text !== undefined) translations.set(unit.text, text);
      result.push(unit);
    });
  }
  const translator: Translator = {
    name: "Whisper",
    isNondeterministic: false,
    supports: ({ to }) => to === "en",
    translate: async ({ sentences }) => sentences.map((text) => translations.get(text) ?? null),
  };
  return { units: result.sort((a, b) => a.startSeconds - b.startSeconds), translator };
};

/** Whether passages cover enough of the time in which a unit is spoken. */
const isCovered = ({ spoken }: TranslationUnit, passages: readonly Passage[]): boolean => {
  const seconds = spoken.reduce((sum, span) => sum + span.endSeconds - span.startSeconds, 0);
  const covered = spoken.reduce(
    (sum, span) => sum + passages.reduce((part, passage) => part + overlapSeconds(span, passage), 0),
    0,
  );
  return covered >= seconds * minCoveredShare;
};

const overlapSeconds = (one: TimeSpan, other: TimeSpan): number =>
  Math.max(0, Math.min(one.endSeconds, other.endSeconds) - Math.max(one.startSeconds, other.startSeconds));

/** The passage that contains the middle of a unit, or else the nearest one. */
const passageOf = (unit: TranslationUnit, passages: readonly Passage[]): Passage | null => {
  const middle = (unit.startSeconds + unit.endSeconds) / 2;
  const distance = ({ startSeconds, endSeconds }: Passage): number =>
    Math.max(startSeconds - middle, middle - endSeconds, 0);
  return passages.reduce<Passage | null>(
    (best, passage) => (best === null || distance(passage) < distance(best) ? passage : best),
    null,
  );
};

const mergeUnits = (group: readonly TranslationUnit[]): TranslationUnit => ({
  text: group.map((unit) => unit.text).join(" "),
  startSeconds: Math.min(...group.map((unit) => unit.startSeconds)),
  endSeconds: Math.max(...group.map((unit) => unit.endSeconds)),
  spoken: group.flatMap((unit) => unit.spoken),
  confidence: group.reduce((sum, unit) => sum + unit.confidence, 0) / group.length,
});

const englishSentences = (text: string): string[] => {
  const sentences: string[] = [];
  let current: string[] = [];
  const words = text.split(/\s+/u).filter((one) => one !== "");
  const ends = sentenceEndsOf(words, "en");
  for (const [index, word] of words.entries()) {
    current.push(word);
    if (!ends[index]) continue;
    sentences.push(current.join(" "));
    current = [];
  }
  return current.length === 0 ? sentences : [...sentences, current.join(" ")];
};
