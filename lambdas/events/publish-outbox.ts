import { z } from "zod";
import { createTable } from "../../adapters/dynamo-client.ts";
import { createDynamoOutbox, outboxEventOf } from "../../adapters/dynamo-outbox.ts";
import { createEventBridgePublisher } from "../../adapters/event-bridge-publisher.ts";
import { publishOutbox } from "../../core/events/outbox.ts";
import { outboxEnvironment } from "../environment.ts";
import { insideHandler } from "../shared/inside-handler.ts";

/** Records of the table's stream; the source filters for new rows of the outbox. */
const streamSchema = z.object({
  Records: z.array(z.object({ dynamodb: z.object({ NewImage: z.record(z.string(), z.unknown()) }) })),
});

export const handler = insideHandler({
  name: "publish-outbox",
  environment: outboxEnvironment,
  input: streamSchema,
  build: (env) => ({
    outbox: createDynamoOutbox(createTable(env.TABLE_NAME)),
    publisher: createEventBridgePublisher(env.EVENT_BUS_NAME),
  }),
  run: ({ Records }, deps) =>
    publishOutbox(
      Records.map(({ dynamodb }) => outboxEventOf(dynamodb.NewImage)),
      deps,
    ),
});
