import { isUnspacedLanguage } from "../languages/writing.ts";

const space = "\u00a0";
/** Languages that write the long dash without spaces, or with one on a side that a transcript does not tell. */
const closeDash = new Set(["en", "es"]);
const dash = /[–—]+/u;

/**
 * A mark with the spaces that its language writes beside it, which no line is broken at: before a dash (nearly
 * everywhere), before French double marks, inside French quotes. Source: Imprimerie nationale, "Lexique des règles
 * typographiques".
 *
 * @param before what the mark stands behind, if anything
 */
export const markWithSpaces = (
  mark: string,
  language: string | null,
  before: { text: string } | undefined,
): string => {
  if (isUnspacedLanguage(language)) return mark;
  const isSpaced = mark.includes("–") || !closeDash.has(language ?? "en");
  const dashed = isSpaced ? mark.replace(dash, `${space}$&`) : mark;
  const french = language === "fr" ? withFrenchSpaces(dashed) : dashed;
  // What nothing stands before has its space behind it: a line of dialogue.
  if (before !== undefined) return french;
  const first = french.trimStart();
  return isSpaced && dash.test(first) ? `${first}${space}` : first;
};

const withFrenchSpaces = (mark: string): string =>
  mark
    .replace(/^[;:!?]/u, `${space}$&`)
    .replace(/«/gu, `«${space}`)
    .replace(/»/gu, `${space}»`);
