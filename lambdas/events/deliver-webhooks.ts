import * as z from "zod";
import { createDynamoAccountStore } from "../../adapters/dynamo/account-store.ts";
import { createDynamoDeliveryQueues } from "../../adapters/dynamo/delivery-queues.ts";
import { createTable } from "../../adapters/dynamo/table.ts";
import { createWebhookSender } from "../../adapters/egress/webhook-sender.ts";
import { settleAll } from "../../core/async/settle-all.ts";
import { workDeliveryQueue } from "../../core/webhooks/work-delivery-queue.ts";
import { webhookEnvironment } from "../environment.ts";
import { basics } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { webhooks } from "../shared/webhook-dependencies.ts";

const wakeUp = z.object({ queue: z.string() });

export const handler = internalHandler({
  name: "deliver-webhooks",
  environment: webhookEnvironment,
  input: z.object({ Records: z.array(z.object({ body: z.string() })) }),
  build: (env) => ({
    ...basics(env),
    ...webhooks(env),
    accounts: createDynamoAccountStore(createTable(env.TABLE_NAME)),
    queues: createDynamoDeliveryQueues(createTable(env.TABLE_NAME), basics(env)),
    sender: createWebhookSender({ policy: basics(env).egress }),
    delaysSeconds: env.CAPSTACK_WEBHOOK_DELAYS ?? env.WEBHOOK_DELAYS,
  }),
  run: async ({ Records }, deps) => {
    const queues = new Set(Records.map(({ body }) => wakeUp.parse(JSON.parse(body)).queue));
    // Queues are independent of each other; the sweep retries those that failed.
    await settleAll(
      [...queues].map((queue) => workDeliveryQueue(queue, deps)),
      "Delivery queues had failures",
    );
  },
});
