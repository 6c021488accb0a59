import { maxPlainResponseBytes } from "../../core/api/content-encoding.ts";
import { type SignedParts, withoutDuplicateUrls } from "../../core/videos/multipart-upload.ts";
import type { ApiRequest } from "./api-request.ts";

/** Returns the URLs of an upload, each once if the client cannot receive them compressed and they would not fit twice. */
export const fitUploadUrls = <T extends SignedParts>(
  response: T,
  { acceptsGzip }: Pick<ApiRequest, "acceptsGzip">,
) => (acceptsGzip ? response : withoutDuplicateUrls(response, maxPlainResponseBytes));
