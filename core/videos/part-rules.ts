import { NamedError } from "../errors.ts";
import type { UploadedPart } from "../storage/media-bucket.ts";
import { formatBytes, type VideoQuota } from "./quota.ts";

/** Minimum size of all parts but the last, and maximum size of a part in S3; bytes. */
const minPartBytes = 5_242_880;
const maxPartBytes = 5 * 1024 ** 3;

/** Maximum number of parts that an error message names. */
const maxNamed = 20;

/** Throws NamedError InvalidUploadPart, one sentence per invalid part. */
export const checkPartSizes = (sizes: readonly number[], { maxVideoBytes }: VideoQuota): void => {
  const problems: string[] = [];
  sizes.forEach((size, index) => {
    const field = `uploadParts[${index}].contentLength`;
    if (size < minPartBytes && index < sizes.length - 1) {
      problems.push(
        `${field} must be at least ${minPartBytes} bytes (5 MiB); only the last part may be smaller`,
      );
    } else if (size > maxPartBytes) {
      problems.push(`${field} must be at most ${maxPartBytes} bytes (5 GiB)`);
    }
  });
  const total = sizes.reduce((sum, size) => sum + size, 0);
  if (total > maxVideoBytes) {
    problems.push(
      `uploadParts must add up to at most ${maxVideoBytes} bytes (${formatBytes(maxVideoBytes)})`,
    );
  }
  if (problems.length > 0) throw new NamedError("InvalidUploadPart", problems.slice(0, maxNamed));
};

/** Throws NamedError UploadIncomplete, naming the parts that are missing or differ in size from the announcement. */
export const checkUploadedParts = (sizes: readonly number[], uploaded: readonly UploadedPart[]): void => {
  const sizeOf = new Map(uploaded.map((part) => [part.partNumber, part.sizeBytes]));
  const missing = sizes.flatMap((size, index) => (sizeOf.get(index + 1) === size ? [] : [index + 1]));
  if (missing.length === 0) return;
  const named = missing.slice(0, maxNamed).join(", ") + (missing.length > maxNamed ? ", …" : "");
  throw new NamedError(
    "UploadIncomplete",
    `${missing.length} of ${sizes.length} parts are missing or incomplete (${named}). PUT them to their URLs, then complete the upload again.`,
  );
};
