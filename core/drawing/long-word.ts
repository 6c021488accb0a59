import { isNoBreakBetween } from "../text/line-breaks.ts";

const graphemes = new Intl.Segmenter("en", { granularity: "grapheme" });

/**
 * Quality of a line break: 0 not allowed, 1 only if unavoidable, 2 between syllables, 3 after a separator, 4 between
 * words.
 */
type Break = 0 | 1 | 2 | 3 | 4;

/** Letters of alphabets that use hyphenation. */
const alphabetic = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}]/u;
/** A word with its punctuation: no digits, URLs or handles. */
const plainWord =
  /^[\p{P}\p{S}]*[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{M}'’·\-\u2010\u2011\u00AD]+[\p{P}\p{S}]*$/u;
const urlOrHandle = /[@#/\\_=&]|:\/\/|\.\p{L}/u;
/** Cursive letters: a line break would change their form. */
const cursive = /[\p{sc=Arabic}\p{sc=Syriac}\p{sc=Nko}\p{sc=Mongolian}]/u;
const unspaced =
  /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}\p{sc=Lao}\p{sc=Khmer}\p{sc=Myanmar}\u3001-\u303F\u30FC\uFF01-\uFF0F\uFF1A-\uFF20]/u;
const separator = /^[-/._?&=@:,;+~\u2010\u2013\u2014]$/u;
const vowel = /^[aeiouyæøœıаеёиоуыэюяіїєαεηιουω]/iu;
const neverFirst = /^[ьъ]/iu;
/** Groups of letters for one sound, which are not split. */
const digraph = /^(sch|ch|ck|ph|sh|th|qu|ny|gn|sz|cz|zs|gy|ly)/iu;
/** Consonants that start a syllable together: a stop or a fricative before l or r. */
const onset = /^([bcdfgkptvбвгдкптфхβγδθκπτφχ][lrлрλρ])/iu;
const letterOf = (grapheme: string): string => grapheme.normalize("NFD")[0] ?? "";
/** Minimum number of letters on each side of a hyphen. */
const minLetters = 3;

interface Letter {
  text: string;
  /** Quality of a line break before it. */
  breakBefore: Break;
  /** Whether a line break before it requires a hyphen. */
  isHyphenated: boolean;
}

/** Approximates syllables: one starts at a consonant, or a cluster such as "sch" or "tr", before a vowel. */
const isSyllableStart = (letters: readonly string[], index: number): boolean => {
  const rest = letters
    .slice(index, index + 4)
    .map(letterOf)
    .join("");
  const own = letterOf(letters[index] ?? "");
  if (neverFirst.test(own) || vowel.test(own)) return false;
  const before = letterOf(letters[index - 1] ?? "");
  if (digraph.test(before + rest) || onset.test(before + rest)) return false;
  const cluster = (digraph.exec(rest) ?? onset.exec(rest))?.[0].length ?? 1;
  return vowel.test(rest.slice(cluster));
};

/** Returns the offsets of words in text of scripts without spaces. */
const wordStarts = (text: string): ReadonlySet<number> => {
  if (!unspaced.test(text)) return new Set();
  const words = new Intl.Segmenter("und", { granularity: "word" });
  return new Set([...words.segment(text)].map(({ index }) => index));
};

const breakBefore = (
  segments: readonly { segment: string; index: number }[],
  at: number,
  how: {
    isPlain: boolean;
    starts: ReadonlySet<number>;
    texts: readonly string[];
    lettersTo: readonly number[];
  },
): Break => {
  const { segment = "", index = 0 } = segments[at] ?? {};
  const before = segments[at - 1]?.segment ?? "";
  if (/^[ \u200B]$/u.test(segment) || /\u2060/u.test(before + segment)) return 0;
  if (/^[ \u200B]$/u.test(before)) return 4;
  if (before.endsWith("\u00AD")) return 3;
  const isUnspaced = unspaced.test(before) && unspaced.test(segment);
  if (isUnspaced && isNoBreakBetween(before, segment)) return 0;
  if (isUnspaced && how.starts.has(index)) return 4;
  if (separator.test(segment) && !separator.test(before)) return 0;
  if (separator.test(before)) return separator.test(segment) || at < 2 || at === segments.length - 1 ? 1 : 3;
  if (cursive.test(before) && cursive.test(segment)) return 0;
  if (/^[\p{P}]/u.test(segment) && !separator.test(segment)) return 0;
  if (!how.isPlain) return 1;
  const left = how.lettersTo[at] ?? 0;
  const right = (how.lettersTo.at(-1) ?? 0) - left;
  if (left < minLetters || right < minLetters) return 0;
  return isSyllableStart(how.texts, at) ? 2 : 1;
};

const lettersOf = (text: string): Letter[] => {
  const segments = [...graphemes.segment(text)];
  const texts = segments.map(({ segment }) => segment);
  const isPlain = plainWord.test(text) && !urlOrHandle.test(text);
  const starts = wordStarts(text);
  const lettersTo = [0];
  for (const one of texts) lettersTo.push((lettersTo.at(-1) ?? 0) + (alphabetic.test(one) ? 1 : 0));
  return segments.map(({ segment }, at) => ({
    text: segment,
    breakBefore: at === 0 ? 0 : breakBefore(segments, at, { isPlain, starts, texts, lettersTo }),
    isHyphenated: (isPlain && alphabetic.test(segments[at - 1]?.segment ?? "")) || texts[at - 1] === "\u00AD",
  }));
};

/** Returns the text of a range of letters, without spaces at its edges and with a hyphen where a word continues. */
const pieceOf = (letters: readonly Letter[], from: number, to: number): string => {
  const text = letters
    .slice(from, to)
    .map((letter) => letter.text)
    .join("")
    .replace(/^[ \u200B]+|[ \u200B\u00AD]+$/gu, "");
  return letters[to]?.isHyphenated && !/[-\u2010]$/u.test(text) ? `${text}-` : text;
};

/** Splits an entry into its words: at spaces, or by a dictionary in scripts without spaces. */
export const wordsOfEntry = (text: string): string[] => {
  const letters = lettersOf(text);
  const starts = letters.flatMap(({ breakBefore: quality }, at) => (at === 0 || quality === 4 ? [at] : []));
  return starts.map((start, index) => {
    const end = starts[index + 1] ?? letters.length;
    return letters
      .slice(start, end)
      .map((letter) => letter.text)
      .join("");
  });
};

/**
 * Splits a word that is wider than a line into parts of similar width: between words, after separators of URLs and
 * compounds, or between syllables with a hyphen, whichever is near the end of a line; else between any two graphemes.
 * Cursive letters are never split, even if a part is too wide.
 *
 * @param widthOf width of a text in the unit of `maxWidth`
 */
export const splitLongWord = (
  text: string,
  widthOf: (text: string) => number,
  maxWidth: number,
): string[] => {
  const letters = lettersOf(text);
  const filled = splitAtWidth(letters, widthOf, maxWidth);
  for (let width = widthOf(text) / filled.length; width < maxWidth; width += maxWidth / 20) {
    const even = splitAtWidth(letters, widthOf, width);
    if (even.length <= filled.length && even.every((piece) => widthOf(piece) <= maxWidth)) return even;
  }
  return filled;
};

const splitAtWidth = (
  letters: readonly Letter[],
  widthOf: (text: string) => number,
  maxWidth: number,
): string[] => {
  const pieces: string[] = [];
  let from = 0;
  while (from < letters.length) {
    const to = endOfPiece(letters, from, widthOf, maxWidth);
    pieces.push(pieceOf(letters, from, to));
    from = to;
  }
  return pieces;
};

/** Returns the index after the last letter of the part that starts at `from`. */
const endOfPiece = (
  letters: readonly Letter[],
  from: number,
  widthOf: (text: string) => number,
  maxWidth: number,
): number => {
  let full = from + 1;
  while (full < letters.length && widthOf(pieceOf(letters, from, full + 1)) <= maxWidth) full++;
  if (full >= letters.length) return full;
  const best = (earliest: number, least: Break): number | undefined => {
    let chosen: number | undefined;
    for (let at = full; at >= Math.max(from + 1, earliest); at--) {
      const quality = letters[at]?.breakBefore ?? 0;
      if (quality >= least && quality > (letters[chosen ?? -1]?.breakBefore ?? 0)) chosen = at;
    }
    return chosen;
  };
  const after = (part: number): number => from + Math.ceil((full - from) * part);
  const chosen = best(after(0.4), 3) ?? best(after(0.4), 2) ?? best(after(0.6), 1) ?? best(from + 1, 1);
  if (chosen !== undefined) return chosen;
  // No break is allowed within the width, so this part is too wide.
  const later = letters.findIndex(({ breakBefore: quality }, at) => at > full && quality > 0);
  return later < 0 ? letters.length : later;
};
