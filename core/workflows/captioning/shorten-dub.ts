import { dubShorteningSchema, type ShortenedDub } from "../../dub/shortening.ts";
import { getJsonOrNull } from "../../storage/get-json-or-null.ts";
import { dubShortenedKey, dubShorteningKey } from "../../storage/keys.ts";
import type { MediaBucket } from "../../storage/media-bucket.ts";
import { planBatches } from "../../translation/plan-batches.ts";
import { shortenTranslations } from "../../translation/shorten-translations.ts";
import type { Translator } from "../../translation/translator.ts";

export interface ShortenDeps {
  bucket: Pick<MediaBucket, "head" | "getJson" | "putJson">;
  translators: { model?: Translator };
  /** Called when the language model failed. */
  reportFailure: (translator: string, error: unknown) => void;
  now: () => Date;
}

/**
 * Shortens the sentences that requestDub has found too long, if any. Idempotent. A dub is complete without shorter texts,
 * so a language model that fails ends the work, but not the task.
 *
 * @param endsAtMs no request is made after this time
 */
export const shortenDub = async (taskId: string, deps: ShortenDeps, endsAtMs: number): Promise<void> => {
  const { bucket } = deps;
  const stored = await getJsonOrNull(bucket, dubShorteningKey(taskId));
  if (stored === null || (await bucket.head(dubShortenedKey(taskId))) !== null) return;
  const { sentences, ...pair } = dubShorteningSchema.parse(stored);
  const canContinue = (): boolean => deps.now().getTime() <= endsAtMs;
  const shortened: ShortenedDub["sentences"] = [];
  for (const { from, to } of planBatches(sentences.map(({ text }) => text))) {
    const { model } = deps.translators;
    if (model === undefined || !canContinue()) break;
    const batch = sentences.slice(from, to);
    try {
      const texts = await shortenTranslations(batch, pair, model, canContinue);
      for (const [at, { index }] of batch.entries()) {
        const text = texts[at];
        if (typeof text === "string") shortened.push({ index, text });
      }
    } catch (error) {
      deps.reportFailure(model.name, error);
      break;
    }
  }
  await bucket.putJson(dubShortenedKey(taskId), { sentences: shortened } satisfies ShortenedDub);
};
