import type { KeyView } from "../api/schemas/keys.ts";
import { NamedError } from "../errors.ts";
import type { AccountStore, ApiKey, KeyUses } from "./account.ts";
import { createKey, type SecretSource } from "./create-account.ts";

/** Maximum number of keys of an account that are not revoked. */
export const maxActiveKeys = 50;

const viewOf = ({ id, prefix, createdAt, revokedAt }: ApiKey, lastUsedAt: string | null): KeyView => ({
  id,
  prefix,
  createdAt,
  lastUsedAt,
  revokedAt,
});

/** Returns an account's keys, newest first, including revoked ones. */
export const listApiKeys = async (
  accountId: string,
  deps: { accounts: Pick<AccountStore, "listKeys">; keyUses: Pick<KeyUses, "lastUsedAt"> },
): Promise<KeyView[]> => {
  const keys = await deps.accounts.listKeys(accountId);
  return Promise.all(
    keys.toReversed().map(async (key) => viewOf(key, await deps.keyUses.lastUsedAt(key.id))),
  );
};

/** Creates a key. Throws NamedError KeyLimitExceeded. */
export const addApiKey = async (
  accountId: string,
  deps: SecretSource & { accounts: Pick<AccountStore, "listKeys" | "addKey"> },
): Promise<KeyView> => {
  const keys = await deps.accounts.listKeys(accountId);
  if (keys.filter(({ revokedAt }) => revokedAt === null).length >= maxActiveKeys) {
    throw new NamedError(
      "KeyLimitExceeded",
      `The account has the maximum of ${maxActiveKeys} active keys. Revoke a key first.`,
    );
  }
  const { key, apiKey } = await createKey(accountId, deps);
  return { ...viewOf(key, null), apiKey };
};

/** Revokes a key, with immediate effect. Idempotent. Throws NamedError NotFound. */
export const revokeApiKey = async (
  { accountId, keyId }: { accountId: string; keyId: string },
  deps: { accounts: Pick<AccountStore, "revokeKey">; now: () => Date },
): Promise<void> => {
  if (await deps.accounts.revokeKey(accountId, keyId, deps.now().toISOString())) return;
  throw new NamedError("NotFound", `The account has no key ${keyId}. See GET /account/keys.`);
};
