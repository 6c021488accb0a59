import { receiveTask } from "../../adapters/waiting-task.ts";
import { runJob } from "./run-job.ts";

// The function that draws frames; a container renders one job.
if (process.argv.includes("frames")) {
  const { serveFrames } = await import("./serve-frames.ts");
  await serveFrames();
  process.exit(1);
}
if (process.argv.includes("--wait")) await receiveTask();
// Open keep-alive connections must not keep the process after its work.
process.exit(await runJob());
