import { createHash, randomBytes } from "node:crypto";
import { v7 } from "uuid";

/** Lower-case hex. */
export const sha256 = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex");

/** UUID v7: ids sort by the time at which they were made. */
export const newId = (): string => v7();

/** What creating accounts and keys needs (core/accounts/create-account.ts). */
export const secretSource = {
  newId,
  sha256,
  randomBytes: (bytes: number): Uint8Array => randomBytes(bytes),
  now: (): Date => new Date(),
};
