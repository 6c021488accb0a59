import { acceptsGzip, maxPlainResponseBytes } from "../../core/api/content-encoding.ts";
import { type SignedParts, withoutDuplicateUrls } from "../../core/videos/multipart-upload.ts";
import type { ApiRequest } from "./api-request.ts";

/** The addresses of an upload as this client can take them. */
export const fitUploadUrls = <T extends SignedParts>(answer: T, { headers }: Pick<ApiRequest, "headers">) =>
  acceptsGzip(headers["accept-encoding"]) ? answer : withoutDuplicateUrls(answer, maxPlainResponseBytes);
