/** What a language adds to the rule for the end of a sentence. All words are in lower case unless stated otherwise. */
export interface SentenceRules {
  /** Characters that end a sentence, besides those of all languages. */
  marks: string;
  /** Whether a word with its period abbreviates: "Dr.", "inkl.". Case matters. */
  isAbbreviation: (word: string) => boolean;
  /** Whether a word with its period abbreviates before a number only: "No. 5". Case matters. */
  isAbbreviationBeforeNumber: (word: string) => boolean;
  /** Words that are capitalized only as the first word of a sentence: "the", "he". */
  starters: ReadonlySet<string>;
  /** Words of one letter that can end a sentence, which are no initials. */
  letterWords: string;
  /** Whether a number with a period is an ordinal: "3. Oktober". */
  hasOrdinals: boolean;
  /** Whether all nouns have a capital, which then shows no new sentence. */
  capitalizesNouns: boolean;
}

const closingMarks = /["'”’»›)\]}」』）】]+$/u;
const openingMarks = /^["'“”„‘‚«‹([{「『（【¿¡\p{Lm}-]+/u;
/** The full stops and question marks of all scripts; U+037E is the Greek question mark. */
const finalMark = /[!?。！？｡؟۔।॥༎።፧։\u037E។៕။᠃꓿]$/u;
const ellipsis = /(?:\.\.+|…)$/u;

/** "l'av.", "dell'art.": what is elided belongs to the word before. */
const elided = /^\p{L}{1,5}['’](?=\p{L}{2})/u;

/** Letters of scripts without case are neither: an abbreviation and the end of a sentence look alike before them. */
const upperCase = /^[\p{Lu}\p{Lt}]/u;
const lowerCase = /^(?!\p{sc=Georgian})\p{Ll}/u;
/** "iPhone", "eBay": names whose first letter shows nothing. */
const mixedCase = /^\p{Ll}{1,2}\p{Lu}/u;
/** Dutch words whose capital is on the next word: "'s Avonds", "'t Is". */
const clitic = /^['’‘]\p{Ll}$/u;

const number = /^\d/u;
/** A letter of an alphabet, not a syllable; also doubled, which abbreviates plurals: "EE. UU.", "pp." */
const initial = /^(?![\p{sc=Hangul}\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}])(\p{L})\1?\.$/u;
/** "U.S.", "Ph.D.", "bl.a.", "m.fl.", "т.е." */
const dotted = /^(?:(?:\p{L}{1,3}\.)+\p{L}\.|\p{L}\.(?:\p{L}{1,3}\.)+)$/u;
/** The rest of an abbreviation in several words: "t. ex.", "i. d. R." */
const shortWord = /^\p{L}{1,3}\.$/u;
/** "3.", "24.12.", "3.–5.", "II.": up to three digits, because years are cardinal numbers. */
const ordinal = /^(?:\d{1,3}\.?[-–/])?\d{1,3}\.$|^\d{1,2}\.\d{1,2}\.$|^[IVXLC]{2,7}\.$/u;

/** Abbreviations of most languages, without their period. */
const commonAbbreviations = new Set("mr mrs ms dr prof etc vs jr sra dra bzw ca".split(" "));
/** Abbreviations that precede a number in most languages, without their period. */
const commonNumberLabels = new Set("nos nr num vol chap sec fig figs pp pg kap tab abb abs".split(" "));
/** Abbreviations that no sentence ends with, without their period: what follows them is named with a capital. */
const leading = new Set(
  (
    "mr mrs ms mx messrs dr prof mt hr frl mme mlle sr sra srta dra sig sig.ra dott mnr mev dhr mevr mw e.g i.e vs cf z.b d.h bzw vgl ca inkl zzgl " +
    "npr napr např tzv tzn m.in tj p.ex p.es bijv d.w.z t.ex bl.a f.eks fx esim pvz piem örn т.е напр проф т.н"
  ).split(" "),
);
/** Abbreviations of "and so on", without their period: a name after them begins a sentence, because no comma precedes it. */
const listEnds = new Set("etc itd itp ecc enz osv atd apod atp stb jne ipd т.д т.п".split(" "));
/** Words after which a number with a period is a cardinal number that ends the sentence: "Kapitel 3." */
const numberNouns = new Set(
  (
    "number chapter nummer kapitel platz seite teil punkt stufe level version gruppe číslo kapitola strana část krok bod " +
    "číslo kapitola strana časť krok numer rozdział strona część krok punkt side del trin numero luku sivu osa kohta " +
    "number peatükk lehekülg osa szám fejezet oldal rész lépés broj poglavlje strana stranica deo dio korak tačka točka " +
    "številka poglavje stran del korak numara bölüm sayfa adım númer kafli blaðsíða numurs nodaļa lapa daļa solis"
  ).split(" "),
);

const withoutClosing = (word: string): string => word.replace(closingMarks, "");
const withoutOpening = (word: string): string => word.replace(openingMarks, "");
/** The word that a period belongs to. */
const abbreviated = (word: string): string => withoutOpening(withoutClosing(word)).replace(elided, "");
const withoutPeriod = (word: string): string => word.slice(0, -1).toLowerCase();

/** How the word after a period begins: what decides whether the period ends a sentence. */
type Next = "lower" | "upper" | "starter" | "number" | "caseless" | "none";

const kindOf = (next: string | undefined, { starters }: SentenceRules): Next => {
  if (next === undefined) return "none";
  if (clitic.test(next)) return "caseless";
  const bare = withoutOpening(next);
  if (number.test(bare)) return "number";
  if (mixedCase.test(bare)) return "caseless";
  if (lowerCase.test(bare)) return "lower";
  if (!upperCase.test(bare)) return "caseless";
  const word = /^[\p{L}\p{M}'’-]+/u.exec(bare)?.[0] ?? "";
  return starters.has(word.toLowerCase().replaceAll("’", "'")) ? "starter" : "upper";
};

const isAbbreviated = (word: string, before: string | undefined, rules: SentenceRules): boolean =>
  dotted.test(word) ||
  commonAbbreviations.has(withoutPeriod(word)) ||
  rules.isAbbreviation(word) ||
  (shortWord.test(word) && before !== undefined && initial.test(withoutOpening(before)));

const isInitial = (word: string, next: Next, { letterWords }: SentenceRules): boolean =>
  initial.test(word) && !(letterWords.includes(word.slice(0, -1)) && next !== "number");

/** Whether a period ends a sentence, by the words around it. */
const endsAtPeriod = (
  word: string,
  { before, next }: { before: string | undefined; next: Next },
  rules: SentenceRules,
): boolean => {
  if (isInitial(word, next, rules)) return next === "starter";
  if (isAbbreviated(word, before, rules)) return endsAtAbbreviation(withoutPeriod(word), next, rules);
  if (next === "number" && isNumberLabel(word, rules)) return false;
  if (!rules.hasOrdinals || !ordinal.test(word)) return next !== "lower";
  return (
    next === "starter" || (next === "upper" && numberNouns.has(withoutOpening(before ?? "").toLowerCase()))
  );
};

const endsAtAbbreviation = (stem: string, next: Next, { capitalizesNouns }: SentenceRules): boolean =>
  !leading.has(stem) && (next === "starter" || (next === "upper" && !capitalizesNouns && listEnds.has(stem)));

const isNumberLabel = (word: string, rules: SentenceRules): boolean =>
  rules.isAbbreviationBeforeNumber(word) || commonNumberLabels.has(withoutPeriod(word));

/**
 * Whether each word of a text is the last one of a sentence; of words with their punctuation, in order. Abbreviations
 * ("Dr.", "ca."), initials, ordinals ("3. Oktober"), and an ellipsis before a lower-case word end no sentence. An
 * abbreviation does before a word that is capitalized only as the first one of a sentence ("at 5 p.m. The").
 *
 * A text whose sentences start in lower case is taken as such; abbreviations are still recognized. Source of the rule:
 * Unicode Standard Annex 29, "Sentence Boundaries" (SB6 to SB8), and Kiss and Strunk, "Unsupervised Multilingual Sentence
 * Boundary Detection" (2006), for frequent sentence starters.
 */
export const sentenceEnds = (words: readonly string[], rules: SentenceRules): boolean[] => {
  const isLowerStyle = startsInLowerCase(words, rules);
  return words.map((word, index) => {
    const bare = withoutClosing(word);
    if (finalMark.test(bare) || isOwnMark(bare, rules)) return true;
    const next = kindOf(words[index + 1], rules);
    if (ellipsis.test(bare)) return next !== "lower" && next !== "number";
    if (!bare.endsWith(".")) return false;
    const own = abbreviated(word);
    const before = words[index - 1];
    if (isLowerStyle && next === "lower" && isPlain(own, before, rules)) return true;
    return endsAtPeriod(own, { before, next }, rules);
  });
};

/** Whether a word with its period abbreviates, whatever surrounds it. */
export const isAbbreviation = (word: string, rules: SentenceRules): boolean =>
  isInitial(word, "none", rules) || isAbbreviated(word, undefined, rules);

/** Whether a word alone, whatever follows, can be the last one of a sentence: abbreviations and ordinals cannot. */
export const canEndSentence = (word: string, rules: SentenceRules): boolean =>
  sentenceEnds([word], rules)[0] ?? false;

const isOwnMark = (word: string, { marks }: SentenceRules): boolean => {
  const last = [...word].at(-1);
  return last !== undefined && last !== "." && marks.includes(last);
};

/** Neither an abbreviation nor a number. */
const isPlain = (word: string, before: string | undefined, rules: SentenceRules): boolean =>
  !initial.test(word) &&
  !isAbbreviated(word, before, rules) &&
  !isNumberLabel(word, rules) &&
  !/\d\.$/.test(word);

/** Whether most sentences of a text, by their periods, start in lower case. */
const startsInLowerCase = (words: readonly string[], rules: SentenceRules): boolean => {
  let lower = 0;
  let upper = 0;
  const count = (word: string | undefined): void => {
    const bare = withoutOpening(word ?? "");
    if (upperCase.test(bare)) upper += 1;
    else if (lowerCase.test(bare)) lower += 1;
  };
  count(words[0]);
  words.forEach((word, index) => {
    const own = abbreviated(word);
    if (own.endsWith(".") && !ellipsis.test(own) && isPlain(own, words[index - 1], rules))
      count(words[index + 1]);
  });
  return lower > upper;
};
