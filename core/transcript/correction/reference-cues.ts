import { z } from "zod";
import { isUnspacedLanguage } from "../../languages/writing.ts";
import { folded } from "../../text/text-distance.ts";

/** Phrases of a reference, in any order; they may overlap, as the cues of subtitle files do. Times in seconds. */
export const referenceSchema = z.array(
  z.object({
    text: z.string(),
    startSeconds: z.number().nonnegative(),
    endSeconds: z.number().nonnegative(),
  }),
);
export type Reference = z.infer<typeof referenceSchema>;

/** What is aligned: one word, or one character where a language writes no spaces. */
export interface Token {
  /** As written, with the marks around it. */
  text: string;
  /** What is compared (folded); empty for what is only marks. */
  key: string;
  spaceBefore: boolean;
  startSeconds: number;
  endSeconds: number;
}

export interface ReferenceToken extends Token {
  /** Which cue it stands in, counted in order of time. */
  cue: number;
  /** Whether the cue tells capitals from small letters. */
  hasCase: boolean;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Markup, sounds in words, and who speaks: none of it is said. */
const unsaid: readonly RegExp[] = [
  /<\/?[a-z][^<>]*>|<[\d:.]+>/giu,
  /\{\\[^{}]*\}|\{[a-z]:[^{}]*\}/giu,
  /\[[^\]]*\]|【[^】]*】/gu,
  /\*[^*\n]+\*/gu,
  /^[^\p{L}\p{N}]*[(（][^)）]*[)）][^\p{L}\p{N}]*$/gmu,
  /[♩-♯]/gu,
  /^\s*(?:>>+|[-‐‑–—])\s*/gmu,
  /^\s*\p{Lu}[\p{Lu}\p{N} .'’#-]{0,30}:(?=\s|$)/gmu,
  /^\s*speaker \d+:/gimu,
  /^\s*(?:\p{Lu}[\p{L}\p{M}.'’-]+ ){0,2}\p{Lu}[\p{L}\p{M}'’-]+(?: \d{1,2})?:(?=\s)/gmu,
  /[(（]\p{Ll}[\p{Ll}\p{M}]*(?: \p{Ll}[\p{Ll}\p{M}]*){0,2}[)）]/gu,
];

const said = (text: string): string => {
  const plain = text.replace(/\\N/g, "\n").replace(invisible, "");
  const lines = unsaid.reduce((rest, pattern) => rest.replace(pattern, " "), plain);
  return lines.replace(/&(nbsp|#\d+|[a-z]+);/giu, (whole, name: string) => {
    if (name.toLowerCase() === "nbsp") return " ";
    if (name.startsWith("#")) return String.fromCodePoint(Math.min(Number(name.slice(1)), 0x10_ffff));
    return entities[name.toLowerCase()] ?? whole;
  });
};

/** A word that another follows without a space ("wait—what") is two. */
const brokenOff = /(?<=[\p{L}\p{N}](?:[—–]|\.{2,}|…))(?=[\p{L}\p{N}])/u;
const onlyMarks = /^[\p{P}--[&%@#*§\/\\]]+$/v;
const opens = /^[\p{Ps}\p{Pi}¿¡"']+$/u;

/** Words of a text whose language writes spaces; marks that stand alone go to the word before, opening ones to the next. */
const spacedPieces = (text: string): string[] => {
  const pieces: string[] = [];
  let opening = "";
  for (const piece of text.split(/\s+/u).flatMap((part) => part.split(brokenOff))) {
    if (piece === "") continue;
    if (folded(piece) !== "" || pieces.length === 0) {
      pieces.push(opening + piece);
      opening = "";
    } else if (opens.test(piece)) opening = piece;
    // A sign that stands alone is read aloud or not ("6 × 10", "R & B"): it cannot be told.
    else if (onlyMarks.test(piece)) pieces[pieces.length - 1] += piece;
  }
  return pieces;
};

/** Characters one by one, but words of Latin letters and numbers whole; marks go to what stands before them. */
const unspacedPieces = (text: string): string[] =>
  text.match(/[\p{Ps}\p{Pi}]*(?:[\p{sc=Latin}\p{Nd}]+|[\p{L}\p{N}]\p{M}*)[^\p{L}\p{N}\p{Ps}\p{Pi}]*/gu) ?? [];

/**
 * A text as tokens that share its time by their length. In unspaced languages a token is a character.
 *
 * @param language one of the 100 codes; null: words with spaces.
 */
export const tokensOf = (
  text: string,
  language: string | null,
  { startSeconds, endSeconds }: { startSeconds: number; endSeconds: number },
): Token[] => {
  const pieces = isUnspacedLanguage(language) ? unspacedPieces(text) : spacedPieces(text);
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const each = (endSeconds - startSeconds) / Math.max(total, 1);
  let done = 0;
  let spaceBefore = true;
  return pieces.map((piece) => {
    const from = startSeconds + each * done;
    done += piece.length;
    const token = {
      text: piece.trim(),
      key: folded(piece),
      spaceBefore,
      startSeconds: from,
      endSeconds: startSeconds + each * done,
    };
    spaceBefore = !isUnspacedLanguage(language) || /\s$/u.test(piece);
    return token;
  });
};

/** A short line tells nothing: "OK" and "AWS" are written so anyway. */
const fewLetters = 16;
const tellsCase = (text: string): boolean => text !== text.toUpperCase() && text !== text.toLowerCase();

/** All words that a reference says, in order of time. */
export const referenceTokens = (reference: Reference, language: string | null): ReferenceToken[] => {
  const cues = reference
    .toSorted((a, b) => a.startSeconds - b.startSeconds)
    .map(({ text, startSeconds, endSeconds }) => ({
      words: said(text),
      span: { startSeconds, endSeconds },
    }));
  const isCased = cues.filter(({ words }) => tellsCase(words)).length * 2 >= cues.length;
  return cues.flatMap(({ words, span }, cue) => {
    const hasCase = folded(words).length < fewLetters ? isCased : tellsCase(words);
    return tokensOf(words, language, span)
      .filter(({ key }) => key !== "")
      .map((token) => ({ ...token, cue, hasCase }));
  });
};
