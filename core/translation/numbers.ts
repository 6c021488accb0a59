import type { LanguageCode } from "../languages/languages.ts";
import { numberWords, romanNumbers } from "./number-words.ts";

/** A number in a text and its possible values. */
export interface WrittenNumber {
  text: string;
  values: number[];
}

/** Code points of the digit zero in each script. */
const zeros = [
  0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xa66, 0xae6, 0xb66, 0xbe6, 0xc66, 0xce6, 0xd66, 0xe50, 0xed0, 0xf20,
  0x1040, 0x17e0, 0xff10,
];

/** Replaces digits of any script with 0 to 9. */
export const withAsciiDigits = (text: string): string =>
  text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0;
    const zero = zeros.find((first) => code >= first && code < first + 10);
    return zero === undefined ? digit : String(code - zero);
  });

/** Words and characters for powers of ten that follow digits. */
const scales: readonly (readonly [number, RegExp])[] = [
  [
    3,
    /^\s?(?:thousand|mil\b|mille\b|tausend|tsd|тыс|тис|duizend|tusen|tys|千|천|พัน|हज़ार|हजार|ألف|آلاف|אלף|nghìn|ribu)/iu,
  ],
  [4, /^\s?(?:万(?!亿)|萬|만|หมื่น)/u],
  [5, /^\s?(?:lakh|लाख|লাখ|แสน)/iu],
  [
    6,
    /^\s?(?:million|millón|millones|milhão|milhões|milion|milió|mio\b|mln|млн|миллион|мільйон|miljoen|miljon|milyon|百万|백만|ล้าน|مليون|ملايين|מיליון|triệu|juta)/iu,
  ],
  [7, /^\s?(?:crore|करोड़|কোটি|千万|천만)/iu],
  [8, /^\s?(?:亿|億|억)/u],
  [
    9,
    /^\s?(?:billion|bn\b|milliard|mil millones|bilhão|bilhões|mrd|млрд|миллиард|мільярд|miljard|milyar|十亿|十億|مليار|מיליארד|tỷ|miliar|अरब)/iu,
  ],
  [12, /^\s?(?:trillion|billón|billones|billion|兆|万亿|조|трлн|триллион|trilhão|trilhões)/iu],
];
/** Suffixes that may also be units or other words, unless a currency symbol precedes the number. */
const ambiguousScales: typeof scales = [
  [3, /^\s?(?:k|bin)\b/iu],
  [6, /^\s?m\b/iu],
  [9, /^\s?b\b/iu],
];

const written = /\d+(?:[.,'’٫٬\u00a0\u202f ]\d+)*/gu;

/**
 * Returns the numbers of a text, in any script and with any separators. "1.500" has the values 1500 and 1.5, because
 * transcripts of a language use both notations. A power of ten after the digits ("5 million", "500万") is included.
 */
export const numbersOf = (text: string): WrittenNumber[] => {
  const ascii = withAsciiDigits(text);
  return [...ascii.matchAll(written)].flatMap((match) => {
    const rest = ascii.slice(match.index + match[0].length);
    const isMoney = /\p{Sc}\s?$/u.test(ascii.slice(0, match.index));
    return partsOf(match[0]).map((text, index, parts) => {
      const values = valuesOf(text);
      if (index < parts.length - 1) return { text, values };
      const scaled = scaledValues(values, scales, rest);
      const maybe = scaledValues(values, ambiguousScales, rest);
      if (scaled.length > 0 || (isMoney && maybe.length > 0)) return { text, values: [...scaled, ...maybe] };
      return { text, values: [...values, ...maybe] };
    });
  });
};

const scaledValues = (values: readonly number[], by: typeof scales, rest: string): number[] =>
  by.filter(([, word]) => word.test(rest)).flatMap(([power]) => values.map((value) => value * 10 ** power));

/** "12 000" is one number, "12 30" and "1,2,3" are several. */
const partsOf = (text: string): string[] => {
  const groups = /^\d{1,3}(?:([.,'’٬\u00a0\u202f ])\d{3})(?:\1\d{3})*(?:[.,٫]\d+)?$/u;
  const indian = /^\d{1,2}(?:,\d{2})+,\d{3}(?:\.\d+)?$/u;
  const decimal = /^\d+[.,٫]\d+$/u;
  if (groups.test(text) || indian.test(text) || decimal.test(text)) return [text];
  return text.split(/\D+/u).filter((part) => part !== "");
};

const valuesOf = (text: string): number[] => {
  const digits = Number(text.replace(/\D/gu, ""));
  const values = new Set<number>();
  const last = /[.,٫]\d+$/u.exec(text);
  if (last === null) values.add(digits);
  else {
    values.add(Number(`${text.slice(0, last.index).replace(/\D/gu, "")}.${last[0].slice(1)}`));
    if (/[.,]\d{3}$/u.test(text)) values.add(digits);
  }
  return [...values];
};

/** Numbers up to this one may be written as words in languages without a list. */
const largestWord = 12;
/** Its number words include "half". */
const halfHour = 30;
const roundWords = new Set([20, 30, 40, 50, 60, 70, 80, 90, 100, 1000]);

/**
 * Returns the numbers of a source that are missing in its translation. Other notations are recognized: separators, digits,
 * powers of ten ("1 million", "100万"), 12-hour times ("3 p.m.", "15:00"), words, month names, Roman numerals, and decades
 * ("1990s", "los 90").
 *
 * @param to language of the translation; null for an unknown one
 */
export const missingNumbers = (
  source: string,
  translation: string,
  to: LanguageCode | null = null,
): string[] => {
  const found = new Set([
    ...numbersOf(translation).flatMap(({ text, values }) => [...values, ...dateParts(text)]),
    ...composedNumbers(translation),
    ...romanNumbers(translation),
  ]);
  const words = to === null ? null : numberWords(to);
  const isInWords = (value: number): boolean => {
    if (!Number.isInteger(value)) return false;
    // "One" may be an article, and zero has many words.
    if (value <= 1 || words === null) return value <= largestWord || roundWords.has(value);
    if (words.get(value)?.test(translation)) return true;
    return (
      value === 2 &&
      /(?<!\d)1\s?[/⁄]\s?2(?!\d)/u.test(source) &&
      (words.get(halfHour)?.test(translation) ?? false)
    );
  };
  const digits = withAsciiDigits(translation).replace(/\P{Nd}/gu, "");
  const isKept = ({ text, values }: WrittenNumber): boolean =>
    isGrouped(text, digits) ||
    values.some(
      (value) =>
        found.has(value) || isInWords(value) || isClock(value, found) || isDecade(source, value, found),
    );
  return numbersOf(source)
    .filter((number) => !isKept(number))
    .map(({ text }) => text);
};

/** Day and month of a date ("24.12"). */
const dateParts = (text: string): number[] =>
  /^\d{1,2}\.\d{1,2}$/u.test(text) ? text.split(".").map(Number) : [];

const isClock = (value: number, found: ReadonlySet<number>): boolean =>
  (value <= 12 && found.has(value + 12)) ||
  (value === 12 && found.has(0)) ||
  (value > 12 && value <= 24 && found.has(value - 12));

const isDecade = (source: string, value: number, found: ReadonlySet<number>): boolean =>
  value >= 1900 &&
  value < 2100 &&
  value % 10 === 0 &&
  (found.has(value % 100) || new RegExp(`${value}(?:'|’)?(?:s|er)\\b`, "u").test(withAsciiDigits(source)));

/** Whether a long number is grouped differently, as in telephone numbers: "0134" is in "01 34". */
const isGrouped = (text: string, digits: string): boolean => {
  const own = text.replace(/\P{Nd}/gu, "");
  return own.length >= 4 && digits.includes(own);
};

/** Values of composed East Asian numbers: "1万2345", "3億5千万", "1만 5천". */
const composedNumbers = (text: string): number[] =>
  [...withAsciiDigits(text).matchAll(/(?:\d+(?:[.,]\d+)?\s?[千천万萬만亿億억]+\s?)+\d*/gu)].map(([all]) => {
    let sum = 0;
    let open = 0;
    for (const [, digits = "", scale = ""] of all.matchAll(
      /(\d*(?:[.,]\d+)?)\s?([千천]?[万萬만亿億억]?)\s?/gu,
    )) {
      open += Number(digits.replace(",", "")) * (/[千천]/u.test(scale) ? 1000 : 1);
      if (!/[万萬만亿億억]/u.test(scale)) continue;
      sum += open * (/[亿億억]/u.test(scale) ? 1e8 : 1e4);
      open = 0;
    }
    return sum + open;
  });
