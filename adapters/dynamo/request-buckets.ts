import {
  ConditionalCheckFailedException,
  ProvisionedThroughputExceededException,
  ThrottlingException,
} from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { RequestBuckets, RequestRate } from "../../core/accounts/request-limit.ts";
import { epochSeconds, type Table } from "./table.ts";

const microsecondsPerSecond = 1_000_000;
/** A row that nobody has touched for a day is a full bucket: it may go. */
const keptMs = 86_400_000;

/**
 * A bucket is one number, the moment at which it will be full again (`fullAt`, microseconds): each token moves it on by
 * 1 / rate, and it lies at most burst / rate ahead of now. That is a token bucket without a clock that ticks, and one
 * conditional write takes tokens. Source: generic cell rate algorithm, ITU-T I.371.
 */
export const createDynamoRequestBuckets = (table: Table, { now }: { now: () => Date }): RequestBuckets => {
  /** The bucket's `fullAt` after taking; or, as `was`, the present one if the condition for `from` did not hold. */
  const tryTaking = async (
    accountId: string,
    cost: number,
    at: number,
    latest: number,
    from: "full" | "filling",
  ): Promise<{ fullAt: number } | { was: number | null }> => {
    const [update, condition, values] =
      from === "full"
        ? ["fullAt = :full", "attribute_not_exists(fullAt) OR fullAt <= :now", { ":full": at + cost }]
        : [
            "fullAt = fullAt + :cost",
            "fullAt > :now AND fullAt <= :latest",
            { ":cost": cost, ":latest": latest },
          ];
    try {
      const { Attributes } = await table.client.send(
        new UpdateCommand({
          TableName: table.name,
          Key: { pk: `USAGE#ACCOUNT#${accountId}`, sk: "REQUESTS" },
          UpdateExpression: `SET ${update}, ttlSeconds = :ttl`,
          ConditionExpression: condition,
          ExpressionAttributeValues: {
            ...values,
            ":now": at,
            ":ttl": epochSeconds(at / 1000 + keptMs),
          },
          ReturnValues: "UPDATED_NEW",
          ReturnValuesOnConditionCheckFailure: "ALL_OLD",
        }),
      );
      return { fullAt: Number(Attributes?.fullAt) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const old = error.Item === undefined ? {} : unmarshall(error.Item);
      return { was: typeof old.fullAt === "number" ? old.fullAt : null };
    }
  };

  const take = async (accountId: string, wanted: number, { requestsPerSecond, burst }: RequestRate) => {
    const perToken = microsecondsPerSecond / requestsPerSecond;
    const at = now().getTime() * 1000;
    const leftWith = (fullAt: number): number =>
      Math.max(0, Math.floor((at + burst * perToken - Math.max(fullAt, at)) / perToken + 1e-6));
    let count = Math.min(wanted, burst);
    let from: "full" | "filling" = "full";
    // Each round knows more of the bucket; what changes all the time under us is being taken from by others.
    for (let round = 0; round < 4 && count > 0; round += 1) {
      const latest = Math.floor(at + (burst - count) * perToken);
      const result = await tryTaking(accountId, Math.ceil(count * perToken), at, latest, from);
      if ("fullAt" in result) return { taken: count, left: leftWith(result.fullAt) };
      const was = result.was ?? at;
      from = was > at ? "filling" : "full";
      count = Math.min(count, leftWith(was));
    }
    return { taken: 0, left: 0 };
  };

  return {
    async take(accountId, wanted, rate) {
      try {
        return await take(accountId, wanted, rate);
      } catch (error) {
        // More writes to one account's bucket than the table takes: the flood that the limit is there for.
        const isHot =
          error instanceof ThrottlingException || error instanceof ProvisionedThroughputExceededException;
        if (isHot) return { taken: 0, left: 0 };
        throw error;
      }
    },
  };
};
