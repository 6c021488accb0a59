import { runJob } from "./run-job.ts";

// Open keep-alive connections must not keep the process after its work.
process.exit(await runJob());
