import { DeleteCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import type { IdempotencyClaim, IdempotencyStore } from "../../core/api/idempotency.ts";
import { sha256 } from "../node-secrets.ts";
import { idempotencyRow } from "./rows.ts";
import { epochSeconds, getItem, type Item, ifConditionHolds, type Table } from "./table.ts";

const responseSchema = z.object({ status: z.number(), body: z.unknown() });

/** The claim is still that of the resource ID. */
const isCurrentClaim = "resourceId = :id AND isDone = :no";

/** Stores one item per account and key. The item's key contains the hash, because the key is text of a caller. */
export const createDynamoIdempotency = (table: Table, { now }: { now: () => Date }): IdempotencyStore => {
  const keyOf = (accountId: string, key: string) => ({
    pk: `ACCOUNT#${accountId}`,
    sk: `IDEMPOTENCY#${sha256(key)}`,
  });

  /** Claims a key that is free, has expired, or whose lease for the same request has ended; keeps that resource ID. */
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
    const tryTake = async (resourceId: string, condition: string): Promise<string | null> => {
      const command = new UpdateCommand({
        TableName: table.name,
        Key: keyOf(request.accountId, request.key),
        UpdateExpression: `SET ${assignments}, ttlSeconds = :seconds, responseJson = :null, resourceId = ${resourceId}`,
        ConditionExpression: condition,
        ExpressionAttributeValues: values,
        ReturnValues: "ALL_NEW",
      });
      const taken = await ifConditionHolds(table.client.send(command));
      return taken === null ? null : String(taken.Attributes?.resourceId);
    };
    return (
      (await tryTake(":id", "attribute_not_exists(pk) OR expiresAt <= :now")) ??
      (await tryTake(
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
      // Released between the two calls: the caller retries.
      if (item === null) return { kind: "busy" };
      const row = idempotencyRow.parse(item);
      if (row.fingerprint !== request.fingerprint) return { kind: "conflict" };
      if (!row.isDone) return { kind: "busy" };
      const response = row.responseJson === null ? null : responseSchema.parse(JSON.parse(row.responseJson));
      return { kind: "done", resourceId: row.resourceId, response };
    },

    async complete(accountId, key, resourceId, response) {
      await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: keyOf(accountId, key),
          ConditionExpression: "resourceId = :id",
          UpdateExpression: "SET isDone = :yes, responseJson = :response",
          ExpressionAttributeValues: {
            ":id": resourceId,
            ":yes": true,
            ":response": response === null ? null : JSON.stringify(response),
          },
        }),
      );
    },

    async release(accountId, key, resourceId) {
      const command = new DeleteCommand({
        TableName: table.name,
        Key: keyOf(accountId, key),
        ConditionExpression: isCurrentClaim,
        ExpressionAttributeValues: { ":id": resourceId, ":no": false },
      });
      await ifConditionHolds(table.client.send(command));
    },

    async interrupt(accountId, key, resourceId) {
      const command = new UpdateCommand({
        TableName: table.name,
        Key: keyOf(accountId, key),
        ConditionExpression: isCurrentClaim,
        UpdateExpression: "SET leaseUntil = :now",
        ExpressionAttributeValues: { ":id": resourceId, ":no": false, ":now": now().toISOString() },
      });
      await ifConditionHolds(table.client.send(command));
    },
  };
};
