import { NamedError } from "../errors.ts";

export const maxJsonBytes = 5 * 1024 * 1024;

/** Deeper than any body of this interface; also keeps everything that walks the value from running out of stack. */
const maxDepth = 16;

/**
 * Parses a request's body whatever its declared type. Throws NamedError PayloadTooLarge, UnsupportedMediaType (it is
 * not JSON and does not claim to be), ValidationFailed (bad UTF-8, bad JSON, too deep, empty).
 */
export const parseJsonBody = (bytes: Uint8Array, contentType: string | undefined): unknown => {
  if (bytes.byteLength > maxJsonBytes) {
    throw new NamedError(
      "PayloadTooLarge",
      "A JSON body may have at most 5 MiB. Send files by multipart upload.",
    );
  }
  const text = decode(bytes);
  if (text.trim() === "") throw new NamedError("ValidationFailed", ["body is required: send a JSON value"]);
  if (depthOf(text) > maxDepth) {
    throw new NamedError("ValidationFailed", [`body must not nest deeper than ${maxDepth} levels`]);
  }
  try {
    return JSON.parse(text);
  } catch (error) {
    const type = contentType?.toLowerCase() ?? "";
    if (type.startsWith("multipart/") || type.includes("xml")) {
      throw new NamedError("UnsupportedMediaType", "Send the body as application/json.", { cause: error });
    }
    throw new NamedError("ValidationFailed", ["body must be valid JSON"], { cause: error });
  }
};

const decode = (bytes: Uint8Array): string => {
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch (error) {
    throw new NamedError("ValidationFailed", ["body must be valid UTF-8"], { cause: error });
  }
};

/** Deepest nesting of brackets outside strings, found before anything is built from the text. */
const depthOf = (text: string): number => {
  let depth = 0;
  let deepest = 0;
  let inString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (inString) {
      if (character === "\\") index += 1;
      else if (character === '"') inString = false;
    } else if (character === '"') inString = true;
    else if (character === "[" || character === "{") {
      depth += 1;
      if (depth > deepest) deepest = depth;
    } else if (character === "]" || character === "}") depth -= 1;
  }
  return deepest;
};
