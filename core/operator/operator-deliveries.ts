import type { FailingList } from "../api/schemas/operator.ts";
import { deliveryView } from "../webhooks/account-deliveries.ts";
import type { DeliveryStore } from "../webhooks/delivery-store.ts";

/** Returns webhooks of all accounts that fail: those given up, newest first, or those that will be tried again, next attempt first. */
export const listFailingDeliveries = async (
  { state, limit }: { state: "dead" | "retrying"; limit: number },
  { deliveries }: { deliveries: Pick<DeliveryStore, "listDead" | "listRetrying"> },
): Promise<FailingList> => {
  const found = state === "dead" ? await deliveries.listDead(limit) : await deliveries.listRetrying(limit);
  return found.map((delivery) => ({ ...deliveryView(delivery), accountId: delivery.accountId }));
};
