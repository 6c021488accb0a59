import { logLine } from "../../adapters/json-log.ts";
import { createStepFunctionsWorkflows } from "../../adapters/step-functions-workflows.ts";
import { stoppedTaskSchema, strandedToken } from "../../core/workflows/stopped-container.ts";
import { tokenEnvironment } from "../environment.ts";
import { insideHandler } from "../shared/inside-handler.ts";

export const handler = insideHandler({
  name: "container-stopped",
  environment: tokenEnvironment,
  input: stoppedTaskSchema,
  build: () => createStepFunctionsWorkflows({}),
  run: async (event, workflows) => {
    const stranded = strandedToken(event);
    if (!stranded) return;
    const { job, cause } = stranded;
    logLine("info", "container stopped", { taskArn: event.detail.taskArn, job, cause });
    await workflows.sendFailure(stranded.taskToken, "ContainerStopped", cause);
  },
});
