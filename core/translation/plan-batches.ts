/** Sentences translated by one request; indices into the list of all sentences. */
export interface Batch {
  from: number;
  /** Exclusive. */
  to: number;
  /** What an engine may read, and does not translate: where the sentences before begin, and those after end. */
  contextFrom: number;
  contextTo: number;
}

/** As much as a language model keeps in order without losing count, and as little as a repeated step should repeat. */
const maxSentences = 20;
const maxCharacters = 3000;
/** What "it" and "he" mean is nearly always said in the sentences just before. */
const sentencesBefore = 3;
const sentencesAfter = 1;

export const planBatches = (texts: readonly string[]): Batch[] => {
  const batches: Batch[] = [];
  let from = 0;
  while (from < texts.length) {
    let to = from;
    let characters = 0;
    while (to < texts.length && to - from < maxSentences) {
      characters += texts[to]?.length ?? 0;
      if (to > from && characters > maxCharacters) break;
      to += 1;
    }
    batches.push({
      from,
      to,
      contextFrom: Math.max(0, from - sentencesBefore),
      contextTo: Math.min(texts.length, to + sentencesAfter),
    });
    from = to;
  }
  return batches;
};
