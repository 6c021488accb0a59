import type { LanguagePair } from "./check-translation.ts";

export interface TranslationRequest extends LanguagePair {
  sentences: readonly string[];
  /** Sentences before and after, as context. */
  before: readonly string[];
  after: readonly string[];
  /** Numbers and names that an earlier translation lacked. */
  keep?: readonly string[];
  /** Present translations that are too long to be spoken, one per sentence, and the characters that fit. */
  shorten?: readonly { translation: string; maxCharacters: number }[];
}

/** A translation engine. */
export interface Translator {
  /** For logs. */
  name: string;
  /** Whether a retry may return another translation. */
  isNondeterministic: boolean;
  /** Whether it supports a language pair. */
  supports(pair: LanguagePair): boolean;
  /**
   * Returns one translation per sentence, in order; null where there is none. Throws service and network errors, after its
   * own retries.
   */
  translate(request: TranslationRequest): Promise<(string | null)[]>;
}
