import { createStepFunctionsWorkflows } from "../../adapters/step-functions-workflows.ts";
import type { Workflows } from "../../core/workflows/workflows.ts";

/** Both machines, for functions that start or stop either. */
export const workflows = (env: {
  CAPTIONING_MACHINE_ARN: string;
  VIDEO_IMPORT_MACHINE_ARN: string;
}): { workflows: Workflows } => ({
  workflows: createStepFunctionsWorkflows({
    taskArns: { captioning: env.CAPTIONING_MACHINE_ARN },
    videoImportArn: env.VIDEO_IMPORT_MACHINE_ARN,
  }),
});
