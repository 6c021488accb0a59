import {
  createTranslationSupport,
  type LocalTranslation,
} from "../../core/translation/translation-support.ts";

/** As deployed without settings: Amazon Translate. */
export const cloudOffer = createTranslationSupport({ choice: "auto", model: null, local: null });

/** Translation support of one machine with these engines. */
export const machineOffer = (local: Partial<LocalTranslation>) =>
  createTranslationSupport({
    choice: "auto",
    model: null,
    local: { pairs: [], roughPairs: [], hasModel: false, hasSpeechTranslation: false, ...local },
  });
