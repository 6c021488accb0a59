import { canEndSentence, isAbbreviation, type SentenceRules, sentenceEnds } from "../text/sentence-end.ts";
import abbreviations from "./abbreviations.json" with { type: "json" };
import { languageOrDefault } from "./languages.ts";
import { sentenceStarters } from "./sentence-starters.ts";

interface Lists {
  words: string;
  beforeNumber: string;
}

const lists: Readonly<Record<string, Lists>> = abbreviations;

/** Languages that write ordinals with a period: "3. Oktober", "3. října". Source: CLDR, "Ordinal minimal pairs". */
const ordinalLanguages = new Set("bs cs da de et eu fi fo hr hu is lb lv nn no pl sk sl sr tr".split(" "));

/** Words of one letter at the end of sentences: "where I live in" is Swedish "där jag bor i". */
const letterWords: Readonly<Record<string, string>> = {
  be: "яў",
  da: "iåø",
  en: "I",
  fr: "yà",
  hu: "őŐ",
  it: "èÈ",
  nn: "iå",
  no: "iå",
  pt: "éÉ",
  ru: "яЯ",
  sv: "iåö",
  uk: "яєЯ",
};

/** Compounds whose last part is abbreviated: "Goethestr." */
const abbreviatedEndings: Readonly<Record<string, RegExp>> = { de: /str\.$/u, lb: /str\.$/u, nl: /str\.$/u };

/** Unknown languages use the lists of English; others without lists use the common abbreviations only. */
const listsOf = (language: string | null): Lists =>
  lists[language ?? "en"] ?? { words: "", beforeNumber: "" };

const known = new Map<string | null, SentenceRules>();

/** Returns how sentences end in a language: its marks, abbreviations and ordinals; null: an unknown language. */
export const sentenceRulesOf = (language: string | null): SentenceRules => {
  let rules = known.get(language);
  if (!rules) {
    rules = createRules(language);
    known.set(language, rules);
  }
  return rules;
};

const createRules = (language: string | null): SentenceRules => {
  const { words, beforeNumber } = listsOf(language);
  return {
    // The period and the ellipsis end a sentence by what follows them.
    marks: languageOrDefault(language).sentenceMarks.replace(/[.…]/g, ""),
    isAbbreviation: createWordTest(words, abbreviatedEndings[language ?? ""]),
    isAbbreviationBeforeNumber: createWordTest(beforeNumber),
    starters: new Set((sentenceStarters[language ?? "en"] ?? "").split(" ")),
    letterWords: letterWords[language ?? "en"] ?? "",
    hasOrdinals: ordinalLanguages.has(language ?? ""),
    capitalizesNouns: language === "de" || language === "lb",
  };
};

/** A word is listed as it is written within a sentence: it may have a capital, or be in capitals. */
const createWordTest = (list: string, ending?: RegExp): ((word: string) => boolean) => {
  const words = new Set(list.split(" ").filter(Boolean));
  const capitals = new Set([...words].map((word) => word.toUpperCase()));
  return (word) =>
    words.has(word) ||
    (ending?.test(word) ?? false) ||
    words.has(word.charAt(0).toLowerCase() + word.slice(1)) ||
    (word.length >= 3 && word === word.toUpperCase() && capitals.has(word));
};

/** Whether each word of a text, with its punctuation, is the last one of a sentence. */
export const sentenceEndsOf = (words: readonly string[], language: string | null): boolean[] =>
  sentenceEnds(words, sentenceRulesOf(language));

/** Whether a word with its period is an abbreviation, whatever follows: "Mr.", "inkl.", "U.S.", an initial. */
export const isAbbreviationIn = (word: string, language: string | null): boolean =>
  isAbbreviation(word, sentenceRulesOf(language));

/** Whether a word with its punctuation can be the last one of a sentence, whatever follows: no abbreviation, no ordinal. */
export const canEndSentenceIn = (word: string, language: string | null): boolean =>
  canEndSentence(word, sentenceRulesOf(language));
