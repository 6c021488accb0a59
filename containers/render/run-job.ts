import { runContainerTask } from "../../adapters/aws/container-task.ts";
import { createDynamoSegmentProgress } from "../../adapters/dynamo/segment-progress.ts";
import { createTable } from "../../adapters/dynamo/table.ts";
import { createDynamoTasks } from "../../adapters/dynamo/task-store.ts";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { clippingProgress } from "../../core/clips/clipping-progress.ts";
import { dividedProgress } from "../../core/render-plan/segments.ts";
import {
  type RenderEnvironment,
  type RenderTaskInput,
  renderEnvironment,
  renderTaskInputSchema,
} from "./environment.ts";
import { createJobFiles } from "./job-files.ts";
import { renderTask } from "./render-task.ts";
import { joinTask, renderSegmentTask, type SegmentTaskDeps } from "./segment-task.ts";

const reportIntervalMs = 1000;

/** Limits the frequency of progress reports; the last one is always sent. */
const createThrottle = () => {
  let reportedAt = 0;
  return (done: number, send: () => Promise<void>): void => {
    if (Date.now() - reportedAt < reportIntervalMs && done < 1) return;
    reportedAt = Date.now();
    // A lost report is harmless: the next one includes it.
    send().catch((error: unknown) => logLine("warn", "progress was not reported", errorFields(error)));
  };
};

type ProgressReports = Pick<SegmentTaskDeps, "reportProgress" | "reportSegmentProgress">;

const createProgressReports = (tableName: string, input: RenderTaskInput): ProgressReports => {
  const table = createTable(tableName);
  const now = (): Date => new Date();
  const { tasks, clipTasks } = createDynamoTasks(table, { now });
  const segmentProgress = createDynamoSegmentProgress(table, { now });
  const throttle = createThrottle();
  const { taskId } = input;
  return {
    reportProgress: (done) =>
      throttle(done, async () => {
        if (input.clip === undefined) return tasks.reportProgress(taskId, "rendering", done);
        const parts = await segmentProgress.report(taskId, input.clip, done);
        if (parts) await clipTasks.reportProgress(taskId, "clipping", clippingProgress(input.clips, parts));
      }),
    reportSegmentProgress: (segments, index, done) =>
      throttle(done, async () => {
        const parts = await segmentProgress.report(taskId, index, done);
        if (parts) await tasks.reportProgress(taskId, "rendering", dividedProgress(segments, parts));
      }),
  };
};

const createDependencies = (
  { BUCKET_NAME: bucket, TABLE_NAME }: RenderEnvironment,
  input: RenderTaskInput,
): SegmentTaskDeps => {
  const { files, exists, download, downloadFont, upload } = createJobFiles(bucket);
  return {
    readJob: (key) => files.getJson(key),
    exists,
    download,
    downloadFont,
    upload,
    ...createProgressReports(TABLE_NAME, input),
  };
};

const execute = (input: RenderTaskInput, deps: SegmentTaskDeps, signal: AbortSignal): Promise<unknown> => {
  if (input.segment !== undefined) return renderSegmentTask(input.jobKey, input.segment, deps, signal);
  return input.join ? joinTask(input.jobKey, deps, signal) : renderTask(input.jobKey, deps, signal);
};

/**
 * Renders a video, a segment or a clip, or joins segments, and reports the result by task token. Returns the exit code.
 */
export const runJob = async (): Promise<number> => {
  try {
    const environment = renderEnvironment.parse(process.env);
    const input = renderTaskInputSchema.parse(JSON.parse(environment.TASK_INPUT));
    logLine("info", "render", input);
    const deps = createDependencies(environment, input);
    return await runContainerTask((signal) => execute(input, deps, signal), {
      taskToken: environment.TASK_TOKEN,
    });
  } catch (error) {
    logLine("error", "task failed", errorFields(error));
    return 1;
  }
};
