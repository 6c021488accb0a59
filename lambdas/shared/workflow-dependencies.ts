import { createEcsContainers } from "../../adapters/aws/ecs-containers.ts";
import { createStepFunctionsWorkflows } from "../../adapters/aws/step-functions-workflows.ts";
import type { RunningContainers } from "../../core/workflows/running-containers.ts";
import type { Workflows } from "../../core/workflows/workflows.ts";

/** Builds the client of the state machines of tasks and imports. */
export const workflows = (env: {
  CAPTIONING_MACHINE_ARN: string;
  CLIP_MACHINE_ARN: string;
  VIDEO_IMPORT_MACHINE_ARN: string;
}): { workflows: Workflows } => ({
  workflows: createStepFunctionsWorkflows({
    taskArns: { captioning: env.CAPTIONING_MACHINE_ARN, clip: env.CLIP_MACHINE_ARN },
    videoImportArn: env.VIDEO_IMPORT_MACHINE_ARN,
  }),
});

/** The containers that the machines start, for functions that stop them. */
export const containers = (env: { CLUSTER_ARN: string }): { containers: RunningContainers } => ({
  containers: createEcsContainers(env.CLUSTER_ARN),
});
