import type { z } from "zod";
import {
  createTranslationSupport,
  type TranslationSupport,
} from "../../core/translation/translation-support.ts";
import type { translationEnvironment } from "../environment.ts";

type Environment = z.infer<typeof translationEnvironment>;

/** The engine of one machine answers for whichever model it has. */
const localModel = "local";

/** The language model that translates; null: none. */
export const translationModel = ({
  CAPSTACK_TRANSLATION: local,
  TRANSLATION_MODEL: model,
}: Environment): string | null => {
  if (local) return local.hasModel ? localModel : null;
  return model === "" ? null : model;
};

/** What is translated here. */
export const translation = (env: Environment): { translation: TranslationSupport } => ({
  translation: createTranslationSupport({
    choice: env.TRANSLATOR,
    model: translationModel(env),
    local: env.CAPSTACK_TRANSLATION ?? null,
  }),
});
