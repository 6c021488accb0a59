import type { PlanLimits } from "../accounts/plan.ts";
import { NamedError } from "../errors.ts";

/** Limits of an account's plan for a source; never more than the limits of the service. */
export type VideoQuota = Pick<PlanLimits, "maxVideoBytes" | "maxVideoSeconds">;

const units: readonly (readonly [number, string])[] = [
  [1024 ** 3, "GiB"],
  [1024 ** 2, "MiB"],
  [1024, "KiB"],
];

/** Formats a size exactly: 10 GiB, 1536 MiB, 1000 bytes. */
export const formatBytes = (bytes: number): string => {
  const [size, name] = units.find(([unit]) => bytes >= unit && bytes % unit === 0) ?? [1, "bytes"];
  return `${bytes / size} ${name}`;
};

/** Returns the error of a request body that exceeds the account's limit. */
export const fileTooLarge = ({ maxVideoBytes }: VideoQuota): NamedError =>
  new NamedError(
    "PayloadTooLarge",
    `A file must not exceed ${formatBytes(maxVideoBytes)}. Upload large files in parts (POST /videos/upload), which can be retried individually.`,
  );

/** Throws NamedError MediaTooLarge. `durationSeconds` is the decoded duration. */
export const checkDuration = (durationSeconds: number, { maxVideoSeconds }: VideoQuota): void => {
  if (durationSeconds <= maxVideoSeconds) return;
  throw new NamedError(
    "MediaTooLarge",
    `The file lasts ${Math.ceil(durationSeconds)} seconds, more than the maximum of ${maxVideoSeconds} for this account. Upload a shorter file.`,
  );
};
