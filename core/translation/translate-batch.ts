import { NamedError } from "../errors.ts";
import {
  cleanTranslation,
  faultsOf,
  type LanguagePair,
  type TranslationFault,
  widthOf,
} from "./check-translation.ts";
import type { TranslationRequest, Translator } from "./translator.ts";

export interface Translated {
  text: string;
  /** Whether it lacks a number or a name of the source, and no engine returned a better translation. */
  isDoubtful: boolean;
  /** Whether no engine returned a usable translation; the text is the source text. */
  isUntranslated?: boolean | undefined;
}

/** The best translation so far. `missing`: numbers and names that it lacks. */
type BestTranslation = (Translated & { missing: readonly string[] }) | null;

/**
 * Translates the sentences of a request and checks each translation. A faulty one is requested again separately, then from
 * the next engine. A translation that lacks a number or a name is returned as doubtful if there is no better one; without
 * a usable translation the source text is returned as untranslated (see checkUntranslatedShare).
 *
 * @param report called with the error of an engine that failed, before the next one takes over
 *
 * Throws the last engine's error when a sentence has no translation and an engine failed.
 */
export const translateBatch = async (
  request: TranslationRequest,
  translators: readonly Translator[],
  report: (translator: string, error: unknown) => void,
): Promise<Translated[]> => {
  const supporting = translators.filter((translator) => translator.supports(request));
  const best: BestTranslation[] = request.sentences.map(initialTranslation);
  let failure: unknown = null;
  for (const translator of supporting) {
    for (
      let round = 0;
      round < (translator.isNondeterministic ? 2 : 1) && best.some(isUnresolved);
      round += 1
    ) {
      try {
        await translateUnresolved(request, best, translator, round > 0);
      } catch (error) {
        report(translator.name, error);
        failure = error;
        break;
      }
    }
  }
  // Not a fault of the text: the step is retried.
  if (failure !== null && best.includes(null)) throw failure;
  return best.map(
    (translation, index): Translated =>
      translation === null
        ? { text: request.sentences[index] ?? "", isDoubtful: true, isUntranslated: true }
        : { text: translation.text, isDoubtful: translation.isDoubtful },
  );
};

/** Maximum share of letters in untranslated sentences. */
const maxUntranslatedShare = 0.1;
/** The same including short sentences, such as fillers, names and exclamations. */
const maxShortUntranslatedShare = 0.5;
const shortSentenceLetters = 15;

/**
 * Accepts single untranslated sentences, which are often recognition errors.
 *
 * Throws NamedError TranslationFailed when their share is too large.
 */
export const checkUntranslatedShare = (
  sentences: readonly string[],
  translations: readonly Translated[],
  { from, to }: LanguagePair,
): void => {
  const lettersIn = (texts: readonly string[]): number =>
    texts.reduce((sum, text) => sum + widthOf(text.replace(/[^\p{L}\p{N}]/gu, "")), 0);
  const untranslated = sentences.filter((_, index) => translations[index]?.isUntranslated === true);
  const long = untranslated.filter((text) => lettersIn([text]) > shortSentenceLetters);
  const all = lettersIn(sentences);
  if (
    lettersIn(long) <= all * maxUntranslatedShare &&
    lettersIn(untranslated) <= all * maxShortUntranslatedShare
  )
    return;
  const start = (long[0] ?? untranslated[0] ?? "").slice(0, 60);
  throw new NamedError(
    "TranslationFailed",
    `No usable translation from ${from} to ${to} was found for "${start}…". Create the task without translateTo, or supply the translated transcript.`,
  );
};

const isUnresolved = (translation: BestTranslation): boolean =>
  translation === null || translation.isDoubtful;

/** Punctuation needs no translation. */
const initialTranslation = (sentence: string): BestTranslation =>
  /[\p{L}\p{N}]/u.test(sentence) ? null : { text: sentence, isDoubtful: false, missing: [] };

/** Translates unresolved sentences: all in one request, or, in the second round, one request per sentence. */
const translateUnresolved = async (
  request: TranslationRequest,
  best: BestTranslation[],
  translator: Translator,
  isSeparate: boolean,
): Promise<void> => {
  const unresolved = best.flatMap((translation, index) => (isUnresolved(translation) ? [index] : []));
  const groups = isSeparate ? unresolved.map((index) => [index]) : [unresolved];
  for (const indices of groups) {
    const first = indices[0] ?? 0;
    const last = indices.at(-1) ?? first;
    const keep = isSeparate ? (best[first]?.missing ?? []) : [];
    const translations = await translator.translate({
      ...request,
      ...(keep.length > 0 ? { keep } : {}),
      sentences: indices.map((index) => request.sentences[index] ?? ""),
      before: [...request.before, ...request.sentences.slice(0, first)].slice(
        -Math.max(3, request.before.length),
      ),
      after: [...request.sentences.slice(last + 1), ...request.after].slice(
        0,
        Math.max(1, request.after.length),
      ),
    });
    // A model that omits a sentence may have confused the others.
    const isComplete =
      !translator.isNondeterministic || indices.every((_, at) => typeof translations[at] === "string");
    indices.forEach((index, at) => {
      const source = request.sentences[index] ?? "";
      const translation = translations[at];
      if (translation === null || translation === undefined) return;
      const text = cleanTranslation(translation, source);
      const faults = faultsOf(source, text, request);
      const isDoubtful = faults.length > 0 || !isComplete;
      if (!isFatal(faults) && (best[index] === null || !isDoubtful)) {
        best[index] = { text, isDoubtful, missing: faults.flatMap(({ missing = [] }) => missing) };
      }
    });
  }
};

const isFatal = (faults: readonly TranslationFault[]): boolean => faults.some((fault) => fault.isFatal);
