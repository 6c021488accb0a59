import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { z } from "zod";
import type { IdempotencyClaim, IdempotencyStore } from "../../core/api/idempotency.ts";
import { sha256 } from "../node-secrets.ts";
import { epochSeconds, getItem, type Item, ifConditionHolds, type Table } from "./table.ts";

const rowSchema = z.object({
  fingerprint: z.string(),
  resourceId: z.string(),
  isDone: z.boolean(),
  /** JSON of the answer, null when it was too large to keep. */
  answer: z.string().nullable(),
  expiresAt: z.string(),
});

const answerSchema = z.object({ status: z.number(), body: z.unknown() });

/** A claim that is somebody else's by now has nothing of ours to end. */
const stillMine = "resourceId = :id AND isDone = :no";

/** One item per account and key; the key itself is text of a caller, so its hash stands in the item's key. */
export const createDynamoIdempotency = (table: Table, { now }: { now: () => Date }): IdempotencyStore => {
  const keyOf = (accountId: string, key: string) => ({
    pk: `ACCOUNT#${accountId}`,
    sk: `IDEMPOTENCY#${sha256(key)}`,
  });

  /** Takes a key that is free, expired, or whose claim of the same request has died; keeps that one's resource id. */
  const take = async (request: Parameters<IdempotencyStore["claim"]>[0]): Promise<string | null> => {
    const expiresAt = request.expiresAt.toISOString();
    const values: Item = {
      ":fingerprint": request.fingerprint,
      ":id": request.resourceId,
      ":lease": request.leaseUntil.toISOString(),
      ":expires": expiresAt,
      ":seconds": epochSeconds(expiresAt),
      ":now": now().toISOString(),
      ":no": false,
      ":null": null,
    };
    const assignments = "fingerprint = :fingerprint, isDone = :no, leaseUntil = :lease, expiresAt = :expires";
    const tryTaking = async (resourceId: string, condition: string): Promise<string | null> => {
      const command = new UpdateCommand({
        TableName: table.name,
        Key: keyOf(request.accountId, request.key),
        UpdateExpression: `SET ${assignments}, ttlSeconds = :seconds, answer = :null, resourceId = ${resourceId}`,
        ConditionExpression: condition,
        ExpressionAttributeValues: values,
        ReturnValues: "ALL_NEW",
      });
      const taken = await ifConditionHolds(table.client.send(command));
      return taken === null ? null : String(taken.Attributes?.resourceId);
    };
    return (
      (await tryTaking(":id", "attribute_not_exists(pk) OR expiresAt <= :now")) ??
      (await tryTaking(
        "if_not_exists(resourceId, :id)",
        "fingerprint = :fingerprint AND isDone = :no AND leaseUntil <= :now AND expiresAt > :now",
      ))
    );
  };

  return {
    async claim(request): Promise<IdempotencyClaim> {
      const resourceId = await take(request);
      if (resourceId !== null) return { kind: "granted", resourceId };
      const { pk, sk } = keyOf(request.accountId, request.key);
      const item = await getItem(table, pk, sk);
      // Released between the two calls: the caller asks again.
      if (item === null) return { kind: "busy" };
      const row = rowSchema.parse(item);
      if (row.fingerprint !== request.fingerprint) return { kind: "conflict" };
      if (!row.isDone) return { kind: "busy" };
      const answer = row.answer === null ? null : answerSchema.parse(JSON.parse(row.answer));
      return { kind: "done", resourceId: row.resourceId, answer };
    },

    async complete(accountId, key, resourceId, answer) {
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: keyOf(accountId, key),
          ConditionExpression: "resourceId = :id",
          UpdateExpression: "SET isDone = :yes, answer = :answer",
          ExpressionAttributeValues: {
            ":id": resourceId,
            ":yes": true,
            ":answer": answer === null ? null : JSON.stringify(answer),
          },
        }),
      );
    },

    async release(accountId, key, resourceId) {
      const command = new DeleteCommand({
        TableName: table.name,
        Key: keyOf(accountId, key),
        ConditionExpression: stillMine,
        ExpressionAttributeValues: { ":id": resourceId, ":no": false },
      });
      await ifConditionHolds(table.client.send(command));
    },

    async interrupt(accountId, key, resourceId) {
      const command = new UpdateCommand({
        TableName: table.name,
        Key: keyOf(accountId, key),
        ConditionExpression: stillMine,
        UpdateExpression: "SET leaseUntil = :now",
        ExpressionAttributeValues: { ":id": resourceId, ":no": false, ":now": now().toISOString() },
      });
      await ifConditionHolds(table.client.send(command));
    },
  };
};
