import * as z from "zod";
import { createStepFunctionsWorkflows } from "../../adapters/aws/step-functions-workflows.ts";
import { awaitApproval } from "../../core/workflows/captioning/await-approval.ts";
import { stepEnvironment } from "../environment.ts";
import { records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "await-approval",
  environment: stepEnvironment,
  input: taskInput.extend({ taskToken: z.string() }),
  build: (env) => ({ ...records(env), workflows: createStepFunctionsWorkflows({}) }),
  run: awaitApproval,
});
