import { languageOrDefault } from "../../../core/languages/languages.ts";
import type { Recognition } from "../../../core/transcript/recognition.ts";
import { splitPunctuation } from "../../../core/transcript/split-punctuation.ts";

interface TranscribeItem {
  id: number;
  type: "pronunciation" | "punctuation";
  alternatives: { confidence: string; content: string }[];
  start_time?: string;
  end_time?: string;
  language_code?: string;
}

/** How the language of a job is determined: given, one identified, several identified. */
export type Identification = "given" | "one" | "several";

/**
 * Returns the output file of a batch job. Source: Transcribe's guide, "Data input and output" and
 * "Identifying the dominant languages in your media".
 */
export function outputOf(
  jobName: string,
  accountId: string,
  recognition: Recognition,
  languageCode: string,
  identification: Identification,
): unknown {
  const items: TranscribeItem[] = [];
  let text = "";
  const isSpaced = languageOrDefault(recognition.language).spacing === "words";
  const ofLanguage = identification === "several" ? { language_code: languageCode } : {};
  const addPunctuation = (content: string): void => {
    for (const one of content) {
      if (one.trim() === "") continue;
      const alternatives = [{ confidence: "0.0", content: one }];
      items.push({ id: items.length, type: "punctuation", alternatives, ...ofLanguage });
    }
    text += content;
  };
  for (const word of recognition.words) {
    const { before, word: content, after } = splitPunctuation(word.text);
    if (word.spaceBefore && text !== "" && isSpaced) text += " ";
    addPunctuation(before);
    if (content !== "") {
      items.push({
        id: items.length,
        type: "pronunciation",
        alternatives: [{ confidence: word.confidence.toFixed(3), content }],
        start_time: word.startSeconds.toFixed(3),
        end_time: word.endSeconds.toFixed(3),
        ...ofLanguage,
      });
      text += content;
    }
    addPunctuation(after);
  }
  const identified = {
    given: { language_code: languageCode },
    one: {
      language_code: languageCode,
      language_identification: [
        { score: (recognition.languageConfidence ?? 0).toFixed(4), code: languageCode },
      ],
    },
    several: {
      language_codes: [{ language_code: languageCode, duration_in_seconds: spokenSeconds(recognition) }],
    },
  }[identification];
  return {
    jobName,
    accountId,
    status: "COMPLETED",
    results: { ...identified, transcripts: [{ transcript: text }], items },
  };
}

/** Total duration of the words, to the millisecond. */
export const spokenSeconds = ({ words }: Recognition): number =>
  Math.round(words.reduce((sum, word) => sum + word.endSeconds - word.startSeconds, 0) * 1000) / 1000;
