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

interface ItemList {
  items: TranscribeItem[];
  text: string;
}

const addPunctuation = (list: ItemList, content: string, language: { language_code?: string }): void => {
  for (const mark of content) {
    if (mark.trim() === "") continue;
    const alternatives = [{ confidence: "0.0", content: mark }];
    list.items.push({ id: list.items.length, type: "punctuation", alternatives, ...language });
  }
  list.text += content;
};

const itemsOf = (recognition: Recognition, language: { language_code?: string }): ItemList => {
  const list: ItemList = { items: [], text: "" };
  const isSpaced = languageOrDefault(recognition.language).spacing === "words";
  for (const { text, confidence, spaceBefore, startSeconds, endSeconds } of recognition.words) {
    const { before, word, after } = splitPunctuation(text);
    if (spaceBefore && list.text !== "" && isSpaced) list.text += " ";
    addPunctuation(list, before, language);
    if (word !== "") {
      list.items.push({
        id: list.items.length,
        type: "pronunciation",
        alternatives: [{ confidence: confidence.toFixed(3), content: word }],
        start_time: startSeconds.toFixed(3),
        end_time: endSeconds.toFixed(3),
        ...language,
      });
      list.text += word;
    }
    addPunctuation(list, after, language);
  }
  return list;
};

/** Returns the results of TranscribeAudio. `locale`: as `en-US`. Source: `TranscribeAudioResults` of botocore 1.44.8. */
export const synchronousResultsOf = (recognition: Recognition, locale: string): unknown => {
  const { items, text } = itemsOf(recognition, {});
  return {
    Transcript: text,
    Items: items.map(({ id, alternatives, start_time: start, end_time: end }) => ({
      Id: id,
      Content: alternatives[0]?.content,
      ...(start === undefined ? {} : { StartTime: Number(start) }),
      ...(end === undefined ? {} : { EndTime: Number(end) }),
      LanguageCode: locale,
    })),
  };
};

const languageFields = (recognition: Recognition, code: string, identification: Identification) => {
  if (identification === "several") {
    const durationSeconds = spokenSeconds(recognition);
    return { language_codes: [{ language_code: code, duration_in_seconds: durationSeconds }] };
  }
  if (identification === "given") return { language_code: code };
  const score = (recognition.languageConfidence ?? 0).toFixed(4);
  return { language_code: code, language_identification: [{ score, code }] };
};

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
  const { items, text } = itemsOf(
    recognition,
    identification === "several" ? { language_code: languageCode } : {},
  );
  return {
    jobName,
    accountId,
    status: "COMPLETED",
    results: {
      ...languageFields(recognition, languageCode, identification),
      transcripts: [{ transcript: text }],
      items,
    },
  };
}

/** Total duration of the words, to the millisecond. */
export const spokenSeconds = ({ words }: Recognition): number =>
  Math.round(words.reduce((sum, word) => sum + word.endSeconds - word.startSeconds, 0) * 1000) / 1000;
