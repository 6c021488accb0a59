import { outboxEventOf } from "../../adapters/dynamo/outbox.ts";
import { progressTaskOf } from "../../adapters/dynamo/stage-progress.ts";
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
 * Publishes what the table's stream contains: new rows of the outbox, and the progress of rendering tasks. One function does
 * both, because a stream supports only two readers.
 */
export const handler = internalHandler({
  name: "publish-outbox",
  environment: outboxEnvironment,
  input: streamInput,
  build: (env) => ({ ...publishing(env), lastReports: new Map<string, { atMs: number; percent: number }>() }),
  run: async ({ Records }, deps) => {
    const images = Records.map(({ dynamodb }) => dynamodb.NewImage);
    await publishOutbox(images.filter(isEvent).map(outboxEventOf), deps);
    const tasks = images.flatMap((image) => progressTaskOf(image) ?? []).map((id) => ({ id }));
    // The next report replaces lost progress; it must not cause events to be sent again.
    await reportProgress(tasks, deps).catch((error: unknown) =>
      logLine("warn", "progress could not be reported", errorFields(error)),
    );
  },
});
