import type { DeliveryView } from "../api/schemas/webhooks.ts";
import { NamedError } from "../errors.ts";
import type { Delivery } from "./delivery.ts";
import { recipientKey } from "./delivery-queue.ts";
import type { DeliveryStore } from "./delivery-store.ts";
import { replayDeliveries, type WebhookOperationDeps } from "./operator-actions.ts";

/** Maximum number of deliveries that a request with a filter reads. */
const maxExamined = 1000;

/** Hides the query string of a recipient, which may contain a token, and returns the rest. */
export const shownRecipient = (recipient: string): string =>
  recipientKey(recipient) + (new URL(recipient).search === "" ? "" : "?…");

const idOf = ({ taskId, sequence }: Delivery): string => `${taskId}.${sequence}`;

export const deliveryView = (delivery: Delivery): DeliveryView => {
  const { eventId, taskId, videoId, kind, event, state, createdAt, attemptCount } = delivery;
  const last = delivery.attempts.at(-1);
  return {
    id: idOf(delivery),
    ...{ eventId, taskId, videoId, kind, event, state, createdAt },
    recipient: shownRecipient(delivery.recipient),
    attempts: attemptCount,
    dueAt: delivery.state === "waiting" ? delivery.dueAt : null,
    lastAttemptAt: last?.at ?? null,
    responseStatus: last?.status ?? null,
    responseError: last?.error ?? null,
    responseBody: last === undefined || last.status === null ? null : last.responseBody,
  };
};

/** Returns an account's deliveries, newest first; with a state, those among the newest 1,000. */
export const listDeliveries = async (
  {
    accountId,
    taskId,
    state,
    limit,
  }: {
    accountId: string;
    taskId?: string | undefined;
    state?: Delivery["state"] | undefined;
    limit: number;
  },
  { deliveries }: { deliveries: Pick<DeliveryStore, "listOfTask" | "listOfAccount"> },
): Promise<DeliveryView[]> => {
  const all =
    taskId === undefined
      ? await deliveries.listOfAccount(accountId, state === undefined ? limit : maxExamined)
      : (await deliveries.listOfTask(taskId)).filter((one) => one.accountId === accountId).toReversed();
  return all
    .filter((one) => state === undefined || one.state === state)
    .slice(0, limit)
    .map(deliveryView);
};

/**
 * Restarts the attempts of a delivery, with the same event ID and body. Does nothing while it waits for an attempt. `id` is that of the list.
 * Throws NamedError NotFound.
 */
export const replayDelivery = async (
  { accountId, id }: { accountId: string; id: string },
  deps: WebhookOperationDeps,
): Promise<void> => {
  const [, taskId] = /^([^.]{1,64})\.\d{1,9}$/.exec(id) ?? [];
  const deliveries = taskId === undefined ? [] : await deps.deliveries.listOfTask(taskId);
  const delivery = deliveries.find((one) => one.accountId === accountId && idOf(one) === id);
  if (delivery === undefined) {
    throw new NamedError("NotFound", "The delivery does not exist. See GET /account/webhook/deliveries.");
  }
  await replayDeliveries([delivery], deps);
};
