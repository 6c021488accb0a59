import { disfluencyLists } from "./disfluency-lists.ts";

const known = new Map<string, RegExp>();

/** Creates a test for normalized words that are hesitations ("um") in a language; none in a language without a list. */
export const fillerTest = (language: string | null): ((word: string) => boolean) => {
  const code = language ?? "";
  const fillers = disfluencyLists[code]?.fillers ?? [];
  const pattern = known.get(code) ?? new RegExp(`^(?:${fillers.join("|") || "(?!)"})$`, "u");
  known.set(code, pattern);
  return (word) => pattern.test(word);
};
