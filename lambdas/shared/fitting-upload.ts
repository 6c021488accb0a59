import { acceptsGzip, maxPlainAnswerBytes } from "../../core/api/content-encoding.ts";
import { type SignedParts, withoutRepetition } from "../../core/videos/multipart-upload.ts";
import type { ApiRequest } from "./api-request.ts";

/** The addresses of an upload as this client can take them. */
export const fitting = <T extends SignedParts>(answer: T, { headers }: Pick<ApiRequest, "headers">) =>
  acceptsGzip(headers["accept-encoding"]) ? answer : withoutRepetition(answer, maxPlainAnswerBytes);
