import type { Account, AccountStore } from "../accounts/account.ts";
import { newWebhookSecret, type SecretSource } from "../accounts/create-account.ts";
import { checkedUrl } from "../egress/download-rules.ts";
import { NamedError } from "../errors.ts";
import { type Delivery, newDelivery, replayed } from "./delivery.ts";
import { deliveryQueueOf } from "./delivery-queue.ts";
import type { DeliveryStore, WakeUps } from "./delivery-store.ts";
import type { PlannedNotification } from "./planned-notification.ts";
import { previousSecretAt } from "./signatures.ts";
import { webhookBody } from "./webhook-body.ts";

/** Operations on webhooks behind the API and the operator's command line (bin/operator/webhooks-commands.ts). */

/** Hours for which the previous secret also signs after a rotation. */
export const defaultOverlapHours = 24;
export const maxOverlapHours = 30 * 24;

export interface WebhookOperationDeps {
  deliveries: DeliveryStore;
  wakeUps: WakeUps;
  now: () => Date;
}

/**
 * Restarts the schedule of deliveries, with the same event IDs and bodies. Skips those that wait for an attempt. Returns the
 * replayed ones.
 */
export const replayDeliveries = async (
  deliveries: readonly Delivery[],
  deps: WebhookOperationDeps,
): Promise<Delivery[]> => {
  const replayedDeliveries: Delivery[] = [];
  for (const delivery of deliveries) {
    if (delivery.state === "waiting") continue;
    const next = replayed(delivery, deps.now());
    await deps.deliveries.update(delivery, next);
    replayedDeliveries.push(next);
  }
  const queues = new Set(
    replayedDeliveries.map(({ accountId, recipient }) => deliveryQueueOf(accountId, recipient)),
  );
  for (const queue of queues) await deps.wakeUps.wake(queue);
  return replayedDeliveries;
};

/**
 * Sends a delivery with the event `test`, signed with the account's secret, through the same queues as all others. Returns
 * it as it is before the first attempt. Throws NamedError ValidationFailed when `recipient` is not a URL.
 */
export const sendTest = async (
  accountId: string,
  recipient: string,
  deps: WebhookOperationDeps & Pick<SecretSource, "newId">,
): Promise<Delivery> => {
  // Checks only the form: the deliverer checks whether the host may be contacted.
  checkedUrl(recipient, "loopback", "--url");
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
  await deps.wakeUps.wake(deliveryQueueOf(accountId, recipient));
  return delivery;
};

/** Returns when the overlap of a rotation ends; null without a rotation in progress. */
export const overlapEnd = (account: Account, now: Date): string | null =>
  previousSecretAt(account, now)?.until ?? null;

/**
 * Gives an account a new webhook secret. The previous one signs too for `overlapHours` (signatures.ts); with 0 it becomes
 * invalid immediately. Throws NamedError ValidationFailed during the overlap of an earlier rotation, unless `overlapHours`
 * is 0.
 */
export const rotateSecret = async (
  account: Account,
  overlapHours: number,
  deps: Pick<SecretSource, "randomBytes" | "now"> & { accounts: Pick<AccountStore, "change"> },
): Promise<{ webhookSecret: string; previousValidUntil: string }> => {
  const now = deps.now();
  const overlapUntil = overlapEnd(account, now);
  if (overlapUntil !== null && overlapHours > 0) {
    const remedy = "Wait until then, or end the overlap now by setting it to 0 hours.";
    throw new NamedError(
      "ValidationFailed",
      `The overlap of the last rotation ends at ${overlapUntil}. ${remedy}`,
    );
  }
  const webhookSecret = newWebhookSecret(deps);
  const until = new Date(now.getTime() + overlapHours * 3_600_000).toISOString();
  await deps.accounts.change(account.id, {
    webhookSecret,
    previousWebhookSecret: { secret: account.webhookSecret, until },
  });
  return { webhookSecret, previousValidUntil: until };
};
