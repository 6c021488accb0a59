import { NamedError } from "../errors.ts";

/** Source: registry of HTTP content codings, IANA. A value that is no coding, such as `utf-8`, does not change a body. */
const compressions = /\b(x-)?(br|compress|dcb|dcz|deflate|gzip|zstd)\b/i;

/**
 * Rejects the Content-Encoding of compressed bodies. They are not decompressed: a small one can expand to gigabytes. Throws NamedError
 * UnsupportedMediaType. Source of the status: RFC 9110 §15.5.16.
 */
export const checkContentEncoding = (contentEncoding: string | undefined): void => {
  if (!compressions.test(contentEncoding ?? "")) return;
  throw new NamedError(
    "UnsupportedMediaType",
    "Compressed request bodies are not supported. Send the body uncompressed, without the header Content-Encoding.",
  );
};

/** Returns whether a client accepts gzip; false without the header. Source: RFC 9110 §12.5.3. */
export const acceptsGzip = (acceptEncoding: string | undefined): boolean => {
  const weights = new Map(
    (acceptEncoding ?? "").split(",").map((item): [string, number] => {
      const [name = "", ...parameters] = item.split(";").map((part) => part.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith("q="))?.slice(2);
      return [name, weight === undefined ? 1 : Number(weight)];
    }),
  );
  return (weights.get("gzip") ?? weights.get("x-gzip") ?? weights.get("*") ?? 0) > 0;
};

/** Compression of smaller responses costs more time than it saves. */
export const minCompressedBytes = 64 * 1024;

/**
 * A function's response is at most 6 MB (6,291,556 bytes) of JSON, in which the body is a string. A quarter is reserved for escaped
 * quotes.
 */
export const maxPlainResponseBytes = 4_700_000;
