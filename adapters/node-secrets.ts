import { createHash, randomBytes } from "node:crypto";
import { v7 } from "uuid";

/** Lower-case hex. */
export const sha256 = (text: string | Uint8Array): string => createHash("sha256").update(text).digest("hex");

/** UUID v7: IDs sort by creation time. */
export const newId = (): string => v7();

/** Dependencies for creating accounts and keys (core/accounts/create-account.ts). */
export const secretSource = {
  newId,
  sha256,
  randomBytes: (bytes: number): Uint8Array => randomBytes(bytes),
  now: (): Date => new Date(),
};
