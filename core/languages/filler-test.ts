import { disfluencyLists } from "./disfluency-lists.ts";

/** Creates a test for normalized words that are hesitations ("um") in a language; none in a language without a list. */
export const fillerTest = (language: string | null): ((word: string) => boolean) => {
  const fillers = disfluencyLists[language ?? ""]?.fillers ?? [];
  const pattern = new RegExp(`^(?:${fillers.join("|") || "(?!)"})$`, "u");
  return (word) => pattern.test(word);
};
