import * as z from "zod";
import { clamp } from "../clamp.ts";
import { languageOf } from "../languages/languages.ts";
import { isOpeningPunctuation } from "../text/punctuation.ts";
import type { Recognition } from "./recognition.ts";
import { languageOfTranscribeCode } from "./transcribe-languages.ts";

/** Numbers are strings in this file. */
const decimal = z.coerce.number();
const itemSchema = z.object({
  type: z.enum(["pronunciation", "punctuation"]),
  start_time: decimal.optional(),
  end_time: decimal.optional(),
  /** Only with identification of several languages. */
  language_code: z.string().optional(),
  /** Best first. */
  alternatives: z.array(z.object({ content: z.string(), confidence: decimal.default(0) })),
});
type TranscribeItem = z.infer<typeof itemSchema>;

/** The used part of the output of an Amazon Transcribe batch job. Punctuation has no times. */
export const transcribeOutputSchema = z.object({
  results: z.object({
    /** The requested or the identified language. */
    language_code: z.string().optional(),
    language_identification: z
      .array(z.object({ language_code: z.string().optional(), code: z.string().optional(), score: decimal }))
      .optional(),
    /** Only with several identified languages. */
    language_codes: z.array(z.object({ language_code: z.string(), duration_in_seconds: decimal })).optional(),
    transcripts: z.array(z.object({ transcript: z.string() })).default([]),
    items: z.array(itemSchema).default([]),
  }),
});
export type TranscribeOutput = z.infer<typeof transcribeOutputSchema>;

/** Transcribe identified a language that is not in core/languages. */
export class UnsupportedLanguageDetected extends Error {
  override readonly name = "UnsupportedLanguageDetected";
}

/** The words have too low a confidence for the identified languages. */
export class UncertainLanguage extends Error {
  override readonly name = "UncertainLanguage";
}

/**
 * Speech in a language that multi-language identification does not support is transcribed as a supported language, with
 * low confidence. A false alarm only costs time, because the other engine takes over.
 * Source: Transcribe developer guide, "Identifying languages in multi-language audio" (24 languages).
 */
const minMeanConfidence = 0.5;

/**
 * Converts the output of a job to a recognition. Punctuation is attached to its word.
 *
 * @param given code of the requested language; null when it was identified
 * @throws UnsupportedLanguageDetected, UncertainLanguage
 */
export const recognitionFromTranscribe = (
  { results }: TranscribeOutput,
  given: string | null,
): Recognition => {
  const words = wordsOf(results, given);
  if (words.length === 0) return { language: null, languageConfidence: null, engine: "transcribe", words };
  const sum = words.reduce((total, { confidence }) => total + confidence, 0);
  if (given === null && sum / words.length < minMeanConfidence)
    throw new UncertainLanguage(
      "The mean confidence of the words is too low to trust the identified language.",
    );
  const detected = given === null ? mainLanguage(results) : { language: given, confidence: 1 };
  return {
    language: detected.language,
    languageConfidence: detected.confidence,
    engine: "transcribe",
    words,
  };
};

type Results = TranscribeOutput["results"];

/** The language spoken longest. Its confidence is its score, or its share of the time with several languages. */
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
    throw new UnsupportedLanguageDetected(
      `Amazon Transcribe identified ${code || "no language"}, which is not supported.`,
    );
  const weighed = longest ? spoken : scored;
  const sum = (some: typeof weighed): number => some.reduce((total, { weight }) => total + weight, 0);
  // Scores of regional variants add up.
  const own = sum(weighed.filter((one) => languageOfTranscribeCode(one.code) === language));
  const confidence = longest ? own / (sum(weighed) || 1) : own;
  return { language, confidence: clamp(confidence) };
};

const wordsOf = (results: Results, given: string | null): Recognition["words"] => {
  const words: Recognition["words"] = [];
  const isSpaceBefore = createSpaceTest(results);
  // Opening punctuation of the next word, and whether a space precedes it.
  let pending = null as { text: string; spaceBefore: boolean } | null;
  for (const [index, item] of results.items.entries()) {
    const [best] = item.alternatives;
    const text = best?.content.trim() ?? "";
    if (best === undefined || text === "") continue;
    const last = words.at(-1);
    if (item.type === "punctuation") {
      if (isOpeningPunctuation(text) || last === undefined || pending !== null) {
        pending = {
          text: (pending?.text ?? "") + text,
          spaceBefore: pending?.spaceBefore ?? isSpaceBefore(index, spacingOf(item, results, given)),
        };
      } else last.text += text;
      continue;
    }
    const startSeconds = Math.max(0, item.start_time ?? last?.endSeconds ?? 0);
    words.push({
      text: (pending?.text ?? "") + text,
      spaceBefore: pending?.spaceBefore ?? isSpaceBefore(index, spacingOf(item, results, given)),
      startSeconds,
      endSeconds: Math.max(startSeconds, item.end_time ?? startSeconds),
      confidence: clamp(best.confidence),
    });
    pending = null;
  }
  const last = words.at(-1);
  if (pending !== null && last !== undefined) last.text += pending.text;
  return words;
};

type Spacing = "words" | "none";

const spacingOf = (item: TranscribeItem, results: Results, given: string | null): Spacing => {
  const identified = item.language_code ?? results.language_code;
  const language = identified === undefined ? given : languageOfTranscribeCode(identified);
  const parsed = language === null ? null : languageOf(language as Parameters<typeof languageOf>[0]);
  return parsed?.spacing ?? "words";
};

/** Characters that are separated by spaces even in unspaced languages ("iPhone 15"). */
const spacedCharacter = /[\p{sc=Latin}\p{sc=Cyrillic}\p{sc=Greek}\p{sc=Hangul}\p{Nd}]/u;

/**
 * Creates a test for a space before an item, by the full text in the output, or else by the language. In unspaced languages
 * only words of spaced scripts are separated.
 */
const createSpaceTest = ({ items, transcripts }: Results): ((index: number, spacing: Spacing) => boolean) => {
  const contents = items.map((item) => item.alternatives[0]?.content.trim() ?? "");
  const spaces = spacesInText(contents, transcripts.map(({ transcript }) => transcript).join(" "));
  return (index, spacing) => {
    if (index === 0) return false;
    const isSpaced = spaces?.[index];
    if (spacing === "words") return isSpaced ?? items[index]?.type === "pronunciation";
    const [before, after] = [contents[index - 1]?.at(-1) ?? "", contents[index]?.at(0) ?? ""];
    return (isSpaced ?? true) && spacedCharacter.test(before) && spacedCharacter.test(after);
  };
};

/** Returns whether a space precedes each item; null when the text does not match the items. */
const spacesInText = (contents: readonly string[], text: string): boolean[] | null => {
  const spaces: boolean[] = [];
  let at = 0;
  for (const content of contents) {
    const start = at;
    while (/\s/u.test(text[at] ?? "")) at += 1;
    if (!text.startsWith(content, at)) return null;
    spaces.push(at > start);
    at += content.length;
  }
  return spaces;
};
