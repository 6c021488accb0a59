import { closeLanguages } from "./close-languages.ts";
import { wordsIn } from "./word-lists.ts";

/** Words that a sentence may have twice in succession without a stammer: "vous vous trompez", "die Physik, die die Welt …". */
const lists: Readonly<Record<string, string>> = {
  en: "had that her do",
  de: "die das der den dem denen sie ihr",
  fr: "vous nous en",
  pt: "se",
  nl: "die dat het is was ze je u er",
  sv: "det de den är",
  da: "det de den er",
  no: "det de den er",
};

/** English verbs that are meant twice only where the first one ends a clause with a question word: "What a tariff is is …". */
const doubledVerbs = new Set(["is", "was"]);
const clauseStarters = ["what", "who", "where", "how"];

/** Languages that double words to change their meaning: Hindi "धीरे धीरे", Vietnamese "luôn luôn", Turkish "yavaş yavaş". */
const doublingLanguages = new Set(["hi", "ur", "bn", "ta", "te", "vi", "id", "ms", "tr", "zh", "th"]);

/** Creates a test for normalized words that may be meant when they are said twice, after the words before them. */
export const doubledWordTest = (
  language: string | null,
): ((word: { normalized: string; isStopWord: boolean }, before: readonly string[]) => boolean) => {
  const code = closeLanguages[language ?? ""] ?? language ?? "en";
  const doubled = new Set(wordsIn(lists[code] ?? ""));
  return ({ normalized, isStopWord }, before) =>
    doubled.has(normalized) ||
    (code === "en" && doubledVerbs.has(normalized) && clauseStarters.some((one) => before.includes(one))) ||
    (doublingLanguages.has(code) && !isStopWord) ||
    /^\p{N}+$/u.test(normalized);
};
