import * as z from "zod";
import { type LanguageCode, languageCodes } from "../languages/languages.ts";
import { amazonCode } from "./amazon-codes.ts";
import type { LanguagePair } from "./check-translation.ts";

export const translatorChoices = ["auto", "translate", "bedrock"] as const;
export type TranslatorChoice = (typeof translatorChoices)[number];

const pairSchema = z.string().regex(/^[a-z]+>[a-z]+$/);

/**
 * The engines of a local installation, in order of preference: pairs of an engine for text ("es>pt"), the operator's language model,
 * and the recognizer, which can translate speech of any language to English.
 */
export const localTranslationSchema = z.object({
  pairs: z.array(pairSchema),
  /** The pairs of lower quality, a part of `pairs`. */
  roughPairs: z.array(pairSchema),
  hasModel: z.boolean(),
  hasSpeechTranslation: z.boolean(),
});
export type LocalTranslation = z.infer<typeof localTranslationSchema>;

export interface TranslationConfiguration {
  choice: TranslatorChoice;
  /** Bedrock model ID; null for none. */
  model: string | null;
  /** Null in the cloud. */
  local: LocalTranslation | null;
}

/** Source of a task's words. Only speech can be translated by the recognizer. */
export type WordSource = "speech" | "text";

export type TranslationEngine = "amazon" | "model" | "speech";

/** The supported language pairs and their engines. */
export interface TranslationSupport {
  /** Returns the engines of a pair, in order of preference; empty for an unsupported pair. */
  enginesFor(pair: LanguagePair, source: WordSource): TranslationEngine[];
  /** Returns whether the preferred engine of a pair translates it in lower quality: fit to be edited, not to be spoken. */
  isRough(pair: LanguagePair, source: WordSource): boolean;
  /** Lists the supported pairs for an error message. */
  describeSupport(source: WordSource): string;
}

/** Creates the translation support of an installation. */
export const createTranslationSupport = (settings: TranslationConfiguration): TranslationSupport => {
  const enginesFor = settings.local === null ? cloudEngines(settings) : localEngines(settings.local);
  const roughPairs = settings.local?.roughPairs ?? [];
  const isRough: TranslationSupport["isRough"] = (pair, source) =>
    enginesFor(pair, source)[0] === "amazon" && roughPairs.includes(`${pair.from}>${pair.to}`);
  return { enginesFor, isRough, describeSupport: (source) => describePairs(enginesFor, source) };
};

type Engines = TranslationSupport["enginesFor"];

/** Amazon Translate for its languages and the model for all, each as the other's fallback. */
const cloudEngines =
  ({ choice, model }: TranslationConfiguration): Engines =>
  ({ from, to }) => {
    const amazon: TranslationEngine[] =
      choice !== "bedrock" && amazonCode(from, "source") && amazonCode(to, "target") ? ["amazon"] : [];
    const bedrock: TranslationEngine[] = choice !== "translate" && model !== null ? ["model"] : [];
    return from === to ? [] : [...amazon, ...bedrock];
  };

const localEngines =
  ({ pairs, hasModel, hasSpeechTranslation }: LocalTranslation): Engines =>
  ({ from, to }, source) => {
    if (from === to) return [];
    const amazon: TranslationEngine[] = pairs.includes(`${from}>${to}`) ? ["amazon"] : [];
    const model: TranslationEngine[] = hasModel ? ["model"] : [];
    const speech: TranslationEngine[] =
      hasSpeechTranslation && to === "en" && source === "speech" ? ["speech"] : [];
    return [...amazon, ...model, ...speech];
  };

const describePairs = (enginesFor: Engines, source: WordSource): string => {
  const targets = new Map<LanguageCode, LanguageCode[]>();
  for (const to of languageCodes) {
    const sources = languageCodes.filter((from) => enginesFor({ from, to }, source).length > 0);
    if (sources.length > 0) targets.set(to, sources);
  }
  if (targets.size === 0) return "no pair is supported";
  // If every language is translated to every other one, a single list is enough.
  const all = [...targets.keys()];
  const isComplete =
    all.length > 2 && all.every((to) => all.every((from) => from === to || targets.get(to)?.includes(from)));
  if (isComplete) return `supported are translations between ${all.join(", ")}`;
  const lines = [...targets].map(([to, sources]) =>
    sources.length === languageCodes.length - 1 ? `any language to ${to}` : `${sources.join(", ")} to ${to}`,
  );
  return `supported are ${lines.join("; ")}`;
};
