/** The sentences of one request, as indices into the list of all sentences. */
export interface Batch {
  from: number;
  /** Exclusive. */
  to: number;
  /** Start and end of the sentences that include the context, which is not translated. */
  contextFrom: number;
  contextTo: number;
}

/** Large enough for throughput, small enough for language models to keep the order, and for cheap retries. */
const maxSentences = 20;
const maxCharacters = 3000;
/** Pronouns usually refer to the sentences just before. */
const sentencesBefore = 3;
const sentencesAfter = 1;

/** Splits sentences into batches. */
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
