import type { Ledger } from "../billing/ledger.ts";
import { creditEntry } from "../billing/ledger.ts";
import { NamedError } from "../errors.ts";
import type { Account, AccountStore, ApiKey } from "./account.ts";
import { accountKeyPrefix } from "./key-kinds.ts";
import { type PlanStore, requirePlan, standardPlan } from "./plan.ts";

export interface SecretSource {
  /** Returns a UUID v7, so that IDs are ordered by time. */
  newId: () => string;
  /** Returns `bytes` random bytes. */
  randomBytes: (bytes: number) => Uint8Array;
  /** Returns lower-case hex. */
  sha256: (text: string) => string;
  now: () => Date;
}

export interface NewAccount {
  accountId: string;
  /** Not stored: returned only here. */
  apiKey: string;
  webhookSecret: string;
}

const base64 = (bytes: Uint8Array): string => btoa(String.fromCharCode(...bytes));
const base64Url = (bytes: Uint8Array): string =>
  base64(bytes).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");

/** Returns a webhook secret: `whsec_` and base64 of 32 bytes, the format of Standard Webhooks. */
export const newWebhookSecret = ({ randomBytes }: Pick<SecretSource, "randomBytes">): string =>
  `whsec_${base64(randomBytes(32))}`;

/**
 * Creates an account with one API key, its webhook secret and, when given, an initial credit (integer micro-USD).
 * Throws NamedError ValidationFailed for an unknown plan or an empty name.
 */
export const createAccount = async (
  input: { name: string; plan?: string; openingCreditMicroUsd?: number },
  deps: SecretSource & { accounts: AccountStore; ledger: Ledger; plans: PlanStore },
): Promise<NewAccount> => {
  const plan = await requirePlan(input.plan ?? standardPlan.name, deps);
  if (input.name.trim() === "") throw new NamedError("ValidationFailed", ["name must not be empty"]);
  const account: Account = {
    id: deps.newId(),
    name: input.name.trim(),
    plan: plan.name,
    webhookSecret: newWebhookSecret(deps),
    balanceMicroUsd: 0,
    heldMicroUsd: 0,
    createdAt: deps.now().toISOString(),
    suspendedAt: null,
    dubConsentAt: null,
  };
  await deps.accounts.create(account);
  if (input.openingCreditMicroUsd) {
    const entry = {
      accountId: account.id,
      amountMicroUsd: input.openingCreditMicroUsd,
      note: "Initial credit",
    };
    await deps.ledger.credit(creditEntry(entry, deps));
  }
  const { apiKey } = await createKey(account.id, deps);
  return { accountId: account.id, apiKey, webhookSecret: account.webhookSecret };
};

/** Returns a new key: the prefix of its kind and 32 random bytes. */
export const randomKey = (prefix: string, { randomBytes }: Pick<SecretSource, "randomBytes">): string =>
  `${prefix}${base64Url(randomBytes(32))}`;

/** Adds a key to an account. The key is returned only here and stored as its hash. */
export const createKey = async (
  accountId: string,
  deps: SecretSource & { accounts: Pick<AccountStore, "addKey"> },
): Promise<{ keyId: string; apiKey: string; key: ApiKey }> => {
  const apiKey = randomKey(accountKeyPrefix, deps);
  const key: ApiKey = {
    id: deps.newId(),
    accountId,
    sha256: deps.sha256(apiKey),
    prefix: apiKey.slice(0, 8),
    createdAt: deps.now().toISOString(),
    revokedAt: null,
  };
  await deps.accounts.addKey(key);
  return { keyId: key.id, apiKey, key };
};
