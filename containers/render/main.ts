import { serveTasks } from "../../adapters/lambda/task-processes.ts";
import { receiveTask } from "../../adapters/waiting-task.ts";

/**
 * Renders the task of the environment; with `--wait` that of standard input, for which it has loaded its code; with `function` those
 * of the invocations of AWS Lambda, each in a process with `--wait`; with `frames` draws the frames of invocations.
 */
const [mode] = process.argv.slice(2);
if (mode === "function") {
  const self = [process.execPath, process.argv[1] ?? ""];
  await serveTasks([...self, "--wait"], process.env.AWS_LAMBDA_RUNTIME_API ?? "");
  // The environment of a failed task is not used again.
  process.exit(1);
}
if (mode === "frames") {
  const { serveFrames } = await import("./serve-frames.ts");
  await serveFrames();
  process.exit(1);
}
const { runJob } = await import("./run-job.ts");
if (mode === "--wait") await receiveTask();
// Open keep-alive connections must not keep the process after its work.
process.exit(await runJob());
