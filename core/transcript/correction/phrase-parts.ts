import { foldText } from "../../text/similarity.ts";

/** A reading of a phrase as a term with a prefix or a suffix. */
export interface PhraseParts {
  before: string;
  after: string;
  /** The phrase without `before` and `after`, folded. */
  key: string;
  /** Its last word without `after`. */
  lastWord: string;
}

/** Possessive, plural, and plural possessive. */
const suffixes = [/^(.{2,})(['’]s?)$/iu, /^(.{2,}[^s'’])(s)$/iu, /^(.{2,}[^s'’])(s['’])$/iu];

/** Returns the phrase as a whole, without its possessive or plural suffix, and without a part of a compound. */
export const phraseParts = (words: readonly string[]): PhraseParts[] => {
  const last = words.at(-1) ?? "";
  const leading = words.slice(0, -1).join("");
  const part = (before: string, lastWord: string, after: string): PhraseParts => ({
    before,
    after,
    key: foldText(leading + lastWord),
    lastWord,
  });
  const parts = [part("", last, "")];
  for (const suffix of suffixes) {
    const [, stem, rest] = suffix.exec(last) ?? [];
    if (stem && rest) parts.push(part("", stem, rest));
  }
  const compound = /^([^-‐‑]+)([-‐‑].+)$/u.exec(last);
  if (compound?.[1] && compound[2]) parts.push(part("", compound[1], compound[2]));
  const tail = /^(.+[-‐‑])([^-‐‑]+)$/u.exec(last);
  if (words.length === 1 && tail?.[1] && tail[2]) parts.push(part(tail[1], tail[2], ""));
  return parts.filter(({ key }) => key !== "");
};
