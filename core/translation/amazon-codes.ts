import { type LanguageCode, languageCodes } from "../languages/languages.ts";

/**
 * Codes of the specification that Amazon Translate does not have.
 * Source: docs.aws.amazon.com/translate/latest/dg/what-is-languages.html
 */
const unsupported = new Set<LanguageCode>(
  "as ba be bo br eu fo gl haw jw km la lb ln lo mg mi my ne nn oc sa sd sn su tg tk tt yi yo yue".split(
    " ",
  ) as LanguageCode[],
);

/** Written Cantonese of captions is standard Chinese in traditional characters. */
const substitutes: Partial<Record<LanguageCode, string>> = { yue: "zh-TW" };
/** Read well enough as another: Nynorsk as Norwegian. As a target it would be the wrong written language. */
const sourceSubstitutes: Partial<Record<LanguageCode, string>> = { nn: "no" };

/** The code that TranslateText takes; null for a language that it does not have. */
export const amazonCode = (code: LanguageCode, side: "source" | "target"): string | null =>
  substitutes[code] ??
  (side === "source" ? sourceSubstitutes[code] : undefined) ??
  (unsupported.has(code) ? null : code);

/** Ours, of the codes that TranslateText takes. */
export const amazonCodes: ReadonlySet<string> = new Set(
  languageCodes.flatMap((code) => amazonCode(code, "source") ?? []),
);

/** What one call takes. Source: docs.aws.amazon.com/translate/latest/dg/what-is-limits.html */
export const amazonMaxBytes = 10_000;
