import type { z } from "zod";
import {
  createTranslationSupport,
  type TranslationSupport,
} from "../../core/translation/translation-support.ts";
import type { translationEnvironment } from "../environment.ts";

type Environment = z.infer<typeof translationEnvironment>;

/** ID of the language model of the one-machine engine, which ignores it. */
const localModel = "local";

/** Returns the language model for translations; null for none. */
export const translationModel = ({
  CAPSTACK_TRANSLATION: local,
  TRANSLATION_MODEL: model,
}: Environment): string | null => {
  if (local) return local.hasModel ? localModel : null;
  return model === "" ? null : model;
};

/** Returns the supported translations. */
export const translation = (env: Environment): { translation: TranslationSupport } => ({
  translation: createTranslationSupport({
    choice: env.TRANSLATOR,
    model: translationModel(env),
    local: env.CAPSTACK_TRANSLATION ?? null,
  }),
});
