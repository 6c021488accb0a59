/** A font family that comes as an npm package (Fontsource), cut into subsets by ranges of characters. */
export interface FontFamily {
  family: string;
  packageName: string;
  /** File name of a subset; `weight` only matters to static families. */
  file: (subset: string, weight: number) => string;
  /** Null: a variable font that has every weight. */
  weights: readonly number[] | null;
}

/** The italic of a family, under a separate name. */
const variableItalic = (family: string, slug: string): FontFamily => ({
  family: `${family} Italic`,
  packageName: `@fontsource-variable/${slug}`,
  file: (subset) => `${slug}-${subset}-wght-italic.woff2`,
  weights: null,
});

const allWeights = [100, 200, 300, 400, 500, 600, 700, 800, 900];

const variable = (family: string, slug: string): FontFamily => ({
  family,
  packageName: `@fontsource-variable/${slug}`,
  file: (subset) => `${slug}-${subset}-wght-normal.woff2`,
  weights: null,
});

const fixed = (family: string, slug: string, weights: readonly number[]): FontFamily => ({
  family,
  packageName: `@fontsource/${slug}`,
  file: (subset, weight) => `${slug}-${subset}-${weight}-normal.woff2`,
  weights,
});

/** Families that a template or a word may name. */
export const namedFamilies: readonly FontFamily[] = [
  variable("Montserrat", "montserrat"),
  variable("Inter", "inter"),
  fixed("Poppins", "poppins", allWeights),
  variable("Figtree", "figtree"),
  variable("Outfit", "outfit"),
  variable("Sora", "sora"),
  variable("Fredoka", "fredoka"),
  variable("Oswald", "oswald"),
  variable("Playfair Display", "playfair-display"),
  variableItalic("Playfair Display", "playfair-display"),
  fixed("Anton", "anton", [400]),
  fixed("Archivo Black", "archivo-black", [400]),
  fixed("Bangers", "bangers", [400]),
  fixed("Bebas Neue", "bebas-neue", [400]),
  fixed("Caveat Brush", "caveat-brush", [400]),
  fixed("Courier Prime", "courier-prime", [400, 700]),
  fixed("Kaushan Script", "kaushan-script", [400]),
  fixed("Russo One", "russo-one", [400]),
  variable("Noto Sans", "noto-sans"),
];

/** Similar families for words with letters that a family lacks; searched before the fonts of scripts. */
const similarFamilies: Readonly<Record<string, readonly string[]>> = {
  Anton: ["Oswald"],
  "Archivo Black": ["Montserrat"],
  Bangers: ["Russo One", "Montserrat"],
  "Bebas Neue": ["Oswald"],
  Figtree: ["Inter"],
  Fredoka: ["Montserrat"],
  Outfit: ["Montserrat"],
  Poppins: ["Montserrat"],
  "Russo One": ["Montserrat"],
  Sora: ["Montserrat"],
};

/** Most similar first. */
export const similarFamiliesOf = ({ family }: FontFamily): readonly FontFamily[] =>
  (similarFamilies[family] ?? []).flatMap((name) => namedFamilies.filter((other) => other.family === name));

/** One font per script, searched in this order for characters that the family lacks. */
export const scriptFallbacks: readonly FontFamily[] = [
  variable("Noto Sans", "noto-sans"),
  variable("Noto Sans Arabic", "noto-sans-arabic"),
  variable("Noto Sans Hebrew", "noto-sans-hebrew"),
  variable("Noto Sans Devanagari", "noto-sans-devanagari"),
  variable("Noto Sans Bengali", "noto-sans-bengali"),
  variable("Noto Sans Gurmukhi", "noto-sans-gurmukhi"),
  variable("Noto Sans Gujarati", "noto-sans-gujarati"),
  variable("Noto Sans Tamil", "noto-sans-tamil"),
  variable("Noto Sans Telugu", "noto-sans-telugu"),
  variable("Noto Sans Kannada", "noto-sans-kannada"),
  variable("Noto Sans Malayalam", "noto-sans-malayalam"),
  variable("Noto Sans Sinhala", "noto-sans-sinhala"),
  variable("Noto Sans Thai", "noto-sans-thai"),
  variable("Noto Sans Lao", "noto-sans-lao"),
  variable("Noto Sans Khmer", "noto-sans-khmer"),
  variable("Noto Sans Myanmar", "noto-sans-myanmar"),
  variable("Noto Serif Tibetan", "noto-serif-tibetan"),
  variable("Noto Sans Georgian", "noto-sans-georgian"),
  variable("Noto Sans Armenian", "noto-sans-armenian"),
  variable("Noto Sans Ethiopic", "noto-sans-ethiopic"),
];

const japanese = variable("Noto Sans JP", "noto-sans-jp");
const korean = variable("Noto Sans KR", "noto-sans-kr");
const simplified = variable("Noto Sans SC", "noto-sans-sc");
const traditional = variable("Noto Sans TC", "noto-sans-tc");

/** Han characters look different in each country, so the font of the language comes first. */
export const eastAsianFallbacks = (language: string | null, text: string): readonly FontFamily[] => {
  const isJapanese =
    language === "ja" || (language === null && /[\p{sc=Hiragana}\p{sc=Katakana}]/u.test(text));
  if (isJapanese) return [japanese, simplified, traditional, korean];
  if (language === "ko") return [korean, japanese, simplified, traditional];
  if (language === "yue") return [traditional, simplified, japanese, korean];
  return [simplified, traditional, japanese, korean];
};

/**
 * Color emoji in one file: the COLR glyphs in the other subsets of the package are not drawn. Precedes the symbols, so
 * that ❤️ is colored.
 */
export const emojiFamily = fixed("Noto Color Emoji", "noto-color-emoji", [400]);
export const emojiSubset = "emoji";

export const symbolFamily = fixed("Noto Sans Symbols 2", "noto-sans-symbols-2", [400]);

/** Returns the weight that is closest to the requested one; the first of two equally close ones. */
export const nearestWeight = (weights: readonly number[], requested: number): number =>
  weights.reduce((best, weight) =>
    Math.abs(weight - requested) < Math.abs(best - requested) ? weight : best,
  );

const weightNames = [
  "Thin",
  "ExtraLight",
  "Light",
  "Regular",
  "Medium",
  "SemiBold",
  "Bold",
  "ExtraBold",
  "Black",
];

/**
 * Noto Sans in one file per weight, with all combining marks. The subsets above separate letters from marks, but only a
 * font with both can combine them.
 */
export const markedLetters = {
  family: "Noto Sans with marks",
  packageName: "@expo-google-fonts/noto-sans",
  weights: allWeights,
  file: (weight: number): string => {
    const name = `${weight}${weightNames[weight / 100 - 1]}`;
    return `${name}/NotoSans_${name}.ttf`;
  },
};

/** Marks that combine with letters of several scripts, without those of emoji. */
export const setsMarks = /(?!\u20E3)\p{M}(?<=\p{sc=Inherited}|[\u0483-\u0489])(?<!\p{Variation_Selector})/u;

/** All families, without the fonts for combining marks. */
export const everyFamily: readonly FontFamily[] = [
  ...namedFamilies,
  ...scriptFallbacks.filter(({ family }) => namedFamilies.every((named) => named.family !== family)),
  japanese,
  korean,
  simplified,
  traditional,
  emojiFamily,
  symbolFamily,
];
