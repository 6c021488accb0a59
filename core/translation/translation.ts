import * as z from "zod";
import { type LanguageCode, languageCodes } from "../languages/languages.ts";
import { wordEntrySchema } from "../transcript/word-entry.ts";

const code = z.enum(languageCodes as readonly [LanguageCode, ...LanguageCode[]]);
const transcript = z.array(wordEntrySchema);

/** The input of the translation step, with source times. */
export const translationJobSchema = z.object({
  from: code,
  to: code,
  wordSource: z.enum(["speech", "text"]),
  transcript,
});
export type TranslationJob = z.infer<typeof translationJobSchema>;

const translated = { text: z.string(), isDoubtful: z.boolean(), isUntranslated: z.boolean().optional() };

export const translatedBatchSchema = z.array(z.object(translated));

/** The result: the translated units, and their words as a transcript. */
export const translationSchema = z.object({
  from: code,
  to: code,
  sentences: z.array(
    z.object({
      startSeconds: z.number(),
      endSeconds: z.number(),
      source: z.string(),
      ...translated,
    }),
  ),
  transcript,
});
export type Translation = z.infer<typeof translationSchema>;
