import { DeleteCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { type Plan, type PlanStore, planSchema } from "../../core/accounts/plan.ts";
import { getItem, queryItems, type Table } from "./table.ts";

const plansKey = "PLANS";
const keyOf = (name: string) => ({ pk: plansKey, sk: `PLAN#${name}` });

/** Plans are cached this long, because every request reads its account's plan. */
const cachedMs = 10_000;

export const createDynamoPlanStore = (table: Table, { now }: { now: () => Date }): PlanStore => {
  const cache = new Map<string, { plan: Plan | null; until: number }>();

  return {
    async get(name) {
      const known = cache.get(name);
      if (known !== undefined && known.until > now().getTime()) return known.plan;
      const { pk, sk } = keyOf(name);
      const item = await getItem(table, pk, sk);
      const plan = item === null ? null : planSchema.parse(item);
      cache.set(name, { plan, until: now().getTime() + cachedMs });
      return plan;
    },

    async list() {
      const items = await queryItems(table, {
        KeyConditionExpression: "pk = :plans",
        ExpressionAttributeValues: { ":plans": plansKey },
        ConsistentRead: true,
      });
      return items.map((item) => planSchema.parse(item));
    },

    async put(plan) {
      const item = { ...keyOf(plan.name), ...planSchema.parse(plan) };
      await table.client.send(new PutCommand({ TableName: table.name, Item: item }));
      cache.delete(plan.name);
    },

    async remove(name) {
      const { Attributes } = await table.client.send(
        new DeleteCommand({ TableName: table.name, Key: keyOf(name), ReturnValues: "ALL_OLD" }),
      );
      cache.delete(name);
      return Attributes !== undefined;
    },
  };
};
