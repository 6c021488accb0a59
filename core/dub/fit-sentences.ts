/** A sentence of a dub: the span in which the original is spoken, and how long the new speech is. Seconds. */
export interface SpokenSentence {
  startSeconds: number;
  endSeconds: number;
  spokenSeconds: number;
}

/** Where a sentence is placed, and how fast: at tempo 1.2 its speech takes 1/1.2 of `spokenSeconds`. */
export interface SentencePlacement {
  startSeconds: number;
  endSeconds: number;
  tempo: number;
  /**
   * By how much its speech, at the highest tempo, exceeds the time until the next original sentence (seconds); 0 if it fits.
   * A shorter text avoids it.
   */
  excessSeconds: number;
}

/** Faster speech is hard to follow, slower speech sounds unnatural. */
export const minTempo = 0.8;
export const maxTempo = 1.3;
/** Pause between two sentences, where the original has one or the speech is moved. */
const gapSeconds = 0.08;

/**
 * Places the sentences of a dub in time. Speech that is shorter than the original is slowed down; longer speech first takes
 * the pause that follows, then is sped up. A sentence that does not fit even so delays those that follow, which then
 * catch up.
 *
 * No sentence begins before its original, none overlaps the next, and each ends before the media. Tempi are between
 * `minTempo` and `maxTempo`; only speech that would not end before the media exceeds `maxTempo`.
 *
 * @param sentences by start; their originals may overlap
 * @param mediaSeconds duration of the media; each sentence begins before it
 */
export const fitSentences = (
  sentences: readonly SpokenSentence[],
  mediaSeconds: number,
): SentencePlacement[] => {
  const placed = place(sentences, mediaSeconds, maxTempo);
  if ((placed.at(-1)?.endSeconds ?? 0) <= mediaSeconds) return placed;
  const tempo = tempoToEnd(sentences, mediaSeconds);
  return place(sentences, mediaSeconds, tempo);
};

/** Returns the sentences that should be shortened, and the share of their length that fits. */
export const sentencesToShorten = (
  sentences: readonly SpokenSentence[],
  placements: readonly SentencePlacement[],
): { index: number; share: number }[] =>
  placements.flatMap(({ excessSeconds }, index) => {
    const spokenSeconds = (sentences[index]?.spokenSeconds ?? 0) / maxTempo;
    return excessSeconds <= toleranceSeconds
      ? []
      : [{ index, share: Math.max(0.1, (spokenSeconds - excessSeconds) / spokenSeconds) }];
  });

/** Imperceptible. */
const toleranceSeconds = 0.15;

const place = (
  sentences: readonly SpokenSentence[],
  mediaSeconds: number,
  highestTempo: number,
): SentencePlacement[] => {
  const placements: SentencePlacement[] = [];
  for (const [index, sentence] of sentences.entries()) {
    const freeFrom = placements.at(-1)?.endSeconds ?? 0;
    const isMoved = freeFrom > sentence.startSeconds - gapSeconds;
    // The gap is dropped rather than exceeding the end of the media.
    const pause = isMoved && highestTempo <= maxTempo ? gapSeconds : 0;
    const startSeconds = Math.max(sentence.startSeconds, index === 0 ? 0 : freeFrom + pause);
    const next = sentences[index + 1];
    const untilSeconds = next === undefined ? mediaSeconds : Math.max(next.startSeconds - gapSeconds, 0);
    const originalSeconds = sentence.endSeconds - sentence.startSeconds;
    const availableSeconds = untilSeconds - startSeconds;
    const tempo = tempoOf(sentence.spokenSeconds, originalSeconds, availableSeconds, highestTempo);
    const endSeconds = startSeconds + sentence.spokenSeconds / tempo;
    const excessSeconds = Math.max(0, sentence.spokenSeconds / maxTempo - availableSeconds);
    placements.push({ startSeconds, endSeconds, tempo, excessSeconds });
  }
  return placements;
};

const tempoOf = (
  spokenSeconds: number,
  originalSeconds: number,
  availableSeconds: number,
  highestTempo: number,
): number => {
  if (availableSeconds <= 0) return highestTempo;
  const toFit = spokenSeconds / availableSeconds;
  // As long as the original where it is shorter; longer speech keeps its tempo while there is room.
  const preferred = originalSeconds > 0 ? Math.min(1, spokenSeconds / originalSeconds) : 1;
  return Math.min(highestTempo, Math.max(minTempo, preferred, toFit));
};

const searchSteps = 40;

/** Returns the lowest tempo limit at which the last sentence ends before the media, by bisection. */
const tempoToEnd = (sentences: readonly SpokenSentence[], mediaSeconds: number): number => {
  const fits = (tempo: number): boolean =>
    (place(sentences, mediaSeconds, tempo).at(-1)?.endSeconds ?? 0) <= mediaSeconds;
  let low = maxTempo;
  let high = maxTempo * 2;
  while (!fits(high) && high < 1e9) high *= 2;
  for (let step = 0; step < searchSteps; step += 1) {
    const middle = (low + high) / 2;
    if (fits(middle)) high = middle;
    else low = middle;
  }
  return high;
};
