import * as z from "zod";
import type { Part } from "../storage/part.ts";

export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Name of the plan, which defines the limits of the account (plan.ts). */
  plan: z.string(),
  /** Signs webhooks: `whsec_` + base64 of 32 bytes. */
  webhookSecret: z.string(),
  /** The previous secret after a rotation; it signs together with the new one until `until`. */
  previousWebhookSecret: z.object({ secret: z.string(), until: z.string() }).optional(),
  /** Available balance, integer micro-USD. Changes only together with a ledger entry. */
  balanceMicroUsd: z.number().int(),
  /** Held for unfinished tasks, integer micro-USD. */
  heldMicroUsd: z.number().int().nonnegative(),
  createdAt: z.string(),
  /** When the account was suspended: its keys are rejected, accepted tasks are finished. Null: not suspended. */
  suspendedAt: z.string().nullable().default(null),
  /** When the operator recorded that the account confirms the consent of the speakers that it dubs. Null: not recorded. */
  dubConsentAt: z.string().nullable().default(null),
});
export type Account = z.infer<typeof accountSchema>;

/** A stored API key, without the key itself. */
export const apiKeySchema = z.object({
  id: z.string(),
  accountId: z.string(),
  /** SHA-256 of the key, lower-case hex. */
  sha256: z.string(),
  /** The key's first characters, to distinguish keys. */
  prefix: z.string(),
  createdAt: z.string(),
  revokedAt: z.string().nullable(),
});
export type ApiKey = z.infer<typeof apiKeySchema>;

/** When keys were last used, with an accuracy of minutes; stored apart from the keys, because every request may write it. */
export interface KeyUses {
  /** Records a use now, unless one of the last few minutes is recorded. */
  note(keyId: string): Promise<void>;
  lastUsedAt(keyId: string): Promise<string | null>;
}

type ChangeableFields = Pick<
  Account,
  "plan" | "suspendedAt" | "dubConsentAt" | "webhookSecret" | "previousWebhookSecret"
>;

export interface AccountStore {
  /** Throws WriteConflict when the ID exists. */
  create(account: Account): Promise<void>;
  get(accountId: string): Promise<Account | null>;
  /** Returns all accounts, oldest first. Scans the whole table: for the operator only. */
  list(): Promise<Account[]>;
  /** Returns a page of all accounts, newest first, beginning after `cursor` (null: with the newest), from the list of accounts. */
  listNewest(limit: number, cursor: string | null): Promise<Part<Account>>;
  /** Adds accounts of versions without the list of accounts to it. Scans the whole table. Idempotent. */
  completeList(): Promise<void>;
  addKey(key: ApiKey): Promise<void>;
  /** Returns all keys, oldest first, including revoked ones. */
  listKeys(accountId: string): Promise<ApiKey[]>;
  /** Idempotent. Returns false when the account does not have the key. */
  revokeKey(accountId: string, keyId: string, revokedAt: string): Promise<boolean>;
  /** Returns the ID and account of a key; null when it is unknown or revoked. */
  findByKey(keySha256: string): Promise<{ account: Account; keyId: string } | null>;
  /** Changes fields other than the balances. Returns false when the account does not exist. */
  change(accountId: string, fields: Partial<ChangeableFields>): Promise<boolean>;
}
