import { createHmac } from "node:crypto";
import type { Account } from "../accounts/account.ts";

/** The secrets that sign an account's deliveries. */
export type SigningSecrets = Pick<Account, "webhookSecret" | "previousWebhookSecret">;

/** Returns the previous secret during the overlap of a rotation, else null. */
export const previousSecretAt = (
  { previousWebhookSecret }: Pick<SigningSecrets, "previousWebhookSecret">,
  at: Date,
): { secret: string; until: string } | null =>
  previousWebhookSecret && at.toISOString() < previousWebhookSecret.until ? previousWebhookSecret : null;

const prefix = "whsec_";

/** Returns base64 of HMAC-SHA256 over `id.timestamp.body`. Source: Standard Webhooks specification, "Signature scheme". */
const standardSignature = (secret: string, content: string): string => {
  const key = Buffer.from(secret.startsWith(prefix) ? secret.slice(prefix.length) : secret, "base64");
  return `v1,${createHmac("sha256", key).update(content).digest("base64")}`;
};

/**
 * Returns the headers that authenticate a delivery. `x-signature` is keyed with the UTF-8 bytes of the whole secret string
 * and covers the body alone; `webhook-signature` follows Standard Webhooks and covers ID and time too. During the overlap of
 * a rotation the former uses the old secret and the latter both, the new one first.
 */
export const signatureHeaders = (
  message: { eventId: string; body: string; at: Date },
  account: SigningSecrets,
): Record<string, string> => {
  const { eventId, body, at } = message;
  const { webhookSecret } = account;
  const previous = previousSecretAt(account, at)?.secret ?? null;
  const seconds = String(Math.floor(at.getTime() / 1000));
  const secrets = previous === null ? [webhookSecret] : [webhookSecret, previous];
  return {
    "x-signature": createHmac("sha256", previous ?? webhookSecret)
      .update(body)
      .digest("hex"),
    "webhook-id": eventId,
    "webhook-timestamp": seconds,
    "webhook-signature": secrets
      .map((secret) => standardSignature(secret, `${eventId}.${seconds}.${body}`))
      .join(" "),
  };
};
