import { type LocalTranslation, translationOffer } from "../../core/translation/offer.ts";

/** As deployed without settings: Amazon Translate. */
export const cloudOffer = translationOffer({ choice: "auto", model: null, local: null });

/** One machine with what is given. */
export const machineOffer = (local: Partial<LocalTranslation>) =>
  translationOffer({
    choice: "auto",
    model: null,
    local: { pairs: [], hasModel: false, listensToEnglish: false, ...local },
  });
