import { z } from "zod";

export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Signs webhooks: `whsec_` + base64 of 32 bytes. */
  webhookSecret: z.string(),
  /** What can be spent, integer micro-USD. */
  balanceMicroUsd: z.number().int(),
  /** Set aside for tasks that are under way, integer micro-USD. */
  heldMicroUsd: z.number().int().nonnegative(),
  /** Tasks that run at once; more wait in `pending`. */
  maxConcurrentTasks: z.number().int().positive(),
  createdAt: z.string(),
});
export type Account = z.infer<typeof accountSchema>;

/** API keys are stored as SHA-256 (hex) of the whole key, never the key. */
export interface AccountStore {
  create(account: Account): Promise<void>;
  get(accountId: string): Promise<Account | null>;
  addKey(accountId: string, keySha256: string, createdAt: string): Promise<void>;
  /** The account that owns the key; null for an unknown or revoked one. */
  findByKey(keySha256: string): Promise<Account | null>;
}
