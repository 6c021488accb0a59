import { runContainerTask } from "../../adapters/container-task.ts";
import { createDynamoCaptioningTaskStore } from "../../adapters/dynamo-captioning-task-store.ts";
import { createTable } from "../../adapters/dynamo-client.ts";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { downloadObject, uploadFile } from "../../adapters/s3-files.ts";
import { createS3Client, createS3MediaBucket } from "../../adapters/s3-media-bucket.ts";
import { type ErrorName, NamedError } from "../../core/errors.ts";
import { fontIdOfFileKey } from "../../core/storage/keys.ts";
import {
  type RenderEnvironment,
  type RenderOrder,
  renderEnvironment,
  renderOrderSchema,
} from "./environment.ts";
import { type RenderTaskDeps, renderTask } from "./render-task.ts";

const millisecondsBetweenReports = 1000;

const dependencies = (
  { BUCKET_NAME: bucket, TABLE_NAME }: RenderEnvironment,
  order: RenderOrder,
): RenderTaskDeps => {
  const client = createS3Client();
  const files = createS3MediaBucket({ name: bucket, client });
  const tasks = createDynamoCaptioningTaskStore(createTable(TABLE_NAME), { now: () => new Date() });
  const fetched = async (
    key: string,
    path: string,
    signal: AbortSignal,
    ...[name, sentence]: [ErrorName, string]
  ): Promise<void> => {
    if ((await files.head(key)) === null) throw new NamedError(name, sentence);
    await downloadObject({ client, bucket, key }, path, signal);
  };
  let reportedAt = 0;
  return {
    readJob: (key) => files.getJson(key),
    download: (key, path, signal) =>
      fetched(key, path, signal, "VideoUnavailable", "The video is no longer there: upload it again"),
    downloadFont: (key, path, signal) =>
      fetched(
        key,
        path,
        signal,
        "FontNotFound",
        `The font ${fontIdOfFileKey(key)} has been deleted: upload it again`,
      ),
    upload: (key, path, contentType, signal) =>
      uploadFile({ client, bucket, key }, path, contentType, signal),
    reportProgress(done) {
      const now = Date.now();
      if (now - reportedAt < millisecondsBetweenReports && done < 1) return;
      reportedAt = now;
      tasks
        .reportProgress(order.taskId, "rendering", done)
        // A lost report is harmless: the next one says more.
        .catch((error: unknown) => logLine("warn", "progress was not reported", errorFields(error)));
    },
  };
};

/** One render, reported by task token. */
try {
  const environment = renderEnvironment.parse(process.env);
  const order = renderOrderSchema.parse(JSON.parse(environment.JOB));
  logLine("info", "render", { taskId: order.taskId });
  const deps = dependencies(environment, order);
  // Open keep-alive connections must not keep the process after its work.
  process.exit(
    await runContainerTask((signal) => renderTask(order.jobKey, deps, signal), {
      taskToken: environment.TASK_TOKEN,
    }),
  );
} catch (error) {
  logLine("error", "fault", errorFields(error));
  process.exit(1);
}
