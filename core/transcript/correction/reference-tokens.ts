import * as z from "zod";
import { isUnspacedLanguage } from "../../languages/writing.ts";
import { foldText } from "../../text/similarity.ts";

/** Cues of a reference in any order; like the cues of subtitle files they may overlap. */
export const referenceSchema = z.array(
  z.object({
    text: z.string(),
    startSeconds: z.number().nonnegative(),
    endSeconds: z.number().nonnegative(),
  }),
);
export type Reference = z.infer<typeof referenceSchema>;

/** Unit of the alignment: a word, or a character in unspaced languages. */
export interface Token {
  /** With the punctuation around it. */
  text: string;
  /** Folded text, by which tokens are compared; empty for punctuation. */
  key: string;
  spaceBefore: boolean;
  startSeconds: number;
  endSeconds: number;
}

export interface ReferenceToken extends Token {
  /** Index of its cue in order of time. */
  cue: number;
  /** Whether the cue has upper and lower case. */
  hasCase: boolean;
}

const entities: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };
const invisible = /[\u00ad\u200b\u200e\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/gu;

/** Markup, audio descriptions and speaker labels. */
const unspoken: readonly RegExp[] = [
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

const spokenText = (text: string): string => {
  const plain = text.replace(/\\N/g, "\n").replace(invisible, "");
  const withoutUnspoken = unspoken.reduce((rest, pattern) => rest.replace(pattern, " "), plain);
  return withoutUnspoken.replace(/&(nbsp|#\d+|[a-z]+);/giu, (whole, name: string) => {
    if (name.toLowerCase() === "nbsp") return " ";
    if (name.startsWith("#")) return String.fromCodePoint(Math.min(Number(name.slice(1)), 0x10_ffff));
    return entities[name.toLowerCase()] ?? whole;
  });
};

/** Splits words that are joined by a dash or an ellipsis ("wait—what"). */
const brokenOffWord = /(?<=[\p{L}\p{N}](?:[—–]|\.{2,}|…))(?=[\p{L}\p{N}])/u;
const onlyMarks = /^[\p{P}--[&%@#*§\/\\]]+$/v;
const opens = /^[\p{Ps}\p{Pi}¿¡"']+$/u;

/** Words of spaced text. Standalone punctuation is attached to the previous word, opening punctuation to the next one. */
const spacedTokens = (text: string): string[] => {
  const tokens: string[] = [];
  let opening = "";
  for (const part of text.split(/\s+/u).flatMap((word) => word.split(brokenOffWord))) {
    if (part === "") continue;
    if (foldText(part) !== "" || tokens.length === 0) {
      tokens.push(opening + part);
      opening = "";
    } else if (opens.test(part)) opening = part;
    // A standalone symbol is dropped, since it may or may not be read aloud ("6 × 10", "R & B").
    else if (onlyMarks.test(part)) tokens[tokens.length - 1] += part;
  }
  return tokens;
};

/** Characters of unspaced text; Latin words and numbers are kept whole, and punctuation is attached to what precedes it. */
const unspacedTokens = (text: string): string[] =>
  text.match(/[\p{Ps}\p{Pi}]*(?:[\p{sc=Latin}\p{Nd}]+|[\p{L}\p{N}]\p{M}*)[^\p{L}\p{N}\p{Ps}\p{Pi}]*/gu) ?? [];

/**
 * Splits a text into tokens, which share its time in proportion to their length. In unspaced languages a token is a
 * character.
 *
 * @param language a code of core/languages; null is treated as a spaced language
 */
export const tokenize = (
  text: string,
  language: string | null,
  { startSeconds, endSeconds }: { startSeconds: number; endSeconds: number },
): Token[] => {
  const pieces = isUnspacedLanguage(language) ? unspacedTokens(text) : spacedTokens(text);
  const total = pieces.reduce((sum, piece) => sum + piece.length, 0);
  const each = (endSeconds - startSeconds) / Math.max(total, 1);
  let done = 0;
  let spaceBefore = true;
  return pieces.map((piece) => {
    const from = startSeconds + each * done;
    done += piece.length;
    const token = {
      text: piece.trim(),
      key: foldText(piece),
      spaceBefore,
      startSeconds: from,
      endSeconds: startSeconds + each * done,
    };
    spaceBefore = !isUnspacedLanguage(language) || /\s$/u.test(piece);
    return token;
  });
};

/** The case of a shorter cue ("OK", "AWS") is no evidence. */
const minLettersForCase = 16;
const hasMixedCase = (text: string): boolean => text !== text.toUpperCase() && text !== text.toLowerCase();

/** Returns the tokens of a reference in order of time. */
export const referenceTokens = (reference: Reference, language: string | null): ReferenceToken[] => {
  const cues = reference
    .toSorted((a, b) => a.startSeconds - b.startSeconds)
    .map(({ text, startSeconds, endSeconds }) => ({
      words: spokenText(text),
      span: { startSeconds, endSeconds },
    }));
  const isCased = cues.filter(({ words }) => hasMixedCase(words)).length * 2 >= cues.length;
  return cues.flatMap(({ words, span }, cue) => {
    const hasCase = foldText(words).length < minLettersForCase ? isCased : hasMixedCase(words);
    return tokenize(words, language, span)
      .filter(({ key }) => key !== "")
      .map((token) => ({ ...token, cue, hasCase }));
  });
};
