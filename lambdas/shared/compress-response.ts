import { gzipSync } from "node:zlib";
import { acceptsGzip, maxPlainResponseBytes, minCompressedBytes } from "../../core/api/content-encoding.ts";
import { NamedError } from "../../core/errors.ts";
import type { StackMiddleware } from "./stack-state.ts";

/**
 * Compresses a large response if the client accepts gzip: it arrives sooner, and a long transcript or thousands of URLs would exceed the
 * maximum size of a function's response. Throws NamedError ResponseTooLarge if it does not fit uncompressed.
 */
export const compressResponse: StackMiddleware = {
  after: ({ event, response }) => {
    const { body, isBase64Encoded } = response ?? {};
    if (!response || body === undefined || isBase64Encoded === true) return;
    const bytes = Buffer.byteLength(body);
    if (bytes < minCompressedBytes) return;
    if (acceptsGzip(event.headers["accept-encoding"])) {
      response.body = gzipSync(body).toString("base64");
      response.isBase64Encoded = true;
      response.headers = { ...response.headers, "content-encoding": "gzip", vary: "accept-encoding" };
    } else if (bytes > maxPlainResponseBytes) {
      throw new NamedError(
        "ResponseTooLarge",
        "The response is too large to send uncompressed. Send the header Accept-Encoding: gzip.",
      );
    }
  },
};
