import { readFileSync } from "node:fs";
import { join } from "node:path";
import { maxApiBodyBytes, maxFunctionBodyBytes } from "./upload-limits.ts";

/**
 * Returns the code of the CloudFront function before the API.
 *
 * @param uploadOrigin ID of the origin that takes files; empty if there is none
 */
export const apiRequestCode = (root: string, uploadOrigin: string): string =>
  readFileSync(join(root, "lib/edge/api-request.js"), "utf8")
    .replace("__UPLOAD_ORIGIN__", uploadOrigin)
    .replace("__MAX_FILE_BYTES__", String(maxFunctionBodyBytes))
    .replace("__MAX_BODY_BYTES__", String(maxApiBodyBytes));
