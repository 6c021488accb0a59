import { z } from "zod";
import { createTable } from "../../adapters/dynamo-client.ts";
import { createDynamoOutbox } from "../../adapters/dynamo-outbox.ts";
import { createEventBridgePublisher } from "../../adapters/event-bridge-publisher.ts";
import { reconcile } from "../../core/tasks/reconcile.ts";
import { reconcileEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { workflows } from "../shared/workflow-dependencies.ts";

export const handler = insideHandler({
  name: "reconcile",
  environment: reconcileEnvironment,
  input: z.unknown(),
  build: (env) => ({
    ...records(env),
    ...media(env),
    ...workflows(env),
    outbox: createDynamoOutbox(createTable(env.TABLE_NAME)),
    publisher: createEventBridgePublisher(env.EVENT_BUS_NAME),
  }),
  run: (_event, deps) => reconcile(deps),
});
