import { logLine } from "../../adapters/json-log.ts";
import { failExecution } from "../../core/workflows/fail-task.ts";
import { stepEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { failedTaskInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "fail-task",
  environment: stepEnvironment,
  input: failedTaskInput,
  build: (env) => ({ ...records(env), ...media(env) }),
  run: async (input, deps) => {
    // The operator reads the whole error in the log; the client gets a name and a sentence.
    logLine("warn", "task execution failed", input);
    return failExecution(input, deps);
  },
});
