import { createEmbeddedMetrics } from "../../adapters/aws/embedded-metrics.ts";
import { createEventBridgePublisher } from "../../adapters/aws/event-bridge-publisher.ts";
import { createSqsWakeUps } from "../../adapters/aws/sqs-wake-ups.ts";
import { createDynamoDeliveryStore } from "../../adapters/dynamo/delivery-store.ts";
import { createDynamoOutbox } from "../../adapters/dynamo/outbox.ts";
import { createTable } from "../../adapters/dynamo/table.ts";
import { createDynamoTasks } from "../../adapters/dynamo/task-store.ts";
import { createDynamoVideoStore } from "../../adapters/dynamo/video-store.ts";
import type { OutboxEvent } from "../../core/events/outbox.ts";
import { measureEnds } from "../../core/tasks/task-metrics.ts";
import { planWebhooks } from "../../core/webhooks/plan-webhooks.ts";
import { webhookMetrics } from "../../core/webhooks/webhook-metrics.ts";
import type { LinkEnvironment } from "../environment.ts";
import { mediaLinks } from "./link-dependencies.ts";
import { createTaskMetrics } from "./task-metrics.ts";

/** Builds the dependencies of the webhook handlers. */
export const webhooks = (env: { TABLE_NAME: string; WEBHOOK_QUEUE_URL: string; STACK_NAME: string }) => {
  const now = (): Date => new Date();
  const table = createTable(env.TABLE_NAME);
  return {
    now,
    ...createDynamoTasks(table, { now }),
    deliveries: createDynamoDeliveryStore(table),
    wakeUps: createSqsWakeUps(env.WEBHOOK_QUEUE_URL),
    metrics: createEmbeddedMetrics(webhookMetrics, { Stack: env.STACK_NAME, Area: "Webhooks" }),
  };
};

/** Builds the publisher of the outbox, for the stream and for the reconciler. */
export const publishing = (
  env: LinkEnvironment & Parameters<typeof webhooks>[0] & { EVENT_BUS_NAME: string },
) => {
  const common = webhooks(env);
  const table = createTable(env.TABLE_NAME);
  const outbox = createDynamoOutbox(table);
  const metrics = createTaskMetrics(env.STACK_NAME);
  const plan = {
    ...common,
    outbox,
    videos: createDynamoVideoStore(table, common),
    ...mediaLinks(env),
  };
  return {
    ...common,
    outbox,
    publisher: createEventBridgePublisher(env.EVENT_BUS_NAME),
    planWebhooks: (events: readonly OutboxEvent[]): Promise<void> => planWebhooks(events, plan),
    taskMetrics: metrics,
    measureEnds: (events: readonly OutboxEvent[]): Promise<void> =>
      measureEnds(
        events.map(({ event }) => event),
        { allTasks: common.allTasks, metrics },
      ),
  };
};
