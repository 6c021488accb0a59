/** Properties of a language. */
export interface Language {
  /** English name. */
  name: string;
  /** "none": written without spaces between words. */
  spacing: "words" | "none";
  direction: "ltr" | "rtl";
  /** Characters that end a sentence. */
  sentenceMarks: string;
  /** BCP 47 tag for Intl. */
  locale: string;
}

interface Entry {
  name: string;
  spacing?: "none";
  direction?: "rtl";
  sentenceMarks?: string;
  locale?: string;
}

/** Source of the codes: specification, "Language codes". */
const table = {
  af: { name: "Afrikaans" },
  am: { name: "Amharic", sentenceMarks: "።፧" },
  ar: { name: "Arabic", direction: "rtl", sentenceMarks: "؟" },
  as: { name: "Assamese", sentenceMarks: "।" },
  az: { name: "Azerbaijani" },
  ba: { name: "Bashkir" },
  be: { name: "Belarusian" },
  bg: { name: "Bulgarian" },
  bn: { name: "Bengali", sentenceMarks: "।" },
  bo: { name: "Tibetan", spacing: "none", sentenceMarks: "།" },
  br: { name: "Breton" },
  bs: { name: "Bosnian" },
  ca: { name: "Catalan" },
  cs: { name: "Czech" },
  cy: { name: "Welsh" },
  da: { name: "Danish" },
  de: { name: "German" },
  el: { name: "Greek", sentenceMarks: ";" },
  en: { name: "English" },
  es: { name: "Spanish" },
  et: { name: "Estonian" },
  eu: { name: "Basque" },
  fa: { name: "Persian", direction: "rtl", sentenceMarks: "؟" },
  fi: { name: "Finnish" },
  fo: { name: "Faroese" },
  fr: { name: "French" },
  gl: { name: "Galician" },
  gu: { name: "Gujarati" },
  ha: { name: "Hausa" },
  haw: { name: "Hawaiian" },
  he: { name: "Hebrew", direction: "rtl" },
  hi: { name: "Hindi", sentenceMarks: "।" },
  hr: { name: "Croatian" },
  ht: { name: "Haitian Creole" },
  hu: { name: "Hungarian" },
  hy: { name: "Armenian", sentenceMarks: "։՞՜" },
  id: { name: "Indonesian" },
  is: { name: "Icelandic" },
  it: { name: "Italian" },
  ja: { name: "Japanese", spacing: "none", sentenceMarks: "。！？" },
  jw: { name: "Javanese", locale: "jv" },
  ka: { name: "Georgian" },
  kk: { name: "Kazakh" },
  km: { name: "Khmer", spacing: "none", sentenceMarks: "។" },
  kn: { name: "Kannada" },
  ko: { name: "Korean" },
  la: { name: "Latin" },
  lb: { name: "Luxembourgish" },
  ln: { name: "Lingala" },
  lo: { name: "Lao", spacing: "none" },
  lt: { name: "Lithuanian" },
  lv: { name: "Latvian" },
  mg: { name: "Malagasy" },
  mi: { name: "Maori" },
  mk: { name: "Macedonian" },
  ml: { name: "Malayalam" },
  mn: { name: "Mongolian" },
  mr: { name: "Marathi", sentenceMarks: "।" },
  ms: { name: "Malay" },
  mt: { name: "Maltese" },
  my: { name: "Myanmar", spacing: "none", sentenceMarks: "။" },
  ne: { name: "Nepali", sentenceMarks: "।" },
  nl: { name: "Dutch" },
  nn: { name: "Nynorsk" },
  no: { name: "Norwegian", locale: "nb" },
  oc: { name: "Occitan" },
  pa: { name: "Punjabi", sentenceMarks: "।" },
  pl: { name: "Polish" },
  ps: { name: "Pashto", direction: "rtl", sentenceMarks: "؟" },
  pt: { name: "Portuguese" },
  ro: { name: "Romanian" },
  ru: { name: "Russian" },
  sa: { name: "Sanskrit", sentenceMarks: "।॥" },
  sd: { name: "Sindhi", direction: "rtl", sentenceMarks: "؟۔" },
  si: { name: "Sinhala" },
  sk: { name: "Slovak" },
  sl: { name: "Slovenian" },
  sn: { name: "Shona" },
  so: { name: "Somali" },
  sq: { name: "Albanian" },
  sr: { name: "Serbian" },
  su: { name: "Sundanese" },
  sv: { name: "Swedish" },
  sw: { name: "Swahili" },
  ta: { name: "Tamil" },
  te: { name: "Telugu" },
  tg: { name: "Tajik" },
  th: { name: "Thai", spacing: "none" },
  tk: { name: "Turkmen" },
  tl: { name: "Tagalog", locale: "fil" },
  tr: { name: "Turkish" },
  tt: { name: "Tatar" },
  uk: { name: "Ukrainian" },
  ur: { name: "Urdu", direction: "rtl", sentenceMarks: "۔؟" },
  uz: { name: "Uzbek" },
  vi: { name: "Vietnamese" },
  yi: { name: "Yiddish", direction: "rtl" },
  yo: { name: "Yoruba" },
  yue: { name: "Cantonese", spacing: "none", sentenceMarks: "。！？" },
  zh: { name: "Chinese", spacing: "none", sentenceMarks: "。！？" },
} as const satisfies Record<string, Entry>;

export type LanguageCode = keyof typeof table;

export const languageCodes = Object.keys(table) as readonly LanguageCode[];

/** Characters that end a sentence in every language. */
const commonSentenceMarks = ".!?…。！？";

const entries: Readonly<Record<LanguageCode, Entry>> = table;

/** Returns the properties of a language. */
export const languageOf = (code: LanguageCode): Language => {
  const entry = entries[code];
  return {
    name: entry.name,
    spacing: entry.spacing ?? "words",
    direction: entry.direction ?? "ltr",
    sentenceMarks: commonSentenceMarks + (entry.sentenceMarks ?? ""),
    locale: entry.locale ?? code,
  };
};

/** Parses a language code in upper or lower case; null for an unknown code. */
export const parseLanguageCode = (text: string): LanguageCode | null => {
  const code = text.trim().toLowerCase();
  return Object.hasOwn(table, code) ? (code as LanguageCode) : null;
};

/** Returns the properties of a language; those of English for an unknown or absent code. */
export const languageOrDefault = (code: string | null | undefined): Language =>
  languageOf((code ? parseLanguageCode(code) : null) ?? "en");
