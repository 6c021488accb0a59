import type { Sentence, SpokenWord } from "../transcript/sentences.ts";

/** Words that a clip may cover: whole words of one sentence, at the length of a clip. */
export interface BrollSlot {
  words: readonly SpokenWord[];
  startSeconds: number;
  endSeconds: number;
}

/** How long a clip is on screen. */
export const brollSeconds = { least: 2, most: 5 } as const;
/** The speaker is seen first. */
export const openingSeconds = 2;

/**
 * A film's speech cut into stretches of 2 to 5 s at the edges of sentences and words, none in the opening, none over a
 * pause; what is too short by itself goes with its neighbour of the same sentence, or is left out.
 */
export const brollSlots = (sentences: readonly Sentence[], filmSeconds: number): BrollSlot[] =>
  sentences.flatMap((sentence) => {
    const words = sentence.filter(
      (word) => word.startSeconds >= openingSeconds && word.endSeconds <= filmSeconds,
    );
    return splitEvenly(words);
  });

const spanOf = (words: readonly SpokenWord[]): BrollSlot => ({
  words,
  startSeconds: words[0]?.startSeconds ?? 0,
  endSeconds: words.at(-1)?.endSeconds ?? 0,
});

const secondsOf = ({ startSeconds, endSeconds }: BrollSlot): number => endSeconds - startSeconds;

/** A sentence in as few parts as its length allows, about equally long. */
const splitEvenly = (words: readonly SpokenWord[]): BrollSlot[] => {
  const whole = spanOf(words);
  const parts = Math.ceil(secondsOf(whole) / brollSeconds.most);
  const target = secondsOf(whole) / parts;
  const found: SpokenWord[][] = [];
  for (const word of words) {
    const last = found.at(-1);
    const start = last?.[0]?.startSeconds ?? 0;
    const isFull =
      last === undefined ||
      word.endSeconds - start > brollSeconds.most ||
      (word.endSeconds - start > target + 0.3 && found.length < parts);
    if (isFull) found.push([word]);
    else last.push(word);
  }
  return found.map(spanOf).filter((stretch) => secondsOf(stretch) >= brollSeconds.least);
};

/**
 * The part of a stretch that keeps `gapSeconds` from what is taken already and is no longer than `mostSeconds`; null when
 * less than a clip's length is left.
 */
export const freePartOf = (
  stretch: BrollSlot,
  taken: readonly { startSeconds: number; endSeconds: number }[],
  gapSeconds: number,
  mostSeconds: number = brollSeconds.most,
): BrollSlot | null => {
  const isClear = (word: SpokenWord): boolean =>
    taken.every(
      ({ startSeconds, endSeconds }) =>
        word.endSeconds <= startSeconds - gapSeconds + 1e-6 ||
        word.startSeconds >= endSeconds + gapSeconds - 1e-6,
    );
  const clear = stretch.words.slice(Math.max(0, stretch.words.findIndex(isClear)));
  const start = clear[0]?.startSeconds ?? 0;
  const end = clear.findIndex((word) => !isClear(word) || word.endSeconds - start > mostSeconds + 1e-6);
  const part = spanOf(end < 0 ? clear : clear.slice(0, end));
  return secondsOf(part) >= brollSeconds.least ? part : null;
};
