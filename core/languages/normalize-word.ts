import { stemmer as arabic } from "@orama/stemmers/arabic";
import { stemmer as bulgarian } from "@orama/stemmers/bulgarian";
import { stemmer as danish } from "@orama/stemmers/danish";
import { stemmer as dutch } from "@orama/stemmers/dutch";
import { stemmer as english } from "@orama/stemmers/english";
import { stemmer as finnish } from "@orama/stemmers/finnish";
import { stemmer as french } from "@orama/stemmers/french";
import { stemmer as german } from "@orama/stemmers/german";
import { stemmer as greek } from "@orama/stemmers/greek";
import { stemmer as hungarian } from "@orama/stemmers/hungarian";
import { stemmer as hindi } from "@orama/stemmers/indian";
import { stemmer as indonesian } from "@orama/stemmers/indonesian";
import { stemmer as italian } from "@orama/stemmers/italian";
import { stemmer as norwegian } from "@orama/stemmers/norwegian";
import { stemmer as portuguese } from "@orama/stemmers/portuguese";
import { stemmer as romanian } from "@orama/stemmers/romanian";
import { stemmer as russian } from "@orama/stemmers/russian";
import { stemmer as spanish } from "@orama/stemmers/spanish";
import { stemmer as swedish } from "@orama/stemmers/swedish";
import { stemmer as turkish } from "@orama/stemmers/turkish";

// Snowball stemmers; words of other languages are compared unstemmed.
const stemmers: Readonly<Record<string, (word: string) => string>> = {
  ar: arabic,
  bg: bulgarian,
  da: danish,
  nl: dutch,
  en: english,
  fi: finnish,
  fr: french,
  de: german,
  el: greek,
  hu: hungarian,
  hi: hindi,
  id: indonesian,
  it: italian,
  no: norwegian,
  nn: norwegian,
  pt: portuguese,
  ro: romanian,
  ru: russian,
  es: spanish,
  sv: swedish,
  tr: turkish,
};

/** Korean particles, which are suffixes, longest first. */
const koreanParticle =
  /(?<=[\p{sc=Hangul}]{2})(?:에서는|으로는|이라는|에서|에게|으로|까지|부터|처럼|보다|하고|이나|이라|라는|들이|들을|들은|들의|들|은|는|이|가|을|를|에|의|로|와|과|도|만)$/u;

/** Normalizes a word for comparison: NFC, lower case, straight apostrophes, without surrounding punctuation. */
export const normalizeWord = (text: string, language: string | null): string =>
  text
    .normalize("NFC")
    .toLocaleLowerCase(language ?? "en")
    .replaceAll("’", "'")
    .replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{M}\p{N}]+$/gu, "");

/** Returns a normalized word without an elided article or the like ("l'homme", "dell'arte"). */
export const withoutElision = (word: string): string => word.replace(/^\p{L}{1,6}'(?=\p{L}{3})/u, "");

/** Returns the stem of a normalized word ("rockets" → "rocket"). */
export const stemOf = (word: string, language: string | null): string => {
  if (language === "ko") return word.replace(koreanParticle, "");
  // Removes possessives ("dog's"), too.
  const bare = withoutElision(word).replace(/'s?$/u, "");
  return stemmers[language ?? ""]?.(bare) || bare;
};
