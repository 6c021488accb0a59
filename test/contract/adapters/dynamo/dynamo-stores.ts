import { CreateTableCommand, type DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createDynamoAccountStore } from "../../../../adapters/dynamo/account-store.ts";
import { createDynamoCapacityStore } from "../../../../adapters/dynamo/capacity-store.ts";
import { createDynamoCursors } from "../../../../adapters/dynamo/cursors.ts";
import { createDynamoDeletions } from "../../../../adapters/dynamo/deletions.ts";
import { createDynamoDeliveryQueues } from "../../../../adapters/dynamo/delivery-queues.ts";
import { createDynamoDeliveryStore } from "../../../../adapters/dynamo/delivery-store.ts";
import { createDynamoFontStore } from "../../../../adapters/dynamo/font-store.ts";
import { createDynamoIdempotency } from "../../../../adapters/dynamo/idempotency.ts";
import { createDynamoKeyUses } from "../../../../adapters/dynamo/key-uses.ts";
import { createDynamoLedger } from "../../../../adapters/dynamo/ledger.ts";
import { createDynamoTaskIndex } from "../../../../adapters/dynamo/listing.ts";
import { createDynamoOperatorKeyStore } from "../../../../adapters/dynamo/operator-key-store.ts";
import { createDynamoOutbox } from "../../../../adapters/dynamo/outbox.ts";
import { createDynamoPlanStore } from "../../../../adapters/dynamo/plan-store.ts";
import { createDynamoRequestBuckets } from "../../../../adapters/dynamo/request-buckets.ts";
import { createTable } from "../../../../adapters/dynamo/table.ts";
import { createDynamoTaskSlots } from "../../../../adapters/dynamo/task-slots.ts";
import { createDynamoTasks } from "../../../../adapters/dynamo/task-store.ts";
import { createDynamoVideoStore } from "../../../../adapters/dynamo/video-store.ts";
import type { Outbox } from "../../../../core/events/outbox.ts";
import type { Records } from "../../../fakes/records.ts";

const text = (AttributeName: string) => ({ AttributeName, AttributeType: "S" as const });
const keys = (pk: string, sk: string) => [
  { AttributeName: pk, KeyType: "HASH" as const },
  { AttributeName: sk, KeyType: "RANGE" as const },
];

/** A table like the product's (lib/records-table.ts), and every store on it. */
export const createDynamoRecords = async (
  client: DynamoDBClient,
  TableName: string,
  { now }: { now: () => Date },
): Promise<Records & { outbox: Outbox }> => {
  const index = (IndexName: string, ProjectionType: "ALL" | "KEYS_ONLY") => ({
    IndexName,
    KeySchema: keys(`${IndexName}pk`, `${IndexName}sk`),
    Projection: { ProjectionType },
  });
  await client.send(
    new CreateTableCommand({
      TableName,
      BillingMode: "PAY_PER_REQUEST",
      AttributeDefinitions: ["pk", "sk", "gsi1pk", "gsi1sk", "gsi2pk", "gsi2sk"].map(text),
      KeySchema: keys("pk", "sk"),
      GlobalSecondaryIndexes: [index("gsi1", "ALL"), index("gsi2", "KEYS_ONLY")],
    }),
  );
  const table = createTable(TableName, client);
  return {
    accounts: createDynamoAccountStore(table),
    operatorKeys: createDynamoOperatorKeyStore(table),
    ledger: createDynamoLedger(table),
    plans: createDynamoPlanStore(table, { now }),
    keyUses: createDynamoKeyUses(table, { now }),
    buckets: createDynamoRequestBuckets(table, { now }),
    videos: createDynamoVideoStore(table, { now }),
    ...createDynamoTasks(table, { now }),
    taskIndex: createDynamoTaskIndex(table, { now }),
    deletions: createDynamoDeletions(table),
    cursors: createDynamoCursors(table),
    capacity: createDynamoCapacityStore(table),
    slots: createDynamoTaskSlots(table),
    deliveries: createDynamoDeliveryStore(table),
    deliveryQueues: createDynamoDeliveryQueues(table, { now }),
    fonts: createDynamoFontStore(table),
    idempotency: createDynamoIdempotency(table, { now }),
    outbox: createDynamoOutbox(table),
  };
};
