import type { CreateTaskBody } from "../api/schemas/tasks.ts";
import { NamedError } from "../errors.ts";
import type { LanguageCode } from "../languages/languages.ts";
import type { TranslationOffer } from "../translation/offer.ts";

/**
 * Whether the service can translate as a create-task body asks: from its language, or, when that is only known from the
 * words, from any. Throws NamedError TranslationUnsupported with what is served instead.
 */
export const checkTranslation = (
  to: LanguageCode | null,
  from: LanguageCode | null,
  body: Pick<CreateTaskBody, "transcript" | "transcriptTaskId">,
  offer: TranslationOffer,
): void => {
  if (to === null || from === to) return;
  const source = body.transcript === undefined && body.transcriptTaskId === undefined ? "speech" : "text";
  const isServed =
    from === null ? offer.reaches(to, source) : offer.enginesFor({ from, to }, source).length > 0;
  if (isServed) return;
  const wanted = from === null ? to : `${to} from ${from}`;
  throw new NamedError(
    "TranslationUnsupported",
    `translateTo ${wanted} is not possible on this service: ${offer.describe(source)}.`,
  );
};
