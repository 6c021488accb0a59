import { TranslateClient, TranslateTextCommand } from "@aws-sdk/client-translate";
import { forEachConcurrently } from "../../core/async/concurrency-limit.ts";
import { amazonCode, amazonMaxBytes } from "../../core/translation/amazon-codes.ts";
import type { Translator } from "../../core/translation/translator.ts";

/** Maximum concurrent calls per request; the step runs several requests concurrently. */
const maxConcurrentCalls = 3;

/** All tasks share the account's rate limit, so throttled calls are retried with backoff. */
export const createTranslateClient = (): TranslateClient =>
  new TranslateClient({ maxAttempts: 8, retryMode: "adaptive" });

/** Amazon Translate, one call per sentence; adjacent sentences are not used. */
export const createAmazonTranslator = (client: TranslateClient = createTranslateClient()): Translator => ({
  name: "Amazon Translate",
  isNondeterministic: false,
  supports: ({ from, to }) => amazonCode(from, "source") !== null && amazonCode(to, "target") !== null,

  async translate({ from, to, sentences }) {
    const SourceLanguageCode = amazonCode(from, "source") ?? from;
    const TargetLanguageCode = amazonCode(to, "target") ?? to;
    const translations = sentences.map((): string | null => null);
    const open = [...sentences.entries()].filter(([, text]) => Buffer.byteLength(text) <= amazonMaxBytes);
    await forEachConcurrently(open, maxConcurrentCalls, async ([index, Text]) => {
      const command = new TranslateTextCommand({ Text, SourceLanguageCode, TargetLanguageCode });
      translations[index] = (await client.send(command)).TranslatedText ?? null;
    });
    return translations;
  },
});
