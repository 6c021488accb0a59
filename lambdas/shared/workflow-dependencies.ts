import { createStepFunctionsWorkflows } from "../../adapters/aws/step-functions-workflows.ts";
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
