import { NamedError } from "../errors.ts";
import { scanJson } from "./json-scan.ts";

/** A function receives at most 6 MB, in which quotes and line breaks of the body are escaped. */
export const maxJsonBytes = 4.5 * 1024 * 1024;

/** Deeper than any body of the API. Also protects recursive functions from a stack overflow. */
const maxDepth = 16;

/**
 * Parses the body of a request, whatever its declared type. Throws NamedError PayloadTooLarge, UnsupportedMediaType (neither JSON nor
 * declared as JSON), ValidationFailed (invalid UTF-8 or JSON, nested too deeply, repeated field, `__proto__`, empty).
 */
export const parseJsonBody = (bytes: Uint8Array, contentType: string | undefined): unknown => {
  if (bytes.byteLength > maxJsonBytes) {
    throw new NamedError(
      "PayloadTooLarge",
      "A JSON body must not exceed 4.5 MiB. Upload files in parts (POST /videos/upload).",
    );
  }
  const text = decode(bytes);
  if (text.trim() === "") throw new NamedError("ValidationFailed", ["body is required. Send a JSON value"]);
  const { depth, repeatedKey, hasPrototypeKey } = scanJson(text);
  if (depth > maxDepth) {
    throw new NamedError("ValidationFailed", [`body must not nest deeper than ${maxDepth} levels`]);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (repeatedKey === null && !hasPrototypeKey) return value;
  } catch (error) {
    const type = contentType?.toLowerCase() ?? "";
    if (type.startsWith("multipart/") || type.includes("xml")) {
      throw new NamedError("UnsupportedMediaType", "Send the body as application/json.", { cause: error });
    }
    throw new NamedError("ValidationFailed", ["body must be valid JSON"], { cause: error });
  }
  if (repeatedKey === null) throw new NamedError("ValidationFailed", ["__proto__ is not a known field"]);
  const name = repeatedKey.slice(0, 100).toWellFormed();
  throw new NamedError("ValidationFailed", [`${name} occurs more than once in an object. Send it once`]);
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new NamedError("ValidationFailed", ["body must be valid UTF-8"], { cause: error });
  }
};
