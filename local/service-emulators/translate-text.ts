import { amazonCodes, amazonMaxBytes } from "../../core/translation/amazon-codes.ts";
import { ServiceError } from "./service-error.ts";
import type { TextEngine } from "./text-engines.ts";

/** `x-amz-target` of the operation. */
export const translateTextTarget = "AWSShineFrontendService_20170701.TranslateText";

/** Emulates TranslateText of Amazon Translate. Throws ServiceError with the names of Amazon Translate's errors. */
export async function translateText(body: unknown, engine: TextEngine): Promise<object> {
  const { Text, SourceLanguageCode, TargetLanguageCode } = (body ?? {}) as Record<string, unknown>;
  const text = required("text", Text);
  const source = code("sourceLanguageCode", SourceLanguageCode);
  const target = code("targetLanguageCode", TargetLanguageCode);
  if (Buffer.byteLength(text) > amazonMaxBytes) {
    throw new ServiceError(
      "TextSizeLimitExceededException",
      `Input text size exceeds limit. Max length of request text allowed is ${amazonMaxBytes} bytes while in this request the text size is ${Buffer.byteLength(text)} bytes`,
    );
  }
  const pair = `${source}>${target}`;
  if (!engine.pairs.includes(pair)) {
    throw new ServiceError(
      "UnsupportedLanguagePairException",
      `Unsupported language pair: ${source} to ${target}.`,
    );
  }
  return {
    TranslatedText: await engine.translate(text, pair),
    SourceLanguageCode: source,
    TargetLanguageCode: target,
    AppliedSettings: {},
  };
}

function required(name: string, value: unknown): string {
  if (typeof value === "string" && value.length > 0) return value;
  throw new ServiceError(
    "ValidationException",
    `1 validation error detected: Value at '${name}' failed to satisfy constraint: Member must not be null`,
  );
}

function code(name: string, value: unknown): string {
  const text = required(name, value);
  if (!/^[A-Za-z]{2,3}(-[A-Za-z]{2})?$/.test(text) || !amazonCodes.has(text)) {
    throw new ServiceError("ValidationException", `Unsupported language code: ${text} (${name}).`);
  }
  return text;
}
