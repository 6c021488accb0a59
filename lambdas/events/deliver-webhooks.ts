import { z } from "zod";
import { createDynamoAccountStore } from "../../adapters/dynamo-account-store.ts";
import { createTable } from "../../adapters/dynamo-client.ts";
import { createDynamoLanes } from "../../adapters/dynamo-lanes.ts";
import { createWebhookSender } from "../../adapters/webhook-sender.ts";
import { allDone } from "../../core/all-done.ts";
import { workLane } from "../../core/webhooks/work-lane.ts";
import { webhookEnvironment } from "../environment.ts";
import { basics } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { webhooks } from "../shared/webhook-dependencies.ts";

const wakeUp = z.object({ lane: z.string() });

export const handler = insideHandler({
  name: "deliver-webhooks",
  environment: webhookEnvironment,
  input: z.object({ Records: z.array(z.object({ body: z.string() })) }),
  build: (env) => ({
    ...basics(env),
    ...webhooks(env),
    accounts: createDynamoAccountStore(createTable(env.TABLE_NAME)),
    lanes: createDynamoLanes(createTable(env.TABLE_NAME), basics(env)),
    sender: createWebhookSender({ policy: basics(env).egress }),
    delaysSeconds: env.CAPSTACK_WEBHOOK_DELAYS ?? env.WEBHOOK_DELAYS,
  }),
  run: async ({ Records }, deps) => {
    const lanes = new Set(Records.map(({ body }) => wakeUp.parse(JSON.parse(body)).lane));
    // Lanes do not wait for each other; what fails is tried again by the sweep.
    await allDone(
      [...lanes].map((lane) => workLane(lane, deps)),
      "Lanes had failures",
    );
  },
});
