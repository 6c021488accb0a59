import type { LanguageCode } from "../languages/languages.ts";
import { languageOrDefault } from "../languages/languages.ts";
import { identifyLanguage, isDetectable } from "./identify-language.ts";
import { missingNumbers } from "./numbers.ts";

export type TranslationFaultKind = "empty" | "untranslated" | "length" | "comment" | "number" | "name";

export interface TranslationFault {
  kind: TranslationFaultKind;
  /** Whether the translation must not be used; otherwise it is used if no better one is found. */
  isFatal: boolean;
  /** Missing numbers or names. */
  missing?: readonly string[];
}

export interface LanguagePair {
  from: LanguageCode;
  to: LanguageCode;
}

/** Directional controls, which would affect captions. */
const directions = /[\u202a-\u202e\u2066-\u2069]/gu;
/** Markup, which captions would show. */
const markup = /<\/?[a-z][^<>]*>/giu;
/** A trailing note of the translator. */
const translatorNote =
  /\s*(?:[([（【]\s*|\n\s*)(?:translator['’]?s note|note|notes|literally|literal translation|lit\.|n\. ?b\.|nota|notas|remarque|hinweis|anmerkung|wörtlich|примечание|注|注意|注释|訳注|ملاحظة|הערה)\s*[:：\-–—][\s\S]*$/iu;

/** Removes what engines add to a translation: quotes, code fences, notes, and line breaks. */
export const cleanTranslation = (translation: string, source: string): string => {
  const singleLine = translation
    .normalize("NFC")
    .replace(directions, "")
    .replace(markup, (tag) => (source.includes("<") ? tag : ""))
    .replace(/^\s*```\w*\n?|\n?```\s*$/gu, "")
    .replace(translatorNote, (found) => (/[([（【\n]/u.test(source) ? found : ""))
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const quoted = /^["“„«「『](.*)["”“»」』]$/u.exec(singleLine)?.[1];
  const isQuotedToo = /^["“„«「『'‘]/u.test(source.trim());
  return quoted === undefined || isQuotedToo || /["“”„«»「」『』]/u.test(quoted) ? singleLine : quoted.trim();
};

/**
 * Returns the faults of a sentence's translation. Only unambiguous names are checked: URLs, email addresses, handles, and
 * words with inner capitals or digits (iPhone, GPT4).
 *
 * @param translation cleaned by cleanTranslation
 */
export const faultsOf = (source: string, translation: string, pair: LanguagePair): TranslationFault[] => {
  if (!/[\p{L}\p{N}]/u.test(translation) && /[\p{L}\p{N}]/u.test(source))
    return [{ kind: "empty", isFatal: true }];
  const faults: TranslationFault[] = [];
  if (isComment(source, translation)) faults.push({ kind: "comment", isFatal: true });
  const untranslated = untranslatedFault(source, translation, pair);
  if (untranslated) faults.push(untranslated);
  if (hasOddLength(source, translation) || hasRepetitionLoop(source, translation))
    faults.push({ kind: "length", isFatal: true });
  if (isBracketed(translation) && !isBracketed(source)) faults.push({ kind: "comment", isFatal: false });
  const numbers = missingNumbers(source, translation, pair.to);
  if (numbers.length > 0) faults.push({ kind: "number", isFatal: false, missing: numbers });
  const names = namesOf(source).filter((name) => !containsName(translation, name));
  if (names.length > 0) faults.push({ kind: "name", isFatal: false, missing: names });
  return faults;
};

const commentary =
  /^(?:(?:sure|certainly|of course|okay)[,!.:]? (?:here|the translation)|here(?:'s| is| are) the|translation\s*:|the translation (?:is|of)|note\s*:|i (?:cannot|can't|am unable to) translate|as an ai\b)/iu;
const isComment = (source: string, translation: string): boolean =>
  commentary.test(translation) && !commentary.test(source);

/** Speech has no brackets; explanations do. */
const isBracketed = (text: string): boolean => /[([（【]\s*\p{L}+\s+\p{L}/u.test(text);

const lettersOnly = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, " ")
    .trim();

/** Counts lowercase words, which are neither names nor abbreviations. */
const lowercaseWords = (text: string): number =>
  text.match(/(?<![\p{L}\p{N}])\p{Ll}{2,}(?![\p{L}\p{N}])/gu)?.length ?? 0;

/** Groups of related languages, in which a whole sentence can be identical. */
const families: readonly (readonly LanguageCode[])[] = [
  ["no", "nn", "da", "sv"],
  ["es", "pt", "gl", "ca", "oc", "it"],
  ["bs", "hr", "sr", "sl", "mk", "bg"],
  ["cs", "sk"],
  ["id", "ms", "jw", "su"],
  ["ru", "uk", "be"],
  ["hi", "ne", "mr", "sa"],
  ["zh", "yue"],
  ["tt", "ba", "kk"],
  ["tr", "az", "tk"],
  ["nl", "af"],
  ["de", "lb"],
];
const areRelated = ({ from, to }: LanguagePair): boolean =>
  families.some((family) => family.includes(from) && family.includes(to));

/** A copied sentence of this many words is untranslated; a shorter one may consist of names. */
const minCopiedWords = 4;

const untranslatedFault = (
  source: string,
  translation: string,
  pair: LanguagePair,
): TranslationFault | null => {
  const isCopy = lettersOnly(source) === lettersOnly(translation);
  const script = scriptOf(pair.to);
  const isInScript = script === null || script.test(translation);
  const isSourceInScript = script === null || script.test(source);
  // Capitals indicate names; in scripts without capitals, three characters count as a word.
  const words = /\p{Lu}|\p{Ll}/u.test(source)
    ? lowercaseWords(source)
    : Math.floor(lettersOnly(source).length / 3);
  if (!isInScript && !isSourceInScript && words >= 2) return { kind: "untranslated", isFatal: true };
  if (isForeign(source, translation, pair.to)) return { kind: "untranslated", isFatal: true };
  if (isOtherLanguage(translation, pair)) return { kind: "untranslated", isFatal: false };
  if (!isCopy || areRelated(pair) || lettersOnly(source) === "") return null;
  return words >= 2 ? { kind: "untranslated", isFatal: words >= minCopiedWords } : null;
};

/** Languages that are written in one script only. */
const singleScript = new Set<LanguageCode>(
  "ar fa ur ps he yi ru uk be bg mk el hy ka hi mr ne bn as gu ta te kn ml si th lo km my bo ko ja zh yue am sa".split(
    " ",
  ) as LanguageCode[],
);
const scriptClasses: Readonly<Record<string, string>> = {
  Jpan: "[\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}]",
  Hans: "\\p{sc=Han}",
  Hant: "\\p{sc=Han}",
  Kore: "\\p{sc=Hangul}",
};

const scriptOf = (code: LanguageCode): RegExp | null => {
  if (!singleScript.has(code)) return null;
  const { script } = new Intl.Locale(languageOrDefault(code).locale).maximize();
  return script ? new RegExp(scriptClasses[script] ?? `\\p{sc=${script}}`, "u") : null;
};

/** Whether most letters of a translation to a Latin-script language are of another script and not from the source. */
const isForeign = (source: string, translation: string, to: LanguageCode): boolean => {
  if (new Intl.Locale(languageOrDefault(to).locale).maximize().script !== "Latn") return false;
  const others = translation.replace(/[\P{L}\p{sc=Latin}]/gu, "");
  const latin = translation.replace(/\P{sc=Latin}/gu, "");
  return others.length > latin.length && [...others].some((letter) => !source.includes(letter));
};

/** The language of a shorter text cannot be identified reliably. */
const minIdentifiableLetters = 60;

const isOtherLanguage = (translation: string, pair: LanguagePair): boolean => {
  if (!isDetectable(pair.to) || lettersOnly(translation).length < minIdentifiableLetters) return false;
  const identified = identifyLanguage(translation);
  return identified !== null && identified !== pair.to && !areRelated({ from: identified, to: pair.to });
};

/** Returns the length of a text in Latin characters; a Chinese, Japanese or Korean character counts 2.5. */
export const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, character) =>
      sum + (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(character) ? 2.5 : 1),
    0,
  );

const hasOddLength = (source: string, translation: string): boolean => {
  const from = widthOf(source);
  const to = widthOf(translation);
  return to > from * 2.5 + 40 || (from > 30 && to < from * 0.2);
};

/** Whether a translation repeats the same few words, a failure mode of language models. */
const hasRepetitionLoop = (source: string, translation: string): boolean => {
  const loop = /(?:^|[\s,.])((?:\S+\s){0,3}\S+)(?:[\s,.]+\1){5,}/u;
  return loop.test(translation) && !loop.test(source);
};

const urlOrEmail =
  /(?:https?:\/\/|www\.)\S*[\p{L}\p{N}/]|[\w.+-]+@[\w-]+\.[\w.]*\w|(?<![\p{L}\p{N}.])[a-z0-9-]+\.(?:com|org|net|io|ai|dev|app|tv|co)\b/giu;
const handle = /(?<![\p{L}\p{N}.])[@#][\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*/gu;
const mixedCaseName =
  /(?<![\p{L}\p{N}])(?:\p{Ll}+\p{Lu}[\p{L}\p{N}]*|\p{Lu}\p{Ll}+\p{Lu}\p{Ll}[\p{L}\p{N}]*|\p{Lu}{2,}-?\p{Nd}+)(?![\p{L}\p{N}])/gu;

/** URLs, email addresses, handles, and words with inner capitals or digits. */
const namesOf = (source: string): string[] =>
  [urlOrEmail, handle, mixedCaseName].flatMap((pattern) => source.match(pattern) ?? []);

const containsName = (translation: string, name: string): boolean =>
  translation.toLowerCase().includes(name.toLowerCase());
