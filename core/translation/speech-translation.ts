import { endsSentence } from "../text/scripts.ts";
import type { Recognition } from "../transcript/recognition.ts";
import type { TranslationUnit } from "./translation-units.ts";
import type { Translator } from "./translator.ts";

type Passage = NonNullable<Recognition["english"]>[number];

/**
 * Sentences as the recogniser has put them into English, passage by passage: a passage of as many English sentences as
 * there are in the original keeps them apart, of any other its sentences become one.
 */
export const englishFromSpeech = (
  sentences: readonly TranslationUnit[],
  passages: readonly Passage[],
): { sentences: TranslationUnit[]; translator: Translator } => {
  const answers = new Map<string, string>();
  const result: TranslationUnit[] = [];
  const groups = new Map<Passage | null, TranslationUnit[]>();
  for (const sentence of sentences) {
    const passage = passageOf(sentence, passages);
    groups.set(passage, [...(groups.get(passage) ?? []), sentence]);
  }
  for (const [passage, group] of groups) {
    const english = passage === null ? [] : englishSentences(passage.text);
    const kept = passage === null || english.length === group.length ? group : [mergeUnits(group)];
    const texts = english.length === kept.length ? english : passage === null ? [] : [passage.text];
    kept.forEach((sentence, index) => {
      const text = texts[index];
      if (text !== undefined) answers.set(sentence.text, text);
      result.push(sentence);
    });
  }
  const translator: Translator = {
    name: "Whisper",
    isNondeterministic: false,
    supports: ({ to }) => to === "en",
    translate: async ({ sentences: asked }) => asked.map((text) => answers.get(text) ?? null),
  };
  return { sentences: result.sort((a, b) => a.startSeconds - b.startSeconds), translator };
};

/** The passage in which a sentence has its middle, else the nearest. */
const passageOf = (sentence: TranslationUnit, passages: readonly Passage[]): Passage | null => {
  const middle = (sentence.startSeconds + sentence.endSeconds) / 2;
  const distance = ({ startSeconds, endSeconds }: Passage): number =>
    Math.max(startSeconds - middle, middle - endSeconds, 0);
  return passages.reduce<Passage | null>(
    (best, passage) => (best === null || distance(passage) < distance(best) ? passage : best),
    null,
  );
};

const mergeUnits = (group: readonly TranslationUnit[]): TranslationUnit => ({
  text: group.map((sentence) => sentence.text).join(" "),
  startSeconds: Math.min(...group.map((sentence) => sentence.startSeconds)),
  endSeconds: Math.max(...group.map((sentence) => sentence.endSeconds)),
  spoken: group.flatMap((sentence) => sentence.spoken),
  confidence: group.reduce((sum, sentence) => sum + sentence.confidence, 0) / group.length,
});

const englishSentences = (text: string): string[] => {
  const sentences: string[] = [];
  let open: string[] = [];
  for (const word of text.split(/\s+/u).filter((one) => one !== "")) {
    open.push(word);
    if (!endsSentence(word)) continue;
    sentences.push(open.join(" "));
    open = [];
  }
  return open.length === 0 ? sentences : [...sentences, open.join(" ")];
};
