import { z } from "zod";
import { languageOf } from "../languages/languages.ts";
import type { Recognition } from "./recognition.ts";
import { languageOfTranscribeCode } from "./transcribe-languages.ts";

/** Numbers are text in this file; a punctuation mark has no times. */
const decimal = z.coerce.number();
const itemSchema = z.object({
  type: z.enum(["pronunciation", "punctuation"]),
  start_time: decimal.optional(),
  end_time: decimal.optional(),
  /** Only when several languages were to be identified. */
  language_code: z.string().optional(),
  /** Best first. */
  alternatives: z.array(z.object({ content: z.string(), confidence: decimal.default(0) })),
});
type Item = z.infer<typeof itemSchema>;

/** The part that we read of the file which a batch job of Amazon Transcribe leaves. */
export const transcribeOutputSchema = z.object({
  results: z.object({
    /** Of a given language, or of the one that was identified. */
    language_code: z.string().optional(),
    language_identification: z
      .array(z.object({ language_code: z.string().optional(), code: z.string().optional(), score: decimal }))
      .optional(),
    /** Of several identified languages. */
    language_codes: z.array(z.object({ language_code: z.string(), duration_in_seconds: decimal })).optional(),
    transcripts: z.array(z.object({ transcript: z.string() })).default([]),
    items: z.array(itemSchema).default([]),
  }),
});
export type TranscribeOutput = z.infer<typeof transcribeOutputSchema>;

/** A language was identified that the product does not have. */
export class UnsupportedLanguageDetected extends Error {
  override readonly name = "UnknownLanguageHeard";
}

/** The words are too doubtful to be of the languages that were identified. */
export class UncertainLanguage extends Error {
  override readonly name = "DoubtfulLanguage";
}

/**
 * A language that cannot be identified among several (Transcribe's guide lists 24 that can, "Identifying languages in
 * multi-language audio") is written down as one that can, in words that are rather wrong than right. What is below it by
 * noise loses time only, since the other engine takes over.
 */
const minMeanConfidence = 0.5;

/**
 * The recognition in a job's output. Marks are attached to their words, as every engine's are (composing splits them off);
 * times are taken as they are.
 *
 * @param given our code of the language that was asked for; null when it was to be identified
 * Throws UnknownLanguageHeard, DoubtfulLanguage.
 */
export const recognitionFromTranscribe = (
  { results }: TranscribeOutput,
  given: string | null,
): Recognition => {
  const words = wordsOf(results, given);
  if (words.length === 0) return { language: null, languageConfidence: null, engine: "transcribe", words };
  const sum = words.reduce((total, { confidence }) => total + confidence, 0);
  if (given === null && sum / words.length < minMeanConfidence)
    throw new UncertainLanguage("no language was identified for certain");
  const heard = given === null ? mainLanguage(results) : { language: given, confidence: 1 };
  return {
    language: heard.language,
    languageConfidence: heard.confidence,
    engine: "transcribe",
    words,
  };
};

type Results = TranscribeOutput["results"];

/** The one spoken longest; of one identified language its score, of several its share of the time. */
const mainLanguage = (results: Results): { language: string; confidence: number } => {
  const spoken = (results.language_codes ?? []).map((one) => ({
    code: one.language_code,
    weight: one.duration_in_seconds,
  }));
  const scored = (results.language_identification ?? []).map((one) => ({
    code: one.language_code ?? one.code ?? "",
    weight: one.score,
  }));
  const longest = spoken.toSorted((a, b) => b.weight - a.weight)[0];
  const code = longest?.code ?? results.language_code ?? "";
  const language = languageOfTranscribeCode(code);
  if (language === null)
    throw new UnsupportedLanguageDetected(`Amazon Transcribe heard ${code || "no language"}`);
  const weighed = longest ? spoken : scored;
  const sum = (some: typeof weighed): number => some.reduce((total, { weight }) => total + weight, 0);
  // The scores of British and American English are evidence of English.
  const own = sum(weighed.filter((one) => languageOfTranscribeCode(one.code) === language));
  const confidence = longest ? own / (sum(weighed) || 1) : own;
  return { language, confidence: Math.min(1, Math.max(0, confidence)) };
};

/** Marks that belong to the word behind them. */
const opening = /^[¿¡\p{Ps}\p{Pi}]+$/u;

const wordsOf = (results: Results, given: string | null): Recognition["words"] => {
  const words: Recognition["words"] = [];
  const isSpaceBefore = createSpaceTest(results);
  // Marks that wait for their word, and whether there was a space before the first of them.
  let waiting = null as { text: string; spaceBefore: boolean } | null;
  for (const [index, item] of results.items.entries()) {
    const [best] = item.alternatives;
    const text = best?.content.trim() ?? "";
    if (best === undefined || text === "") continue;
    const last = words.at(-1);
    if (item.type === "punctuation") {
      if (opening.test(text) || last === undefined || waiting !== null) {
        waiting = {
          text: (waiting?.text ?? "") + text,
          spaceBefore: waiting?.spaceBefore ?? isSpaceBefore(index, spacingOf(item, results, given)),
        };
      } else last.text += text;
      continue;
    }
    const startSeconds = Math.max(0, item.start_time ?? last?.endSeconds ?? 0);
    words.push({
      text: (waiting?.text ?? "") + text,
      spaceBefore: waiting?.spaceBefore ?? isSpaceBefore(index, spacingOf(item, results, given)),
      startSeconds,
      endSeconds: Math.max(startSeconds, item.end_time ?? startSeconds),
      confidence: Math.min(1, Math.max(0, best.confidence)),
    });
    waiting = null;
  }
  const last = words.at(-1);
  if (waiting !== null && last !== undefined) last.text += waiting.text;
  return words;
};

type Spacing = "words" | "none";

const spacingOf = (item: Item, results: Results, given: string | null): Spacing => {
  const identified = item.language_code ?? results.language_code;
  const language = identified === undefined ? given : languageOfTranscribeCode(identified);
  const parsed = language === null ? null : languageOf(language as Parameters<typeof languageOf>[0]);
  return parsed?.spacing ?? "words";
};

/** Letters and digits that are set apart by spaces also within text of an unspaced language ("iPhone 15"). */
const spacedCharacter = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hangul}\p{Nd}]/u;

/**
 * Whether a space stands before an item: as the whole text of the same file shows it, else by the language. In a language
 * that writes no spaces one counts only between words of a script that has them.
 */
const createSpaceTest = ({ items, transcripts }: Results): ((index: number, spacing: Spacing) => boolean) => {
  const contents = items.map((item) => item.alternatives[0]?.content.trim() ?? "");
  const shown = spacesInText(contents, transcripts.map(({ transcript }) => transcript).join(" "));
  return (index, spacing) => {
    if (index === 0) return false;
    const isShown = shown?.[index];
    if (spacing === "words") return isShown ?? items[index]?.type === "pronunciation";
    const [before, after] = [contents[index - 1]?.at(-1) ?? "", contents[index]?.at(0) ?? ""];
    return (isShown ?? true) && spacedCharacter.test(before) && spacedCharacter.test(after);
  };
};

/** null when the text is not that of the items. */
const spacesInText = (contents: readonly string[], text: string): boolean[] | null => {
  const shown: boolean[] = [];
  let at = 0;
  for (const content of contents) {
    const start = at;
    while (/\s/u.test(text[at] ?? "")) at += 1;
    if (!text.startsWith(content, at)) return null;
    shown.push(at > start);
    at += content.length;
  }
  return shown;
};
