import { outboxEventOf } from "../../adapters/dynamo/outbox.ts";
import { taskOf } from "../../adapters/dynamo/task-store.ts";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { publishOutbox } from "../../core/events/outbox.ts";
import { reportProgress } from "../../core/webhooks/report-progress.ts";
import { outboxEnvironment } from "../environment.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { streamInput } from "../shared/stream-input.ts";
import { publishing } from "../shared/webhook-dependencies.ts";

const isEvent = (image: Record<string, unknown>): boolean =>
  (image.sk as { S: string }).S.startsWith("EVENT#");

/**
 * What the table's stream has to tell others: new rows of the outbox, and the progress of rendering tasks. Both in one
 * function, since a stream bears two readers and no more.
 */
export const handler = internalHandler({
  name: "publish-outbox",
  environment: outboxEnvironment,
  input: streamInput,
  build: (env) => ({ ...publishing(env), told: new Map<string, { atMs: number; percent: number }>() }),
  run: async ({ Records }, deps) => {
    const images = Records.map(({ dynamodb }) => dynamodb.NewImage);
    await publishOutbox(images.filter(isEvent).map(outboxEventOf), deps);
    const tasks = images.filter((image) => !isEvent(image)).map(taskOf);
    // Lost progress is made good by the next; events must not be sent again for it.
    await reportProgress(tasks, deps).catch((error: unknown) =>
      logLine("warn", "progress was not told", errorFields(error)),
    );
  },
});
