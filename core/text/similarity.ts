/** Combining marks that hardly change a word's pronunciation, in Latin, Greek, Cyrillic, Arabic and Hebrew. */
const optionalMarks = /[\u0300-\u036f\u0591-\u05c7\u064b-\u0652\u0670]/gu;
const ligatures: Readonly<Record<string, string>> = {
  ß: "ss",
  æ: "ae",
  œ: "oe",
  ø: "o",
  ł: "l",
  đ: "d",
  ð: "d",
  þ: "th",
  ı: "i",
};

/** Folds a text for comparison: lower case, without accents, letters and digits only ("Café-Bar’s" → "cafebars"). */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(optionalMarks, "")
    .replace(/[ßæœøłđðþı]/gu, (letter) => ligatures[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}]/gu, "");

const isLatin = (letters: string): boolean => /^[a-z0-9]+$/.test(letters);

/** Spellings of the same sound in languages of the Latin script, longest first. */
const phoneticRules: readonly (readonly [RegExp, string])[] = [
  [/tsch|tch|tzsch/g, "C"],
  [/sch|sh/g, "S"],
  [/ch|cz/g, "C"],
  [/ph/g, "f"],
  [/th/g, "t"],
  [/gh(?=[aeiou])/g, "g"],
  [/gh/g, ""],
  [/^[kgp](?=n)/g, ""],
  [/^wr/g, "r"],
  [/ck|cc(?![eiy])|qu?/g, "k"],
  [/c(?=[eiy])/g, "s"],
  [/c/g, "k"],
  [/dg(?=[eiy])/g, "j"],
  [/tz|zz/g, "s"],
  [/z/g, "s"],
  [/x/g, "ks"],
  [/w/g, "v"],
  [/y/g, "i"],
  [/ou|oo/g, "u"],
  [/ee|ea|ie/g, "i"],
  [/([a-zCS])\1+/g, "$1"],
];

/**
 * Returns an approximate, language-independent phonetic key of a folded Latin word: "kapsteck", "capstack" and "Cap-Stak"
 * have similar keys. Words of other scripts, whose spelling is more phonetic, are returned unchanged.
 */
export const phoneticKey = (letters: string): string =>
  isLatin(letters) ? phoneticRules.reduce((key, [from, to]) => key.replace(from, to), letters) : letters;

/** Groups of often confused sounds, as a bit mask per UTF-16 unit. */
const similarSoundGroups = new Map<number, number>();
for (const [index, group] of ["bp", "dt", "gk", "fv", "sSCj", "mn", "lr", "kC", "aeiou"].entries()) {
  for (const letter of group) {
    const code = letter.charCodeAt(0);
    similarSoundGroups.set(code, (similarSoundGroups.get(code) ?? 0) | (1 << index));
  }
}
const weakCodes = new Set([..."aeiouh"].map((letter) => letter.charCodeAt(0)));

interface EditCosts {
  substitution: (a: number, b: number) => number;
  deletion: (code: number) => number;
}
const spellingCosts: EditCosts = { substitution: () => 1, deletion: () => 1 };
const phoneticCosts: EditCosts = {
  substitution: (a, b) =>
    ((similarSoundGroups.get(a) ?? 0) & (similarSoundGroups.get(b) ?? 0)) === 0 ? 1 : 0.4,
  deletion: (code) => (weakCodes.has(code) ? 0.5 : 1),
};

/** Weighted Levenshtein distance over UTF-16 units. Source: Wagner and Fischer, 1974. */
const editDistance = (a: string, b: string, { substitution, deletion }: EditCosts): number => {
  const width = b.length + 1;
  let row = new Float64Array(width);
  let next = new Float64Array(width);
  for (let at = 1; at < width; at += 1) row[at] = (row[at - 1] ?? 0) + deletion(b.charCodeAt(at - 1));
  for (let line = 0; line < a.length; line += 1) {
    const code = a.charCodeAt(line);
    const deleted = deletion(code);
    next[0] = (row[0] ?? 0) + deleted;
    for (let at = 1; at < width; at += 1) {
      const other = b.charCodeAt(at - 1);
      const substituted = (row[at - 1] ?? 0) + (code === other ? 0 : substitution(code, other));
      next[at] = Math.min(substituted, (row[at] ?? 0) + deleted, (next[at - 1] ?? 0) + deletion(other));
    }
    [row, next] = [next, row];
  }
  return row[b.length] ?? 0;
};

const similarityOf = (cost: number, a: string, b: string): number =>
  1 - cost / Math.max(a.length, b.length, 1);

/** Returns the spelling similarity of two folded words, 0 to 1. */
export const spellingSimilarity = (a: string, b: string): number =>
  a === b ? 1 : similarityOf(editDistance(a, b, spellingCosts), a, b);

/** Returns the similarity of two phonetic keys, 0 to 1. */
export const phoneticSimilarity = (a: string, b: string): number =>
  a === b ? 1 : similarityOf(editDistance(a, b, phoneticCosts), a, b);
