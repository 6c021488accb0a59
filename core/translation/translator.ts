import type { LanguagePair } from "./check-translation.ts";

export interface TranslationRequest extends LanguagePair {
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
  isNondeterministic: boolean;
  /** Whether it takes this pair at all. */
  supports(pair: LanguagePair): boolean;
  /**
   * One answer for each sentence, in order; null where it has none. Throws what its service or its network throws, after
   * its own tries.
   */
  translate(request: TranslationRequest): Promise<(string | null)[]>;
}
