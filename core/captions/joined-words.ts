import { languageOrDefault } from "../languages/languages.ts";

/**
 * What stands before an apostrophe within a word of a language, and what follows it, where two entries are one word ("don" + "'t").
 * Other languages have none, or words that begin with one: Dutch "dat is 't huis".
 */
interface ApostropheRule {
  before: RegExp;
  rest: RegExp;
}

const romance = /(?<!\p{L})(?:[cdjlmnstyz]|qu|jusqu|lorsqu|puisqu|quoiqu|presqu|quelqu|entr|aujourd|prud)$/iu;
/** In Italian, an elided word ends in a consonant, and others do not: "un po' di", "va' a casa", "e' vero". */
const italianElision = /[^aeiouàèéìòù\P{L}]$/iu;
const apostropheRules: Readonly<Record<string, ApostropheRule>> = {
  az: { before: /(?<!\p{L})\p{Lu}\p{L}*$/u, rest: /^\p{Ll}/u },
  be: { before: /\p{L}$/u, rest: /^[яёюеі]/iu },
  ca: { before: /\p{L}$/u, rest: /^(?:[lnsmt]|ls|ns|hi)(?!\p{L})|^[aeiouhàèéíòóú]/iu },
  cy: { before: /\p{L}$/u, rest: /^\p{L}{1,3}(?!\p{L})/u },
  de: { before: /\p{L}$/u, rest: /^s(?!\p{L})/u },
  // "don't", "O’Brien", "ma’am"; a quotation may begin with an apostrophe, too: 'Go home.'
  en: { before: /\p{L}$/u, rest: /^(?:s|d|m|t|re|ve|ll|all)(?!\p{L})/iu },
  fr: { before: romance, rest: /^\p{L}/u },
  // A vowel follows: "dell'arte", but "e 'sto", "con 'na".
  it: { before: italianElision, rest: /^[aeiouàèéìòùh]\p{L}|^è/iu },
  oc: { before: romance, rest: /^\p{L}/u },
  tr: { before: /(?<!\p{L})\p{Lu}\p{L}*$/u, rest: /^\p{Ll}/u },
  uk: { before: /[бпвмфрк]$/iu, rest: /^[яюєї]/iu },
};
const unknownLanguage = [apostropheRules.en, apostropheRules.fr];
const englishElision = /(?<!\p{L})(?:[ODL]|ma)$/iu;
/** Languages that write a word that ends in an apostrophe together with the next one: l’homme, dell’arte. */
const elidingLanguages = new Set(["fr", "it", "ca", "oc"]);

/**
 * Languages in which no word begins with a hyphen, so that a transcript whose word does has divided one ("like" + "-minded").
 * In others it stands for the first part of a compound: "Hin- oder -rückfahrt".
 */
const hyphenLanguages = new Set(["en", "fr", "es", "pt", "it", "ca", "gl"]);
const hyphenStart = /^[-\u2010\u2011]\S/u;
/** The mark of a number; not before it: Turkish "%10". */
const symbolStart = /^[%‰°](?!\d)/u;
const negativeNumber = /^[-\u2010\u2011][.,]?\d/u;
/** What always goes on after a hyphen: "2020" + "-21", "COVID" + "-19", "E" + "-Mail". */
const endsInCapitalOrDigit = /[\p{Lu}\p{Nd}]$/u;
/**
 * The second part of a grapheme that two entries share: a mark, a vowel sign or a skin tone without its base, or a
 * joiner.
 */
const graphemeRest = /^(\p{M}|[\u0E33\u0EB3\u200D]|\p{Emoji_Modifier})/u;
const trailingJoiner = /\u200D$/u;

/** Whether a word is written together with the text before it, of which it is a fragment. */
export const isJoinedTo = (before: string, text: string, language: string | null): boolean => {
  if (graphemeRest.test(text) || trailingJoiner.test(before) || symbolStart.test(text)) return true;
  if (hyphenStart.test(text)) return continuesAfterHyphen(before, text, language);
  if (/^['’]\p{L}(?!.*['’]$)/u.test(text)) return continuesAfterApostrophe(before, text, language);
  if (!/\p{L}['’]$/u.test(before)) return false;
  if (language === "it") return italianElision.test(before.slice(0, -1));
  return elidingLanguages.has(language ?? "");
};

const continuesAfterHyphen = (before: string, text: string, language: string | null): boolean =>
  endsInCapitalOrDigit.test(before) || (hyphenLanguages.has(language ?? "en") && !negativeNumber.test(text));

const continuesAfterApostrophe = (before: string, text: string, language: string | null): boolean => {
  const rules = language === null ? unknownLanguage : [apostropheRules[language]];
  if (rules.some((rule) => rule?.before.test(before) && rule.rest.test(text.slice(1)))) return true;
  return (language ?? "en") === "en" && englishElision.test(before);
};

const spaceBeforePercent = new Map<string, string>();

/** The space that a language writes between a number and its percent sign ("50 %"), or nothing. Source: CLDR. */
const percentSpaceOf = (language: string | null): string => {
  const { locale } = languageOrDefault(language);
  let space = spaceBeforePercent.get(locale);
  if (space === undefined) {
    const parts = new Intl.NumberFormat(locale, { style: "percent" }).formatToParts(0.5);
    const isBetween = parts[0]?.type === "integer" && parts[1]?.type === "literal";
    space = isBetween && /\s/u.test(parts[1]?.value ?? "") ? "\u00a0" : "";
    spaceBeforePercent.set(locale, space);
  }
  return space;
};

/** Returns a word with the fragment that is written together with it. */
export const joinedText = (before: string, text: string, language: string | null): string => {
  const space = /^[%‰]/u.test(text) && /\d$/u.test(before) ? percentSpaceOf(language) : "";
  return (before + space + text).normalize("NFC");
};
