import { runContainerTask } from "../../adapters/aws/container-task.ts";
import { stoppedExitCode } from "../../adapters/exit-codes.ts";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { brollDependencies, importDependencies, serveDependencies } from "./dependencies.ts";
import {
  brollTaskInputSchema,
  importEnvironment,
  importTaskInputSchema,
  type ServeEnvironment,
  serveEnvironment,
} from "./environment.ts";
import { fetchBrolls } from "./fetch-brolls.ts";
import { importMedia } from "./import-media.ts";
import { makePlayback } from "./make-playback.ts";
import { createIngestServer, type IngestServer } from "./server.ts";
import { serveUploadEvents } from "./upload-events.ts";

/**
 * Modes: `import` imports one video or makes its playback files, and `brolls` fetches the b-rolls of one task, both report by task token; `serve` runs
 * the upload service until it is stopped; `lambda` runs the same service as a function, for bodies that fit into an event.
 */
const runImport = async (): Promise<number> => {
  const environment = importEnvironment.parse(process.env);
  const job = importTaskInputSchema.parse(JSON.parse(environment.TASK_INPUT));
  logLine("info", job.job, { videoId: job.videoId, isFetched: job.url !== null });
  const deps = importDependencies(environment);
  const work = (signal: AbortSignal) =>
    job.job === "playback" ? makePlayback(job, deps, signal) : importMedia(job, deps, signal);
  return runContainerTask(work, { taskToken: environment.TASK_TOKEN });
};

const runBrolls = async (): Promise<number> => {
  const environment = importEnvironment.parse(process.env);
  const { taskId, jobKey } = brollTaskInputSchema.parse(JSON.parse(environment.TASK_INPUT));
  logLine("info", "fetch b-rolls", { taskId });
  const deps = brollDependencies(environment);
  return runContainerTask((signal) => fetchBrolls(jobKey, deps, signal), {
    taskToken: environment.TASK_TOKEN,
  });
};

/** Less than the 30 s that the local engine and the load balancer leave between SIGTERM and SIGKILL. */
const graceMilliseconds = 20_000;

const listen = async (environment: ServeEnvironment, host: string): Promise<IngestServer> => {
  const ingest = createIngestServer(serveDependencies(environment));
  await new Promise<void>((resolve, reject) => {
    ingest.server.once("error", reject);
    ingest.server.listen(environment.PORT, host, resolve);
  });
  return ingest;
};

const serve = async (): Promise<number> => {
  const environment = serveEnvironment.parse(process.env);
  const { stop } = await listen(environment, environment.HOST);
  logLine("info", "listening", { port: environment.PORT, host: environment.HOST });
  await new Promise<void>((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });
  await stop(graceMilliseconds);
  return stoppedExitCode;
};

const serveAsFunction = async (): Promise<number> => {
  const environment = serveEnvironment.parse(process.env);
  await listen(environment, "127.0.0.1");
  await serveUploadEvents(process.env.AWS_LAMBDA_RUNTIME_API ?? "", environment.PORT);
  return 0;
};

const modes: Readonly<Record<string, () => Promise<number>>> = {
  import: runImport,
  brolls: runBrolls,
  serve,
  lambda: serveAsFunction,
};

const [mode = "serve"] = process.argv.slice(2);
const run = modes[mode];
try {
  if (!run) throw new Error(`Unknown mode ${mode}: use import, brolls, serve or lambda`);
  // Open keep-alive connections must not delay the exit.
  process.exit(await run());
} catch (error) {
  logLine("error", "unexpected error", errorFields(error));
  process.exit(1);
}
