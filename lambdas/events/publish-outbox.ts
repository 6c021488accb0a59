import { createTable } from "../../adapters/dynamo-client.ts";
import { createDynamoOutbox, outboxEventOf } from "../../adapters/dynamo-outbox.ts";
import { createEventBridgePublisher } from "../../adapters/event-bridge-publisher.ts";
import { publishOutbox } from "../../core/events/outbox.ts";
import { outboxEnvironment } from "../environment.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { streamInput } from "../shared/stream-input.ts";

export const handler = insideHandler({
  name: "publish-outbox",
  environment: outboxEnvironment,
  input: streamInput,
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
