import type { Sentence, SpokenWord } from "../transcript/sentences.ts";

/** A place for a clip: whole words of one sentence, of a clip's length. */
export interface BrollSlot {
  words: readonly SpokenWord[];
  startSeconds: number;
  endSeconds: number;
}

/** How long a clip is shown. */
export const brollSeconds = { min: 2, max: 5 } as const;
/** The start of the video has no b-roll, so that the speaker is introduced. */
export const introSeconds = 2;

/**
 * Splits speech into slots of 2 to 5 s at sentence and word boundaries. Sentences are split evenly; shorter ones and the
 * start of the video have no slot.
 */
export const brollSlots = (sentences: readonly Sentence[], durationSeconds: number): BrollSlot[] =>
  sentences.flatMap((sentence) => {
    const words = sentence.filter(
      (word) => word.startSeconds >= introSeconds && word.endSeconds <= durationSeconds,
    );
    return splitEvenly(words);
  });

const spanOf = (words: readonly SpokenWord[]): BrollSlot => ({
  words,
  startSeconds: words[0]?.startSeconds ?? 0,
  endSeconds: words.at(-1)?.endSeconds ?? 0,
});

const secondsOf = ({ startSeconds, endSeconds }: BrollSlot): number => endSeconds - startSeconds;

/** Splits a sentence into as few parts of similar length as possible. */
const splitEvenly = (words: readonly SpokenWord[]): BrollSlot[] => {
  const whole = spanOf(words);
  const parts = Math.ceil(secondsOf(whole) / brollSeconds.max);
  const target = secondsOf(whole) / parts;
  const found: SpokenWord[][] = [];
  for (const word of words) {
    const last = found.at(-1);
    const start = last?.[0]?.startSeconds ?? 0;
    const isFull =
      last === undefined ||
      word.endSeconds - start > brollSeconds.max ||
      (word.endSeconds - start > target + 0.3 && found.length < parts);
    if (isFull) found.push([word]);
    else last.push(word);
  }
  return found.map(spanOf).filter((slot) => secondsOf(slot) >= brollSeconds.min);
};

/**
 * Returns the first part of a slot that has a distance of `gapSeconds` from all taken spans and is at most `maxSeconds` long;
 * null when it is shorter than a clip.
 */
export const freePartOf = (
  slot: BrollSlot,
  taken: readonly { startSeconds: number; endSeconds: number }[],
  gapSeconds: number,
  maxSeconds: number = brollSeconds.max,
): BrollSlot | null => {
  const isFree = (word: SpokenWord): boolean =>
    taken.every(
      ({ startSeconds, endSeconds }) =>
        word.endSeconds <= startSeconds - gapSeconds + 1e-6 ||
        word.startSeconds >= endSeconds + gapSeconds - 1e-6,
    );
  const free = slot.words.slice(Math.max(0, slot.words.findIndex(isFree)));
  const start = free[0]?.startSeconds ?? 0;
  const end = free.findIndex((word) => !isFree(word) || word.endSeconds - start > maxSeconds + 1e-6);
  const part = spanOf(end < 0 ? free : free.slice(0, end));
  return secondsOf(part) >= brollSeconds.min ? part : null;
};
