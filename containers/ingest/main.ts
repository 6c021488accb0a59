import { runContainerTask, stoppedExitCode } from "../../adapters/aws/container-task.ts";
import { errorFields, logLine } from "../../adapters/json-log.ts";
import { brollDependencies, importDependencies, serveDependencies } from "./dependencies.ts";
import {
  brollTaskInputSchema,
  importEnvironment,
  importTaskInputSchema,
  serveEnvironment,
} from "./environment.ts";
import { fetchBrolls } from "./fetch-brolls.ts";
import { importMedia } from "./import-media.ts";
import { createIngestServer } from "./server.ts";

/**
 * Modes: `import` imports one video and `brolls` fetches the b-rolls of one task, both report by task token; `serve` runs
 * the upload service until it is stopped.
 */
const runImport = async (): Promise<number> => {
  const environment = importEnvironment.parse(process.env);
  const job = importTaskInputSchema.parse(JSON.parse(environment.TASK_INPUT));
  logLine("info", "import", { videoId: job.videoId, isFetched: job.url !== null });
  const deps = importDependencies(environment);
  return runContainerTask((signal) => importMedia(job, deps, signal), { taskToken: environment.TASK_TOKEN });
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

const serve = async (): Promise<number> => {
  const environment = serveEnvironment.parse(process.env);
  const { server, stop } = createIngestServer(serveDependencies(environment));
  await new Promise<void>((resolve, reject) => {
    server.once("error", reject);
    server.listen(environment.PORT, environment.HOST, resolve);
  });
  logLine("info", "listening", { port: environment.PORT, host: environment.HOST });
  await new Promise<void>((resolve) => {
    process.once("SIGTERM", () => resolve());
    process.once("SIGINT", () => resolve());
  });
  await stop(graceMilliseconds);
  return stoppedExitCode;
};

const modes: Readonly<Record<string, () => Promise<number>>> = {
  import: runImport,
  brolls: runBrolls,
  serve,
};

const [mode = "serve"] = process.argv.slice(2);
const run = modes[mode];
try {
  if (!run) throw new Error(`Unknown mode ${mode}: use import, brolls or serve`);
  // Open keep-alive connections must not delay the exit.
  process.exit(await run());
} catch (error) {
  logLine("error", "fault", errorFields(error));
  process.exit(1);
}
