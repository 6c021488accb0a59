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
  /** A number or a name of the source was not found in it, and no engine had a better answer. */
  isDoubtful: boolean;
  /** No engine had a usable answer: the text is the source's. */
  isUntranslated?: boolean | undefined;
}

/** `missing`: what the answer that there is has lost. */
type BestTranslation = (Translated & { missing: readonly string[] }) | null;

/**
 * The sentences of a request translated, each checked. What is not good is asked for again by itself, then from the next
 * engine. An answer that lost a number or a name is kept, marked, when none is better; one that is no translation never:
 * then the sentence stays as it was said, marked as well. How much may stay so: refuseUntranslated.
 *
 * @param report is told of an engine that failed; the next one takes over
 *
 * Throws the last engine's error when a sentence has no translation and not every engine answered.
 */
export const translateBatch = async (
  request: TranslationRequest,
  translators: readonly Translator[],
  report: (translator: string, error: unknown) => void,
): Promise<Translated[]> => {
  const serving = translators.filter((translator) => translator.supports(request));
  const best: BestTranslation[] = request.sentences.map(initialTranslation);
  let failure: unknown = null;
  for (const translator of serving) {
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
  // Nothing that was said is at fault when no engine could be reached: the step is tried again.
  if (failure !== null && best.includes(null)) throw failure;
  return best.map(
    (answer, index): Translated =>
      answer === null
        ? { text: request.sentences[index] ?? "", isDoubtful: true, isUntranslated: true }
        : { text: answer.text, isDoubtful: answer.isDoubtful },
  );
};

/** Share of the letters; more in another language than was asked for is no translation. */
const maxUntranslatedShare = 0.1;
/** The same of sentences so short that they say nothing anybody watches for: a misheard filler, a name, an exclamation. */
const maxShortUntranslatedShare = 0.5;
const shortSentenceLetters = 15;

/**
 * Lets single sentences stay as they were said, in a film whose others are translated: one that was misheard must not
 * cost all of them.
 *
 * Throws NamedError TranslationFailed when they are too much of it.
 */
export const checkUntranslatedShare = (
  sentences: readonly string[],
  answers: readonly Translated[],
  { from, to }: LanguagePair,
): void => {
  const lettersIn = (texts: readonly string[]): number =>
    texts.reduce((sum, text) => sum + widthOf(text.replace(/[^\p{L}\p{N}]/gu, "")), 0);
  const left = sentences.filter((_, index) => answers[index]?.isUntranslated === true);
  const long = left.filter((text) => lettersIn([text]) > shortSentenceLetters);
  const all = lettersIn(sentences);
  if (lettersIn(long) <= all * maxUntranslatedShare && lettersIn(left) <= all * maxShortUntranslatedShare)
    return;
  const start = (long[0] ?? left[0] ?? "").slice(0, 60);
  throw new NamedError(
    "TranslationFailed",
    `No usable translation from ${from} to ${to} was found for "${start}…". Create the task without translateTo, or supply the translated transcript.`,
  );
};

const isUnresolved = (answer: BestTranslation): boolean => answer === null || answer.isDoubtful;

/** Marks alone need no translation. */
const initialTranslation = (sentence: string): BestTranslation =>
  /[\p{L}\p{N}]/u.test(sentence) ? null : { text: sentence, isDoubtful: false, missing: [] };

/** Asks for what is still open: all at once, or, in a further round, each sentence by itself. */
const translateUnresolved = async (
  request: TranslationRequest,
  best: BestTranslation[],
  translator: Translator,
  isAlone: boolean,
): Promise<void> => {
  const open = best.flatMap((answer, index) => (isUnresolved(answer) ? [index] : []));
  const groups = isAlone ? open.map((index) => [index]) : [open];
  for (const indices of groups) {
    const first = indices[0] ?? 0;
    const last = indices.at(-1) ?? first;
    const keep = isAlone ? (best[first]?.missing ?? []) : [];
    const answers = await translator.translate({
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
    // Who has left one out may have told the others apart wrongly.
    const isWhole =
      !translator.isNondeterministic || indices.every((_, at) => typeof answers[at] === "string");
    indices.forEach((index, at) => {
      const source = request.sentences[index] ?? "";
      const answer = answers[at];
      if (answer === null || answer === undefined) return;
      const text = cleanTranslation(answer, source);
      const faults = faultsOf(source, text, request);
      const isDoubtful = faults.length > 0 || !isWhole;
      if (!isFatal(faults) && (best[index] === null || !isDoubtful)) {
        best[index] = { text, isDoubtful, missing: faults.flatMap(({ missing = [] }) => missing) };
      }
    });
  }
};

const isFatal = (faults: readonly TranslationFault[]): boolean => faults.some((fault) => fault.isFatal);
