import { z } from "zod";
import { type LanguageCode, languageCodes } from "../languages/languages.ts";
import { amazonCode } from "./amazon-codes.ts";
import type { LanguagePair } from "./check-translation.ts";

export const translatorChoices = ["auto", "translate", "bedrock"] as const;
export type TranslatorChoice = (typeof translatorChoices)[number];

/**
 * What a machine translates by itself, as its engine tells the functions. In this order: rule-based pairs ("es>pt"), the
 * operator's own language model, the recogniser (which can say in English what it hears in any language).
 */
export const localTranslationSchema = z.object({
  pairs: z.array(z.string().regex(/^[a-z]+>[a-z]+$/)),
  hasModel: z.boolean(),
  hasSpeechTranslation: z.boolean(),
});
export type LocalTranslation = z.infer<typeof localTranslationSchema>;

export interface TranslationSettings {
  choice: TranslatorChoice;
  /** The model that Bedrock is asked for; null: none. */
  model: string | null;
  /** Null in the cloud. */
  local: LocalTranslation | null;
}

/** Where a task's words come from: only what is heard can be heard in English. */
export type WordSource = "speech" | "text";

export type TranslationEngine = "amazon" | "model" | "speech";

/** What is served, and by which engines in which order. */
export interface TranslationSupport {
  enginesFor(pair: LanguagePair, source: WordSource): TranslationEngine[];
  /** For a refusal: what is served instead. */
  describeSupport(source: WordSource): string;
}

export const createTranslationSupport = (settings: TranslationSettings): TranslationSupport => {
  const enginesFor = settings.local === null ? cloudEngines(settings) : localEngines(settings.local);
  return { enginesFor, describeSupport: (source) => describe(enginesFor, source) };
};

type Engines = TranslationSupport["enginesFor"];

/** Amazon Translate for what it has and the model for the rest, each in the other's place when it fails. */
const cloudEngines =
  ({ choice, model }: TranslationSettings): Engines =>
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
    const listening: TranslationEngine[] =
      hasSpeechTranslation && to === "en" && source === "speech" ? ["speech"] : [];
    return [...amazon, ...model, ...listening];
  };

const describe = (enginesFor: Engines, source: WordSource): string => {
  const targets = new Map<LanguageCode, LanguageCode[]>();
  for (const to of languageCodes) {
    const sources = languageCodes.filter((from) => enginesFor({ from, to }, source).length > 0);
    if (sources.length > 0) targets.set(to, sources);
  }
  if (targets.size === 0) return "nothing is translated here";
  // Everything into everything is said in one list.
  const all = [...targets.keys()];
  const isSquare =
    all.length > 2 && all.every((to) => all.every((from) => from === to || targets.get(to)?.includes(from)));
  if (isSquare) return `served are translations between ${all.join(", ")}`;
  const lines = [...targets].map(([to, sources]) =>
    sources.length === languageCodes.length - 1 ? `any language to ${to}` : `${sources.join(", ")} to ${to}`,
  );
  return `served are ${lines.join("; ")}`;
};
