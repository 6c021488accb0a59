import type { Pair } from "./check-answer.ts";

export interface TranslationRequest extends Pair {
  sentences: readonly string[];
  /** What is said before and after, for its meaning; not to be translated. */
  before: readonly string[];
  after: readonly string[];
  /** Numbers and names that an earlier answer has lost. */
  keep?: readonly string[];
}

/** An engine that translates sentences. */
export interface Translator {
  /** For the log. */
  name: string;
  /** Whether another try may give another answer. */
  varies: boolean;
  /** Whether it takes this pair at all. */
  serves(pair: Pair): boolean;
  /**
   * One answer for each sentence, in order; null where it has none. Throws what its service or its network throws, after
   * its own tries.
   */
  translate(request: TranslationRequest): Promise<(string | null)[]>;
}
