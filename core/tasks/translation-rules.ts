import { NamedError } from "../errors.ts";
import type { LanguageCode } from "../languages/languages.ts";
import type { TranslationSupport, WordSource } from "../translation/translation-support.ts";

/**
 * Rejects a target language that the service cannot translate the words into. Nothing is rejected while the language of
 * the words is unknown: they may be in the target language already, which needs no translation. The workflow checks the
 * pair once the language is known, before anything is rendered or charged.
 *
 * @param from language of the words; null when it is only detected later
 *
 * Throws NamedError TranslationUnsupported with the supported pairs.
 */
export const checkTranslation = (
  to: LanguageCode | null,
  from: LanguageCode | null,
  source: WordSource,
  offer: TranslationSupport,
): void => {
  if (to === null || from === null || from === to) return;
  if (offer.enginesFor({ from, to }, source).length > 0) return;
  throw new NamedError(
    "TranslationUnsupported",
    `translateTo ${to} from ${from} is not supported by this service: ${offer.describeSupport(source)}.`,
  );
};
