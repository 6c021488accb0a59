import { type LanguageCode, languageCodes } from "../languages/languages.ts";

/**
 * Amazon Transcribe's language codes for batch jobs; the first one is used when the language is known. Absent languages are
 * not supported. Source: `LanguageCode` of the SDK, and "Supported languages" in the Transcribe developer guide.
 */
const batchCodes: Partial<Record<LanguageCode, readonly [string, ...string[]]>> = {
  af: ["af-ZA"],
  am: ["am-ET"],
  ar: ["ar-SA", "ar-AE"],
  az: ["az-AZ"],
  ba: ["ba-RU"],
  be: ["be-BY"],
  bg: ["bg-BG"],
  bn: ["bn-IN"],
  bs: ["bs-BA"],
  ca: ["ca-ES"],
  cs: ["cs-CZ"],
  cy: ["cy-GB", "cy-WL"],
  da: ["da-DK"],
  de: ["de-DE", "de-CH"],
  el: ["el-GR"],
  en: ["en-US", "en-AB", "en-AU", "en-GB", "en-IE", "en-IN", "en-NZ", "en-WL", "en-ZA"],
  es: ["es-US", "es-ES", "es-MX"],
  et: ["et-EE", "et-ET"],
  eu: ["eu-ES"],
  fa: ["fa-IR", "fa-AF"],
  fi: ["fi-FI"],
  fr: ["fr-FR", "fr-CA"],
  gl: ["gl-ES"],
  gu: ["gu-IN"],
  ha: ["ha-NG"],
  he: ["he-IL"],
  hi: ["hi-IN"],
  hr: ["hr-HR"],
  ht: ["ht-HT"],
  hu: ["hu-HU"],
  hy: ["hy-AM"],
  id: ["id-ID"],
  is: ["is-IS"],
  it: ["it-IT"],
  ja: ["ja-JP"],
  jw: ["jv-ID"],
  ka: ["ka-GE"],
  kk: ["kk-KZ"],
  km: ["km-KH"],
  kn: ["kn-IN"],
  ko: ["ko-KR"],
  lt: ["lt-LT"],
  lv: ["lv-LV"],
  mi: ["mi-NZ"],
  mk: ["mk-MK"],
  ml: ["ml-IN"],
  mn: ["mn-MN"],
  mr: ["mr-IN"],
  ms: ["ms-MY"],
  mt: ["mt-MT"],
  my: ["my-MM"],
  ne: ["ne-NP"],
  nl: ["nl-NL"],
  no: ["no-NO"],
  pa: ["pa-IN"],
  pl: ["pl-PL"],
  ps: ["ps-AF"],
  pt: ["pt-BR", "pt-PT"],
  ro: ["ro-RO"],
  ru: ["ru-RU"],
  si: ["si-LK"],
  sk: ["sk-SK"],
  sl: ["sl-SI"],
  so: ["so-SO"],
  sq: ["sq-AL"],
  sr: ["sr-RS"],
  su: ["su-ID"],
  sv: ["sv-SE"],
  sw: ["sw-KE", "sw-BI", "sw-RW", "sw-TZ", "sw-UG"],
  ta: ["ta-IN"],
  te: ["te-IN"],
  th: ["th-TH"],
  tl: ["tl-PH"],
  tr: ["tr-TR"],
  tt: ["tt-RU"],
  uk: ["uk-UA"],
  uz: ["uz-UZ"],
  vi: ["vi-VN"],
  yue: ["zh-HK"],
  zh: ["zh-CN", "zh-TW"],
};

/** Returns the Transcribe code of a language; null for an unsupported one. */
export const transcribeCodeOf = (language: string): string | null =>
  batchCodes[language as LanguageCode]?.[0] ?? null;

/** Language codes of the synchronous operation TranscribeAudio. Source: `SyncLanguage` of botocore 1.44.8. */
const synchronousCodes: Partial<Record<LanguageCode, string>> = {
  ...{ de: "de", en: "en", es: "es", fr: "fr", it: "it", ja: "ja", ko: "ko", pt: "pt" },
  ...{ yue: "zh-HK", zh: "zh-CN" },
};

/** Returns the code of a language for TranscribeAudio; null for an unsupported one. */
export const synchronousCodeOf = (language: string): string | null =>
  synchronousCodes[language as LanguageCode] ?? null;

/** Returns the language of a code of TranscribeAudio; null for an unsupported one. */
export const synchronousLanguageOf = (code: string): LanguageCode | null =>
  languageCodes.find((language) => synchronousCodes[language] === code) ?? null;

const languagesByBatchCode: ReadonlyMap<string, LanguageCode> = new Map(
  languageCodes.flatMap((code) => (batchCodes[code] ?? []).map((batch) => [batch, code] as const)),
);

/** Returns the language of a Transcribe code; null for a language without a code in core/languages (Zulu, Kurdish). */
export const languageOfTranscribeCode = (code: string): LanguageCode | null =>
  languagesByBatchCode.get(code) ?? null;

/** All supported Transcribe codes. */
export const transcribeCodes: readonly string[] = [...languagesByBatchCode.keys()];
