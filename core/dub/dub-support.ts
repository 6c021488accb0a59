import type { Account } from "../accounts/account.ts";
import { type ErrorName, NamedError } from "../errors.ts";
import type { LanguageCode } from "../languages/languages.ts";
import type { LanguagePair } from "../translation/check-translation.ts";
import type { TranslationSupport } from "../translation/translation-support.ts";

/** Languages that a voice engine supports. */
export interface DubSupport {
  /** Languages of a dub; empty: the service has no voice engine. */
  targets: readonly LanguageCode[];
}

/** The voice engines that an operator can choose. */
export const dubberChoices = ["none", "kokoro", "polly", "elevenlabs"] as const;
export type DubberChoice = (typeof dubberChoices)[number];

/** Languages for which Kokoro has native voices that are understood. Source: containers/dub/voices.py. */
const kokoroTargets: readonly LanguageCode[] = ["en", "es", "fr", "it", "pt"];

/** Languages with neural voices of Amazon Polly. Source: containers/dub/polly.py. */
const pollyTargets: readonly LanguageCode[] = "ar ca cs da de en es fi fr hi it nl no pl pt sv tr".split(
  " ",
) as LanguageCode[];

/** Languages of the model of ElevenLabs. Source: containers/dub/elevenlabs.py. */
const elevenLabsTargets: readonly LanguageCode[] =
  "ar bg cs da de el en es fi fr hi hr id it ms nl pl pt ro ru sk sv tl tr uk".split(" ") as LanguageCode[];

const targetsOf: Readonly<Record<DubberChoice, readonly LanguageCode[]>> = {
  none: [],
  kokoro: kokoroTargets,
  polly: pollyTargets,
  elevenlabs: elevenLabsTargets,
};

/** Returns the languages that a voice engine supports. */
export const dubSupportOf = (dubber: DubberChoice): DubSupport => ({ targets: targetsOf[dubber] });

/** A request for a dub, with the language of the speech if it is known. */
export interface RequestedDub {
  from: LanguageCode | null;
  to: LanguageCode;
}

/**
 * Rejects a dub that the service does not support or the account is not allowed to request.
 *
 * Throws NamedError DubUnavailable, DubConsentRequired, TranslationUnsupported (the translation is too rough to be spoken).
 */
export const checkDub = (
  { from, to }: RequestedDub,
  account: Pick<Account, "dubConsentAt"> | null,
  support: DubSupport,
  translation: TranslationSupport,
): void => {
  const problem = availabilityProblem(to, support) ?? consentProblem(account);
  if (problem !== null) throw new NamedError(problem.name, problem.message);
  if (from !== null) checkDubbedPair({ from, to }, translation);
};

/**
 * Rejects a pair of languages that cannot be dubbed.
 *
 * Throws NamedError DubUnavailable for speech that is in the target language already, TranslationUnsupported.
 */
export const checkDubbedPair = ({ from, to }: LanguagePair, translation: TranslationSupport): void => {
  if (from === to) {
    throw new NamedError(
      "DubUnavailable",
      `The speech is already in ${to}. Set translateTo to another language, or omit dub.`,
    );
  }
  if (!translation.isRough({ from, to }, "speech")) return;
  throw new NamedError(
    "TranslationUnsupported",
    `Translations from ${from} to ${to} have too many errors for a dub. Omit dub to get captions that you can edit.`,
  );
};

interface Problem {
  name: ErrorName;
  message: string;
}

const availabilityProblem = (to: LanguageCode, { targets }: DubSupport): Problem | null => {
  if (targets.length === 0)
    return {
      name: "DubUnavailable",
      message: "dub is not available, because this service has no voice engine. Omit dub.",
    };
  if (targets.includes(to)) return null;
  return {
    name: "DubUnavailable",
    message: `dub to ${to} is not available. Set translateTo to one of ${targets.join(", ")}, or omit dub.`,
  };
};

const consentProblem = (account: Pick<Account, "dubConsentAt"> | null): Problem | null =>
  account !== null && account.dubConsentAt !== null
    ? null
    : {
        name: "DubConsentRequired",
        message:
          "dub requires that the account has confirmed the consent of the speakers. Ask the operator to record the consent, or omit dub.",
      };
