import type { PlanLimits } from "../accounts/plan.ts";
import { NamedError } from "../errors.ts";

/** What an account's plan lets a source have; never more than the service itself takes. */
export type VideoQuota = Pick<PlanLimits, "maxVideoBytes" | "maxVideoSeconds">;

const units: readonly (readonly [number, string])[] = [
  [1024 ** 3, "GiB"],
  [1024 ** 2, "MiB"],
  [1024, "KiB"],
];

/** Exact: 10 GiB, 1536 MiB, 1000 bytes. */
export const formatBytes = (bytes: number): string => {
  const [size, name] = units.find(([unit]) => bytes >= unit && bytes % unit === 0) ?? [1, "bytes"];
  return `${bytes / size} ${name}`;
};

/** A request's body holds a file that is larger than the account may upload. */
export const fileTooLarge = ({ maxVideoBytes }: VideoQuota): NamedError =>
  new NamedError(
    "PayloadTooLarge",
    `A file may have at most ${formatBytes(maxVideoBytes)}. For long lines use POST /videos/upload: it takes the file in parts that can be sent again one by one.`,
  );

/** Throws NamedError MediaTooLarge. `durationSeconds` is the decoded one. */
export const checkDuration = (durationSeconds: number, { maxVideoSeconds }: VideoQuota): void => {
  if (durationSeconds <= maxVideoSeconds) return;
  throw new NamedError(
    "MediaTooLarge",
    `The file lasts ${Math.ceil(durationSeconds)} seconds; at most ${maxVideoSeconds} are accepted for this account. Send a shorter one.`,
  );
};
