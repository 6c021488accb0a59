import type { z } from "zod";
import { localModel } from "../../core/language-model.ts";
import {
  createTranslationSupport,
  type TranslationSupport,
} from "../../core/translation/translation-support.ts";
import type { translationEnvironment } from "../environment.ts";

type Environment = z.infer<typeof translationEnvironment>;

/** Returns the language model of a deployment, or that of one machine; null for none. */
export const languageModel = (local: Environment["CAPSTACK_TRANSLATION"], model: string): string | null => {
  if (local) return local.hasModel ? localModel : null;
  return model === "" ? null : model;
};

/** Returns the language model for translations; null for none. */
export const translationModel = (env: Environment): string | null =>
  languageModel(env.CAPSTACK_TRANSLATION, env.TRANSLATION_MODEL);

/** Returns the supported translations. */
export const translation = (env: Environment): { translation: TranslationSupport } => ({
  translation: createTranslationSupport({
    choice: env.TRANSLATOR,
    model: translationModel(env),
    local: env.CAPSTACK_TRANSLATION ?? null,
  }),
});
