import type { Sentence, SpokenWord } from "../transcript/sentences.ts";

/** Words that a clip may cover: whole words of one sentence, at the length of a clip. */
export interface Stretch {
  words: readonly SpokenWord[];
  startSeconds: number;
  endSeconds: number;
}

/** How long a clip is on screen. */
export const clipSeconds = { least: 2, most: 5 } as const;
/** The speaker is seen first. */
export const openingSeconds = 2;

/**
 * A film's speech cut into stretches of 2 to 5 s at the edges of sentences and words, none in the opening, none over a
 * pause; what is too short by itself goes with its neighbour of the same sentence, or is left out.
 */
export const stretchesOf = (sentences: readonly Sentence[], filmSeconds: number): Stretch[] =>
  sentences.flatMap((sentence) => {
    const words = sentence.filter(
      (word) => word.startSeconds >= openingSeconds && word.endSeconds <= filmSeconds,
    );
    return evenly(words);
  });

const spanOf = (words: readonly SpokenWord[]): Stretch => ({
  words,
  startSeconds: words[0]?.startSeconds ?? 0,
  endSeconds: words.at(-1)?.endSeconds ?? 0,
});

const secondsOf = ({ startSeconds, endSeconds }: Stretch): number => endSeconds - startSeconds;

/** A sentence in as few parts as its length allows, about equally long. */
const evenly = (words: readonly SpokenWord[]): Stretch[] => {
  const whole = spanOf(words);
  const parts = Math.ceil(secondsOf(whole) / clipSeconds.most);
  const target = secondsOf(whole) / parts;
  const found: SpokenWord[][] = [];
  for (const word of words) {
    const last = found.at(-1);
    const start = last?.[0]?.startSeconds ?? 0;
    const isFull =
      last === undefined ||
      word.endSeconds - start > clipSeconds.most ||
      (word.endSeconds - start > target + 0.3 && found.length < parts);
    if (isFull) found.push([word]);
    else last.push(word);
  }
  return found.map(spanOf).filter((stretch) => secondsOf(stretch) >= clipSeconds.least);
};

/**
 * The part of a stretch that keeps `gapSeconds` from what is taken already and is no longer than `mostSeconds`; null when
 * less than a clip's length is left.
 */
export const freePart = (
  stretch: Stretch,
  taken: readonly { startSeconds: number; endSeconds: number }[],
  gapSeconds: number,
  mostSeconds: number = clipSeconds.most,
): Stretch | null => {
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
  return secondsOf(part) >= clipSeconds.least ? part : null;
};
