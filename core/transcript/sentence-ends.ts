import { sentenceEndsOf } from "../languages/sentence-rules.ts";
import { isOpeningPunctuation } from "../text/punctuation.ts";
import type { Transcript, WordEntry } from "./word-entry.ts";

/**
 * Returns the entries after which a sentence ends: the last punctuation of a word, or else the word. A word is judged with
 * its punctuation and by the word after it, as it is written.
 */
export const transcriptSentenceEnds = (
  transcript: Transcript,
  language: string | null,
): ReadonlySet<WordEntry> => {
  const texts: string[] = [];
  const last: WordEntry[] = [];
  let opening = "";
  for (const entry of transcript) {
    if (entry.type === "word") {
      texts.push(opening + entry.text);
      last.push(entry);
      opening = "";
    } else if (texts.length === 0 || isOpeningPunctuation(entry.text)) opening += entry.text;
    else {
      texts.push((texts.pop() ?? "") + opening + entry.text);
      last[last.length - 1] = entry;
      opening = "";
    }
  }
  const ends = sentenceEndsOf(texts, language);
  return new Set(last.filter((_, index) => ends[index]));
};
