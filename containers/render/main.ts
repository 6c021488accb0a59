import { receiveTask } from "../../adapters/waiting-task.ts";
import { runJob } from "./run-job.ts";

if (process.argv.includes("--wait")) await receiveTask();
// Open keep-alive connections must not keep the process after its work.
process.exit(await runJob());
