import { type LanguageCode, languageCodes } from "../languages/languages.ts";

/**
 * Languages that Amazon Translate does not support.
 * Source: docs.aws.amazon.com/translate/latest/dg/what-is-languages.html
 */
const unsupported = new Set<LanguageCode>(
  "as ba be bo br eu fo gl haw jw km la lb ln lo mg mi my ne nn oc sa sd sn su tg tk tt yi yo yue".split(
    " ",
  ) as LanguageCode[],
);

/** Cantonese captions are written in standard Chinese with traditional characters. */
const substitutes: Partial<Record<LanguageCode, string>> = { yue: "zh-TW" };
/** Substitutes for source languages only: as a target, Norwegian would be the wrong written standard for Nynorsk. */
const sourceSubstitutes: Partial<Record<LanguageCode, string>> = { nn: "no" };

/** Returns the TranslateText code of a language; null for an unsupported one. */
export const amazonCode = (code: LanguageCode, side: "source" | "target"): string | null =>
  substitutes[code] ??
  (side === "source" ? sourceSubstitutes[code] : undefined) ??
  (unsupported.has(code) ? null : code);

/** All codes that are sent to TranslateText. */
export const amazonCodes: ReadonlySet<string> = new Set(
  languageCodes.flatMap((code) => amazonCode(code, "source") ?? []),
);

/** Maximum size of a request. Source: docs.aws.amazon.com/translate/latest/dg/what-is-limits.html */
export const amazonMaxBytes = 10_000;
