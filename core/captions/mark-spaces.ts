import { isUnspacedLanguage, writesCloseDash } from "../languages/writing.ts";

const space = "\u00a0";
const dash = /[–—]+/u;

/**
 * Returns a mark with the non-breaking spaces that its language writes beside it: before a dash (most languages),
 * before French double marks, inside French quotes. Source: Imprimerie nationale, "Lexique des règles typographiques".
 *
 * @param before the word that the mark follows; undefined at the start of the text
 */
export const markWithSpaces = (
  mark: string,
  language: string | null,
  before: { text: string } | undefined,
): string => {
  if (isUnspacedLanguage(language)) return mark;
  const isSpaced = mark.includes("–") || !writesCloseDash(language);
  const dashed = isSpaced ? mark.replace(dash, `${space}$&`) : mark;
  const french = language === "fr" ? withFrenchSpaces(dashed) : dashed;
  // At the start of a text, the space follows the dash: a line of dialogue.
  if (before !== undefined) return french;
  const first = french.trimStart();
  return isSpaced && dash.test(first) ? `${first}${space}` : first;
};

const withFrenchSpaces = (mark: string): string =>
  mark
    .replace(/^[;:!?]/u, `${space}$&`)
    .replace(/«/gu, `«${space}`)
    .replace(/»/gu, `${space}»`);
