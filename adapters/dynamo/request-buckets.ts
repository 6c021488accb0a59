import {
  ConditionalCheckFailedException,
  ProvisionedThroughputExceededException,
  ThrottlingException,
} from "@aws-sdk/client-dynamodb";
import { UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import type { RequestBuckets, RequestRate } from "../../core/accounts/request-limit.ts";
import { requestBucketRow } from "./rows.ts";
import { epochSeconds, type Table } from "./table.ts";

const microsecondsPerSecond = 1_000_000;
/** A row that was not changed for a day is a full bucket, and expires. */
const keptMs = 86_400_000;

/**
 * A bucket is one number, the time at which it will be full again (`fullAt`, microseconds): each token adds 1 / rate to it,
 * up to burst / rate from now. Needs no refills, and one conditional write takes tokens. Source: generic cell rate
 * algorithm, ITU-T I.371.
 *
 * @param counted what a token stands for; an account has a bucket for each
 */
export const createDynamoRequestBuckets = (
  table: Table,
  { now }: { now: () => Date },
  counted: "REQUESTS" | "FRAMES" = "REQUESTS",
): RequestBuckets => {
  /** Returns the new `fullAt`; or as `was` the current one, when the condition for `from` failed. */
  const tryTake = async (
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
          Key: { pk: `USAGE#ACCOUNT#${accountId}`, sk: counted },
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
      return requestBucketRow.parse(Attributes);
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return { was: error.Item === undefined ? null : requestBucketRow.parse(unmarshall(error.Item)).fullAt };
    }
  };

  const take = async (accountId: string, requested: number, { requestsPerSecond, burst }: RequestRate) => {
    const perToken = microsecondsPerSecond / requestsPerSecond;
    const at = now().getTime() * 1000;
    const leftWith = (fullAt: number): number =>
      Math.max(0, Math.floor((at + burst * perToken - Math.max(fullAt, at)) / perToken + 1e-6));
    let count = Math.min(requested, burst);
    let from: "full" | "filling" = "full";
    // Each attempt starts from the state that the previous one found; more conflicts mean that concurrent requests empty the bucket.
    for (let attempt = 0; attempt < 4 && count > 0; attempt += 1) {
      const latest = Math.floor(at + (burst - count) * perToken);
      const result = await tryTake(accountId, Math.ceil(count * perToken), at, latest, from);
      if ("fullAt" in result) return { taken: count, left: leftWith(result.fullAt) };
      const was = result.was ?? at;
      from = was > at ? "filling" : "full";
      count = Math.min(count, leftWith(was));
    }
    return { taken: 0, left: 0 };
  };

  return {
    async take(accountId, requested, rate) {
      try {
        return await take(accountId, requested, rate);
      } catch (error) {
        // The table throttles writes to this account's bucket: the flood that the rate limit is for.
        const isHot =
          error instanceof ThrottlingException || error instanceof ProvisionedThroughputExceededException;
        if (isHot) return { taken: 0, left: 0 };
        throw error;
      }
    },
  };
};
