import { closeLanguages } from "./close-languages.ts";
import { type DiscourseLists, discourseLists } from "./discourse-lists.ts";
import { titleWordsOf } from "./title-words.ts";
import { wordsIn } from "./word-lists.ts";

export type DiscourseWords = Readonly<Record<keyof DiscourseLists, ReadonlySet<string>>>;

const emptyLists: DiscourseLists = {
  connectives: "",
  demonstratives: "",
  interrogatives: "",
  secondPerson: "",
  suspense: "",
  narrative: "",
  greetings: "",
  announcements: "",
};
const sharedLists: Readonly<Record<string, string>> = { ...closeLanguages, ms: "id" };
const known = new Map<string, DiscourseWords>();

/** Returns the discourse words of a language; empty sets for a language without lists. */
export const discourseWordsOf = (language: string | null): DiscourseWords => {
  const code = sharedLists[language ?? ""] ?? language ?? "";
  const found = known.get(code);
  if (found) return found;
  const entries = Object.entries(discourseLists[code] ?? emptyLists).map(([kind, text]) => [
    kind,
    new Set(wordsIn(text)),
  ]);
  const words = Object.fromEntries(entries) as DiscourseWords;
  known.set(code, words);
  return words;
};

/** Whether a sentence with these first two words is understandable only with the previous one. */
export const dependsOnContext = (
  first: { normalized: string } | undefined,
  second: { normalized: string; isStopWord: boolean } | undefined,
  language: string | null,
): boolean => {
  const { connectives, demonstratives } = discourseWordsOf(language);
  if (first === undefined) return false;
  const [stem = "", ...clitics] = first.normalized.split("'");
  // "It's", "that's", "c'est": a clitic is not the noun that a demonstrative needs.
  if (clitics.length > 0 && (connectives.has(stem) || demonstratives.has(stem))) return true;
  // "This means": a verb is not that noun either.
  const isNoun = second && !second.isStopWord && !titleWordsOf(language).predicates.has(second.normalized);
  return connectives.has(first.normalized) || (demonstratives.has(first.normalized) && !isNoun);
};
