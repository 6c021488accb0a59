import type { FailingList } from "../api/schemas/operator.ts";
import { deliveryView } from "../webhooks/account-deliveries.ts";
import type { DeliveryStore } from "../webhooks/delivery-store.ts";

/** Returns failing webhooks of all accounts: dead ones, newest first, or those with further attempts, next attempt first. */
export const listFailingDeliveries = async (
  { state, limit }: { state: "dead" | "retrying"; limit: number },
  { deliveries }: { deliveries: Pick<DeliveryStore, "listDead" | "listRetrying"> },
): Promise<FailingList> => {
  const found = state === "dead" ? await deliveries.listDead(limit) : await deliveries.listRetrying(limit);
  return found.map((delivery) => ({ ...deliveryView(delivery), accountId: delivery.accountId }));
};
