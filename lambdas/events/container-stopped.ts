import { createStepFunctionsWorkflows } from "../../adapters/aws/step-functions-workflows.ts";
import { logLine } from "../../adapters/json-log.ts";
import { stoppedTaskSchema, strandedToken } from "../../core/workflows/maintenance/stopped-container.ts";
import { tokenEnvironment } from "../environment.ts";
import { internalHandler } from "../shared/internal-handler.ts";

export const handler = internalHandler({
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
