import { NamedError } from "../errors.ts";
import { scanJson } from "./json-scan.ts";

/** A function receives at most 6 MB, in which quotes and line breaks of the body are escaped. */
export const maxJsonBytes = 4.5 * 1024 * 1024;

/** Deeper than any body of this interface; also keeps everything that walks the value from running out of stack. */
const maxDepth = 16;

/**
 * Parses a request's body whatever its declared type. Throws NamedError PayloadTooLarge, UnsupportedMediaType (it is
 * not JSON and does not claim to be), ValidationFailed (bad UTF-8, bad JSON, too deep, a field twice, empty).
 */
export const parseJsonBody = (bytes: Uint8Array, contentType: string | undefined): unknown => {
  if (bytes.byteLength > maxJsonBytes) {
    throw new NamedError(
      "PayloadTooLarge",
      "A JSON body may have at most 4.5 MiB. Send files by multipart upload.",
    );
  }
  const text = decode(bytes);
  if (text.trim() === "") throw new NamedError("ValidationFailed", ["body is required: send a JSON value"]);
  const { depth, repeatedKey } = scanJson(text);
  if (depth > maxDepth) {
    throw new NamedError("ValidationFailed", [`body must not nest deeper than ${maxDepth} levels`]);
  }
  try {
    const value: unknown = JSON.parse(text);
    if (repeatedKey === null) return value;
  } catch (error) {
    const type = contentType?.toLowerCase() ?? "";
    if (type.startsWith("multipart/") || type.includes("xml")) {
      throw new NamedError("UnsupportedMediaType", "Send the body as application/json.", { cause: error });
    }
    throw new NamedError("ValidationFailed", ["body must be valid JSON"], { cause: error });
  }
  const name = repeatedKey.slice(0, 100).toWellFormed();
  throw new NamedError("ValidationFailed", [`${name} is given twice in one object: send it once`]);
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new NamedError("ValidationFailed", ["body must be valid UTF-8"], { cause: error });
  }
};
