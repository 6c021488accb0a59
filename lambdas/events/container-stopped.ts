import { createStepFunctionsWorkflows } from "../../adapters/aws/step-functions-workflows.ts";
import { logLine } from "../../adapters/json-log.ts";
import { releaseCapacity } from "../../core/capacity/reserve-capacity.ts";
import { orphanedToken, stoppedTaskSchema } from "../../core/workflows/maintenance/stopped-container.ts";
import { capacityEnvironment } from "../environment.ts";
import { capacity } from "../shared/capacity-dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";

export const handler = internalHandler({
  name: "container-stopped",
  environment: capacityEnvironment,
  input: stoppedTaskSchema,
  build: (env) => ({
    ...capacity(env),
    workflows: createStepFunctionsWorkflows({}),
    now: (): Date => new Date(),
  }),
  run: async (event, deps) => {
    const orphaned = orphanedToken(event);
    if (!orphaned) return;
    const { taskToken, input, cause, leaseId } = orphaned;
    logLine("info", "container stopped", { taskArn: event.detail.taskArn, input, cause });
    await deps.workflows.sendFailure(taskToken, "ContainerStopped", cause);
    if (leaseId !== null) await releaseCapacity(new Set([leaseId]), deps);
  },
});
