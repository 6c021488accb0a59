import { z } from "zod";

export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Name of a plan, which says what the account may do: planOf of plan.ts. */
  plan: z.string(),
  /** Signs webhooks: `whsec_` + base64 of 32 bytes. */
  webhookSecret: z.string(),
  /** After a rotation the secret before, which signs beside the new one until then. */
  previousWebhookSecret: z.object({ secret: z.string(), until: z.string() }).optional(),
  /** What can be spent, integer micro-USD. Moved only together with a ledger entry. */
  balanceMicroUsd: z.number().int(),
  /** Set aside for tasks that are under way, integer micro-USD. */
  heldMicroUsd: z.number().int().nonnegative(),
  createdAt: z.string(),
  /** Since when its keys are refused; null while they are not. What was accepted before is finished. */
  suspendedAt: z.string().nullable().default(null),
});
export type Account = z.infer<typeof accountSchema>;

/** An API key as stored: never the key itself. */
export const apiKeySchema = z.object({
  id: z.string(),
  accountId: z.string(),
  /** SHA-256 of the whole key, lower-case hex. */
  sha256: z.string(),
  /** The key's first characters, to tell keys apart. */
  prefix: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** When keys were last used, to a few minutes: apart from the keys, because every request may write it. */
export interface KeyUses {
  /** Notes a use of now, unless one of the last few minutes is noted. */
  note(keyId: string): Promise<void>;
  lastUsedAt(keyId: string): Promise<string | null>;
}

type ChangeableFields = Pick<Account, "plan" | "suspendedAt" | "webhookSecret" | "previousWebhookSecret">;

export interface AccountStore {
  /** Throws WriteConflict when the id is taken. */
  create(account: Account): Promise<void>;
  get(accountId: string): Promise<Account | null>;
  /** All accounts, oldest first: for the operator, as costly as the table is large. */
  list(): Promise<Account[]>;
  addKey(key: ApiKey): Promise<void>;
  /** Oldest first, revoked ones too. */
  listKeys(accountId: string): Promise<ApiKey[]>;
  /** Repeating it is harmless; false when the account has no such key. */
  revokeKey(accountId: string, keyId: string, revokedAt: string): Promise<boolean>;
  /** The key and the account that owns it; null for an unknown or revoked one. */
  findByKey(keySha256: string): Promise<{ account: Account; keyId: string } | null>;
  /** False when there is no such account. Balances are left alone, here and in all others of these. */
  change(accountId: string, fields: Partial<ChangeableFields>): Promise<boolean>;
}
