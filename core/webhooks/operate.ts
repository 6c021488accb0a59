import type { Account, AccountStore } from "../accounts/account.ts";
import { newWebhookSecret, type SecretSource } from "../accounts/create-account.ts";
import { checkedHop } from "../egress/download-rules.ts";
import { NamedError } from "../errors.ts";
import { type Delivery, newDelivery, replayed } from "./delivery.ts";
import { laneOf } from "./delivery-queue.ts";
import type { DeliveryStore, WakeUps } from "./delivery-store.ts";
import type { PlannedNotification } from "./planned-notification.ts";
import { previousSecretAt } from "./signatures.ts";
import { webhookBody } from "./webhook-body.ts";

/** What the operator does about webhooks; bin/operator/webhooks-commands.ts asks for it. */

interface OperateDeps {
  deliveries: DeliveryStore;
  wakeUps: WakeUps;
  now: () => Date;
}

/**
 * Begins the schedule of deliveries anew, with the same ids and bytes. Those that still wait for their next try are left
 * to it. Returns the replayed ones.
 */
export const replayDeliveries = async (
  deliveries: readonly Delivery[],
  deps: OperateDeps,
): Promise<Delivery[]> => {
  const again: Delivery[] = [];
  for (const delivery of deliveries) {
    if (delivery.state === "waiting") continue;
    const next = replayed(delivery, deps.now());
    await deps.deliveries.update(delivery, next);
    again.push(next);
  }
  const lanes = new Set(again.map(({ accountId, recipient }) => laneOf(accountId, recipient)));
  for (const lane of lanes) await deps.wakeUps.wake(lane);
  return again;
};

/**
 * Sends a recipient a delivery with the event `test`, signed with the account's secret, by the same way as all others.
 * Returns it as it is before its first try. Throws NamedError ValidationFailed for what is no address.
 */
export const sendTest = async (
  accountId: string,
  recipient: string,
  deps: OperateDeps & Pick<SecretSource, "newId">,
): Promise<Delivery> => {
  // Only its form: what may be connected to is known where it is delivered from.
  checkedHop(recipient, "loopback", "--url");
  const planned: PlannedNotification = {
    eventId: deps.newId(),
    sequence: 0,
    kind: "render",
    event: "test",
  };
  const task = { taskId: deps.newId(), videoId: deps.newId(), metadata: null };
  const occurredAt = deps.now().toISOString();
  const body = webhookBody(planned, task, { status: "completed", occurredAt });
  const delivery = newDelivery(planned, { ...task, accountId }, recipient, deps.now());
  await deps.deliveries.add(delivery, body);
  await deps.wakeUps.wake(laneOf(accountId, recipient));
  return delivery;
};

/** When a rotation's overlap ends; null when none is under way. */
export const overlapEnd = (account: Account, now: Date): string | null =>
  previousSecretAt(account, now)?.until ?? null;

/**
 * Gives an account a new webhook secret. For `overlapHours` the one before signs too (signatures.ts); with 0 it is worth
 * nothing at once. Throws NamedError ValidationFailed while the overlap of an earlier rotation lasts, unless that is 0.
 */
export const rotateSecret = async (
  account: Account,
  overlapHours: number,
  deps: Pick<SecretSource, "randomBytes" | "now"> & { accounts: Pick<AccountStore, "change"> },
): Promise<{ webhookSecret: string; previousValidUntil: string }> => {
  const now = deps.now();
  const running = overlapEnd(account, now);
  if (running !== null && overlapHours > 0) {
    const remedy = "Wait for it, or end it at once with --overlap 0.";
    throw new NamedError("ValidationFailed", `The last rotation's overlap lasts until ${running}. ${remedy}`);
  }
  const webhookSecret = newWebhookSecret(deps);
  const until = new Date(now.getTime() + overlapHours * 3_600_000).toISOString();
  await deps.accounts.change(account.id, {
    webhookSecret,
    previousWebhookSecret: { secret: account.webhookSecret, until },
  });
  return { webhookSecret, previousValidUntil: until };
};
