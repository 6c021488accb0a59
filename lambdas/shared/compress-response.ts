import { gzipSync } from "node:zlib";
import { acceptsGzip, maxPlainAnswerBytes, worthCompressingBytes } from "../../core/api/content-encoding.ts";
import { NamedError } from "../../core/errors.ts";
import type { StackMiddleware } from "./stack-state.ts";

/**
 * Large answers go out compressed to whoever takes that: it is quicker, and a long transcript or a list of thousands of
 * addresses would not fit into a function's answer otherwise. Throws NamedError AnswerTooLarge when it does not fit.
 */
export const compressResponse: StackMiddleware = {
  after: ({ event, response }) => {
    const { body, isBase64Encoded } = response ?? {};
    if (!response || body === undefined || isBase64Encoded === true) return;
    const bytes = Buffer.byteLength(body);
    if (bytes < worthCompressingBytes) return;
    if (acceptsGzip(event.headers["accept-encoding"])) {
      response.body = gzipSync(body).toString("base64");
      response.isBase64Encoded = true;
      response.headers = { ...response.headers, "content-encoding": "gzip", vary: "accept-encoding" };
    } else if (bytes > maxPlainAnswerBytes) {
      throw new NamedError(
        "AnswerTooLarge",
        "The answer is too large to be sent as it is: send the header Accept-Encoding: gzip.",
      );
    }
  },
};
