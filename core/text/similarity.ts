/** Marks over or under letters that change neither the word nor, much, its sound: Latin, Greek, Cyrillic; Arabic, Hebrew. */
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

/** A word as it is compared: lower case, no accents, only letters and digits. "Café-Bar’s" is "cafebars". */
export const foldText = (text: string): string =>
  text
    .normalize("NFKD")
    .toLowerCase()
    .replace(optionalMarks, "")
    .replace(/[ßæœøłđðþı]/gu, (letter) => ligatures[letter] ?? letter)
    .replace(/[^\p{L}\p{N}\p{M}]/gu, "");

const isLatin = (letters: string): boolean => /^[a-z0-9]+$/.test(letters);

/** Spellings of one sound in the languages of Latin script, longest first. */
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
 * About how a folded word of Latin letters sounds, whatever the language: "kapsteck", "capstack" and "Cap-Stak" nearly
 * agree. Words of other scripts, whose spelling is nearer to their sound, are returned as they are.
 */
export const phoneticKey = (letters: string): string =>
  isLatin(letters) ? phoneticRules.reduce((sound, [from, to]) => sound.replace(from, to), letters) : letters;

/** Of code units: groups whose members are often taken for one another. */
const similarSoundGroups = new Map<number, number>();
for (const [index, group] of ["bp", "dt", "gk", "fv", "sSCj", "mn", "lr", "kC", "aeiou"].entries()) {
  for (const letter of group) {
    const code = letter.charCodeAt(0);
    similarSoundGroups.set(code, (similarSoundGroups.get(code) ?? 0) | (1 << index));
  }
}
const weakCodes = new Set([..."aeiouh"].map((letter) => letter.charCodeAt(0)));

interface EditCosts {
  exchange: (a: number, b: number) => number;
  loss: (code: number) => number;
}
const spellingCosts: EditCosts = { exchange: () => 1, loss: () => 1 };
const phoneticCosts: EditCosts = {
  exchange: (a, b) => (((similarSoundGroups.get(a) ?? 0) & (similarSoundGroups.get(b) ?? 0)) === 0 ? 1 : 0.4),
  loss: (code) => (weakCodes.has(code) ? 0.5 : 1),
};

/** Levenshtein's distance with costs of our own, letters as UTF-16 units. Source: Wagner and Fischer, 1974. */
const editDistance = (a: string, b: string, { exchange, loss }: EditCosts): number => {
  const width = b.length + 1;
  let row = new Float64Array(width);
  let next = new Float64Array(width);
  for (let at = 1; at < width; at += 1) row[at] = (row[at - 1] ?? 0) + loss(b.charCodeAt(at - 1));
  for (let line = 0; line < a.length; line += 1) {
    const code = a.charCodeAt(line);
    const lost = loss(code);
    next[0] = (row[0] ?? 0) + lost;
    for (let at = 1; at < width; at += 1) {
      const other = b.charCodeAt(at - 1);
      const exchanged = (row[at - 1] ?? 0) + (code === other ? 0 : exchange(code, other));
      next[at] = Math.min(exchanged, (row[at] ?? 0) + lost, (next[at - 1] ?? 0) + loss(other));
    }
    [row, next] = [next, row];
  }
  return row[b.length] ?? 0;
};

const similarityOf = (cost: number, a: string, b: string): number =>
  1 - cost / Math.max(a.length, b.length, 1);

/** How alike two folded words are written: 1 equal, 0 nothing in common. */
export const spellingSimilarity = (a: string, b: string): number =>
  a === b ? 1 : similarityOf(editDistance(a, b, spellingCosts), a, b);

/** How alike two words sound, of soundOf: 1 equal, 0 nothing in common. */
export const phoneticSimilarity = (a: string, b: string): number =>
  a === b ? 1 : similarityOf(editDistance(a, b, phoneticCosts), a, b);
