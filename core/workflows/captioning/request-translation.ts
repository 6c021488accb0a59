import { NamedError } from "../../errors.ts";
import { type LanguageCode, languageOf, parseLanguageCode } from "../../languages/languages.ts";
import { getJsonOrNull } from "../../storage/get-json-or-null.ts";
import { translationJobKey, translationKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import type { CaptioningTask } from "../../tasks/captioning-task.ts";
import type { Transcript } from "../../transcript/word-entry.ts";
import { type Translation, type TranslationJob, translationSchema } from "../../translation/translation.ts";
import type { TranslationSupport, WordSource } from "../../translation/translation-support.ts";
import { wordSourceOf } from "./word-source.ts";

export interface TranslationDeps {
  bucket: Pick<MediaBucket, "head" | "getJson" | "putJson">;
  translation: TranslationSupport;
}

/**
 * Returns the translation of a task's words. `null`: there is nothing to translate, or the words are in the target language
 * already. `pending`: the input of the translation step has been written to the bucket.
 *
 * @param transcript on the source's time line, as it will be translated
 *
 * Throws NamedError TranslationUnsupported: the language of the words may only be known now.
 */
export const requestTranslation = async (
  task: CaptioningTask,
  { transcript, language }: { transcript: Transcript; language: string | null },
  { bucket, translation }: TranslationDeps,
): Promise<Translation | "pending" | null> => {
  const to = parseLanguageCode(task.request.translateTo ?? "");
  const text = transcript.map((entry) => entry.text).join(" ");
  if (to === null || !/[\p{L}\p{N}]/u.test(text)) return null;
  const from = (language ? parseLanguageCode(language) : null) ?? (await languageOfText(text));
  if (from === to) return null;
  checkSupport(from, to, wordSourceOf(task), translation);
  const done = await getJsonOrNull(bucket, translationKey(task.id));
  if (done !== null) return translationSchema.parse(done);
  const job: TranslationJob = { from, to, wordSource: wordSourceOf(task), transcript: [...transcript] };
  await bucket.putJson(translationJobKey(task.id), job);
  return "pending";
};

const languageOfText = async (text: string): Promise<LanguageCode | null> => {
  // The statistics of the languages take 160 MB and most of a second, which a transcript with a known language saves.
  const { identifyLanguage } = await import("../../translation/identify-language.ts");
  return identifyLanguage(text);
};

function checkSupport(
  from: LanguageCode | null,
  to: LanguageCode,
  source: WordSource,
  support: TranslationSupport,
): asserts from is LanguageCode {
  if (from === null) {
    throw new NamedError(
      "TranslationUnsupported",
      "The language of the transcript could not be identified. Create the task again and set language.",
    );
  }
  if (support.enginesFor({ from, to }, source).length > 0) return;
  throw new NamedError(
    "TranslationUnsupported",
    `The transcript is in ${languageOf(from).name}, and translateTo ${to} is not supported from ${from}: ${support.describeSupport(source)}.`,
  );
}
