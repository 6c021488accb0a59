import type { LanguageCode } from "../languages/languages.ts";
import { languageOrDefault } from "../languages/languages.ts";
import { identifyLanguage, isDetectable } from "./identify-language.ts";
import { missingNumbers } from "./numbers.ts";

export type TranslationFaultKind = "empty" | "untranslated" | "length" | "comment" | "number" | "name";

export interface TranslationFault {
  kind: TranslationFaultKind;
  /** The answer must not be used. Otherwise a better one is looked for. */
  isFatal: boolean;
  /** The numbers or names that are not there. */
  missing?: readonly string[];
}

export interface LanguagePair {
  from: LanguageCode;
  to: LanguageCode;
}

/** Turns of direction and markup, which captions show or are turned by. */
const directions = /[\u202a-\u202e\u2066-\u2069]/gu;
const markup = /<\/?[a-z][^<>]*>/giu;
/** What a translator says of the translation, behind it. */
const remark =
  /\s*(?:[([（【]\s*|\n\s*)(?:translator['’]?s note|note|notes|literally|literal translation|lit\.|n\. ?b\.|nota|notas|remarque|hinweis|anmerkung|wörtlich|примечание|注|注意|注释|訳注|ملاحظة|הערה)\s*[:：\-–—][\s\S]*$/iu;

/** The answer without what engines put around it: quotes that the source has not, fences, remarks, line breaks. */
export const cleanTranslation = (answer: string, source: string): string => {
  const inLine = answer
    .normalize("NFC")
    .replace(directions, "")
    .replace(markup, (tag) => (source.includes("<") ? tag : ""))
    .replace(/^\s*```\w*\n?|\n?```\s*$/gu, "")
    .replace(remark, (found) => (/[([（【\n]/u.test(source) ? found : ""))
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  const quoted = /^["“„«「『](.*)["”“»」』]$/u.exec(inLine)?.[1];
  const isQuotedToo = /^["“„«「『'‘]/u.test(source.trim());
  return quoted === undefined || isQuotedToo || /["“”„«»「」『』]/u.test(quoted) ? inLine : quoted.trim();
};

/**
 * What is wrong with the translation of one sentence. Names are only checked where they can be told for sure: addresses,
 * handles, and words with capitals or digits inside (iPhone, GPT4).
 *
 * @param answer as cleanAnswer leaves it
 */
export const faultsOf = (source: string, answer: string, pair: LanguagePair): TranslationFault[] => {
  if (!/[\p{L}\p{N}]/u.test(answer) && /[\p{L}\p{N}]/u.test(source))
    return [{ kind: "empty", isFatal: true }];
  const faults: TranslationFault[] = [];
  if (isComment(source, answer)) faults.push({ kind: "comment", isFatal: true });
  const untranslated = untranslatedFault(source, answer, pair);
  if (untranslated) faults.push(untranslated);
  if (hasOddLength(source, answer) || hasRepetitionLoop(source, answer))
    faults.push({ kind: "length", isFatal: true });
  if (isBracketed(answer) && !isBracketed(source)) faults.push({ kind: "comment", isFatal: false });
  const numbers = missingNumbers(source, answer, pair.to);
  if (numbers.length > 0) faults.push({ kind: "number", isFatal: false, missing: numbers });
  const names = namesOf(source).filter((name) => !containsName(answer, name));
  if (names.length > 0) faults.push({ kind: "name", isFatal: false, missing: names });
  return faults;
};

const commentary =
  /^(?:(?:sure|certainly|of course|okay)[,!.:]? (?:here|the translation)|here(?:'s| is| are) the|translation\s*:|the translation (?:is|of)|note\s*:|i (?:cannot|can't|am unable to) translate|as an ai\b)/iu;
const isComment = (source: string, answer: string): boolean =>
  commentary.test(answer) && !commentary.test(source);

/** Whoever speaks puts nothing in brackets; whoever explains does. */
const isBracketed = (text: string): boolean => /[([（【]\s*\p{L}+\s+\p{L}/u.test(text);

const lettersOnly = (text: string): string =>
  text
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]+/gu, " ")
    .trim();

/** Words in small letters: names and abbreviations stay as they are in any language. */
const plainWords = (text: string): number =>
  text.match(/(?<![\p{L}\p{N}])\p{Ll}{2,}(?![\p{L}\p{N}])/gu)?.length ?? 0;

/** Languages so near to each other that a whole sentence may well be the same. */
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

/** Of a sentence of so many words, a copy is surely no translation; of fewer, it may be one of names. */
const minCopiedWords = 4;

const untranslatedFault = (source: string, answer: string, pair: LanguagePair): TranslationFault | null => {
  const isCopy = lettersOnly(source) === lettersOnly(answer);
  const script = scriptOf(pair.to);
  const isInScript = script === null || script.test(answer);
  const isSourceInScript = script === null || script.test(source);
  // Scripts with capitals tell names from words; in the others every few characters count as one.
  const words = /\p{Lu}|\p{Ll}/u.test(source)
    ? plainWords(source)
    : Math.floor(lettersOnly(source).length / 3);
  if (!isInScript && !isSourceInScript && words >= 2) return { kind: "untranslated", isFatal: true };
  if (isForeign(source, answer, pair.to)) return { kind: "untranslated", isFatal: true };
  if (isOtherLanguage(answer, pair)) return { kind: "untranslated", isFatal: false };
  if (!isCopy || areRelated(pair) || lettersOnly(source) === "") return null;
  return words >= 2 ? { kind: "untranslated", isFatal: words >= minCopiedWords } : null;
};

/** Writers of these use one script only. */
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

/** Of a language of the Latin script, most letters are Latin; names of another script come from the source. */
const isForeign = (source: string, answer: string, to: LanguageCode): boolean => {
  if (new Intl.Locale(languageOrDefault(to).locale).maximize().script !== "Latn") return false;
  const others = answer.replace(/[\P{L}\p{sc=Latin}]/gu, "");
  const latin = answer.replace(/\P{sc=Latin}/gu, "");
  return others.length > latin.length && [...others].some((letter) => !source.includes(letter));
};

/** Of fewer letters the language is not told for certain. */
const minIdentifiableLetters = 60;

const isOtherLanguage = (answer: string, pair: LanguagePair): boolean => {
  if (!isDetectable(pair.to) || lettersOnly(answer).length < minIdentifiableLetters) return false;
  const told = identifyLanguage(answer);
  return told !== null && told !== pair.to && !areRelated({ from: told, to: pair.to });
};

/** In Latin characters: one of Chinese or Japanese says what two and a half do. */
export const widthOf = (text: string): number =>
  [...text].reduce(
    (sum, character) =>
      sum + (/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u.test(character) ? 2.5 : 1),
    0,
  );

const hasOddLength = (source: string, answer: string): boolean => {
  const from = widthOf(source);
  const to = widthOf(answer);
  return to > from * 2.5 + 40 || (from > 30 && to < from * 0.2);
};

/** The same few words over and over, as models do that have lost their way. */
const hasRepetitionLoop = (source: string, answer: string): boolean => {
  const loop = /(?:^|[\s,.])((?:\S+\s){0,3}\S+)(?:[\s,.]+\1){5,}/u;
  return loop.test(answer) && !loop.test(source);
};

const urlOrEmail =
  /(?:https?:\/\/|www\.)\S*[\p{L}\p{N}/]|[\w.+-]+@[\w-]+\.[\w.]*\w|(?<![\p{L}\p{N}.])[a-z0-9-]+\.(?:com|org|net|io|ai|dev|app|tv|co)\b/giu;
const handle = /(?<![\p{L}\p{N}.])[@#][\p{L}\p{N}_]*\p{L}[\p{L}\p{N}_]*/gu;
const mixedCaseName =
  /(?<![\p{L}\p{N}])(?:\p{Ll}+\p{Lu}[\p{L}\p{N}]*|\p{Lu}\p{Ll}+\p{Lu}\p{Ll}[\p{L}\p{N}]*|\p{Lu}{2,}-?\p{Nd}+)(?![\p{L}\p{N}])/gu;

const namesOf = (source: string): string[] =>
  [urlOrEmail, handle, mixedCaseName].flatMap((pattern) => source.match(pattern) ?? []);

const containsName = (answer: string, name: string): boolean =>
  answer.toLowerCase().includes(name.toLowerCase());
