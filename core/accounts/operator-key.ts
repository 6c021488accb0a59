import * as z from "zod";
import { NamedError } from "../errors.ts";
import { randomKey, type SecretSource } from "./create-account.ts";
import { operatorKeyPrefix } from "./key-kinds.ts";

/**
 * A key of the operator: it reads what all accounts do and changes nothing. It belongs to no account, is stored apart from the keys of
 * accounts, and neither is accepted in place of the other.
 */
export const operatorKeySchema = z.object({
  id: z.string(),
  /** Its user, in the operator's words. */
  name: z.string(),
  /** SHA-256 of the key, lower-case hex. */
  sha256: z.string(),
  /** The key's first characters, to distinguish keys. */
  prefix: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
});
export type OperatorKey = z.infer<typeof operatorKeySchema>;

export interface OperatorKeyStore {
  add(key: OperatorKey): Promise<void>;
  /** Returns all keys, oldest first, including revoked ones. */
  list(): Promise<OperatorKey[]>;
  /** Idempotent. Returns false when there is no such key. */
  revoke(keyId: string, revokedAt: string): Promise<boolean>;
  /** Returns the ID of the key with this hash; null when it is unknown or revoked. */
  findId(sha256: string): Promise<string | null>;
}

const shownLength = operatorKeyPrefix.length + 4;
const maxNameLength = 100;

/** Adds a key of the operator. The key is returned only here and stored as its hash. Throws NamedError ValidationFailed. */
export const createOperatorKey = async (
  name: string,
  deps: SecretSource & { operatorKeys: Pick<OperatorKeyStore, "add"> },
): Promise<{ keyId: string; operatorKey: string }> => {
  const trimmed = name.trim();
  if (trimmed === "" || trimmed.length > maxNameLength)
    throw new NamedError("ValidationFailed", [`name must have 1 to ${maxNameLength} characters`]);
  const operatorKey = randomKey(operatorKeyPrefix, deps);
  const key: OperatorKey = {
    id: deps.newId(),
    name: trimmed,
    sha256: deps.sha256(operatorKey),
    prefix: operatorKey.slice(0, shownLength),
    createdAt: deps.now().toISOString(),
    revokedAt: null,
  };
  await deps.operatorKeys.add(key);
  return { keyId: key.id, operatorKey };
};
