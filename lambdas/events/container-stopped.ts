import { createStepFunctionsWorkflows } from "../../adapters/aws/step-functions-workflows.ts";
import { logLine } from "../../adapters/json-log.ts";
import { orphanedToken, stoppedTaskSchema } from "../../core/workflows/maintenance/stopped-container.ts";
import { tokenEnvironment } from "../environment.ts";
import { internalHandler } from "../shared/internal-handler.ts";

export const handler = internalHandler({
  name: "container-stopped",
  environment: tokenEnvironment,
  input: stoppedTaskSchema,
  build: () => createStepFunctionsWorkflows({}),
  run: async (event, workflows) => {
    const orphaned = orphanedToken(event);
    if (!orphaned) return;
    const { taskToken, input, cause } = orphaned;
    logLine("info", "container stopped", { taskArn: event.detail.taskArn, input, cause });
    await workflows.sendFailure(taskToken, "ContainerStopped", cause);
  },
});
