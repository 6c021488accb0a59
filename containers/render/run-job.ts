import { runContainerTask } from "../../adapters/aws/container-task.ts";
import { createDynamoSegmentProgress } from "../../adapters/dynamo/segment-progress.ts";
import { createTable } from "../../adapters/dynamo/table.ts";
import { createDynamoTasks } from "../../adapters/dynamo/task-store.ts";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { downloadObject, uploadFile } from "../../adapters/s3/files.ts";
import { createS3Client, createS3MediaBucket } from "../../adapters/s3/media-bucket.ts";
import { clippingProgress } from "../../core/clips/clipping-progress.ts";
import { NamedError } from "../../core/errors.ts";
import { dividedProgress } from "../../core/render-plan/segments.ts";
import { fontIdOfFileKey } from "../../core/storage/keys.ts";
import {
  type RenderEnvironment,
  type RenderTaskInput,
  renderEnvironment,
  renderTaskInputSchema,
} from "./environment.ts";
import { renderTask } from "./render-task.ts";
import { joinTask, renderSegmentTask, type SegmentTaskDeps } from "./segment-task.ts";

const millisecondsBetweenReports = 1000;

const dependencies = (
  { BUCKET_NAME: bucket, TABLE_NAME }: RenderEnvironment,
  order: RenderTaskInput,
): SegmentTaskDeps => {
  const client = createS3Client();
  const files = createS3MediaBucket({ name: bucket, client });
  const fetched = async (
    key: string,
    path: string,
    signal: AbortSignal,
    missing: NamedError,
  ): Promise<void> => {
    if ((await files.head(key)) === null) throw missing;
    await downloadObject({ client, bucket, key }, path, signal);
  };
  const table = createTable(TABLE_NAME);
  const now = (): Date => new Date();
  const { tasks, clipTasks } = createDynamoTasks(table, { now });
  const segmentProgress = createDynamoSegmentProgress(table, { now });
  let reportedAt = 0;
  const report = (done: number, send: () => Promise<void>): void => {
    if (Date.now() - reportedAt < millisecondsBetweenReports && done < 1) return;
    reportedAt = Date.now();
    // A lost report is harmless: the next one says more.
    send().catch((error: unknown) => logLine("warn", "progress was not reported", errorFields(error)));
  };
  return {
    readJob: (key) => files.getJson(key),
    download: (key, path, signal) =>
      fetched(
        key,
        path,
        signal,
        new NamedError("VideoUnavailable", "The video is no longer there: upload it again"),
      ),
    downloadFont: (key, path, signal) =>
      fetched(
        key,
        path,
        signal,
        new NamedError("FontNotFound", `The font ${fontIdOfFileKey(key)} has been deleted: upload it again`),
      ),
    exists: async (key) => (await files.head(key)) !== null,
    upload: (key, path, contentType, signal) =>
      uploadFile({ client, bucket, key }, path, contentType, signal),
    reportProgress: (done) =>
      report(done, async () => {
        const { taskId, clip } = order;
        if (clip === undefined) return tasks.reportProgress(taskId, "rendering", done);
        const parts = await segmentProgress.report(taskId, clip, done);
        if (parts) await clipTasks.reportProgress(taskId, "clipping", clippingProgress(order.clips, parts));
      }),
    reportSegmentProgress: (segments, index, done) =>
      report(done, async () => {
        const parts = await segmentProgress.report(order.taskId, index, done);
        if (parts) await tasks.reportProgress(order.taskId, "rendering", dividedProgress(segments, parts));
      }),
  };
};

const work = (order: RenderTaskInput, deps: SegmentTaskDeps, signal: AbortSignal): Promise<unknown> => {
  if (order.segment !== undefined) return renderSegmentTask(order.jobKey, order.segment, deps, signal);
  return order.join ? joinTask(order.jobKey, deps, signal) : renderTask(order.jobKey, deps, signal);
};

/** One render, one segment of it or its join, or one clip, reported by task token; returns the exit code. */
export const runJob = async (): Promise<number> => {
  try {
    const environment = renderEnvironment.parse(process.env);
    const order = renderTaskInputSchema.parse(JSON.parse(environment.TASK_INPUT));
    logLine("info", "render", order);
    const deps = dependencies(environment, order);
    return await runContainerTask((signal) => work(order, deps, signal), {
      taskToken: environment.TASK_TOKEN,
    });
  } catch (error) {
    logLine("error", "fault", errorFields(error));
    return 1;
  }
};
