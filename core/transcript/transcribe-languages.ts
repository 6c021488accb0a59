import { type LanguageCode, languageCodes } from "../languages/languages.ts";

/**
 * Amazon Transcribe's own codes (batch) by our languages; the first is sent when the language is known. Languages that are
 * absent are not served. Source: `LanguageCode` of the SDK and the table "Supported languages" of Transcribe's guide.
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

/** The code to ask Transcribe with; null where it does not serve the language. */
export const transcribeCodeOf = (language: string): string | null =>
  batchCodes[language as LanguageCode]?.[0] ?? null;

const languagesByBatchCode: ReadonlyMap<string, LanguageCode> = new Map(
  languageCodes.flatMap((code) => (batchCodes[code] ?? []).map((batch) => [batch, code] as const)),
);

/** Our language of a code that Transcribe has identified; null for one that the product does not have (Zulu, Kurdish). */
export const languageOfTranscribeCode = (code: string): LanguageCode | null =>
  languagesByBatchCode.get(code) ?? null;

/** All codes of the table. */
export const transcribeCodes: readonly string[] = [...languagesByBatchCode.keys()];
