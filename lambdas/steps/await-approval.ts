import { z } from "zod";
import { createStepFunctionsWorkflows } from "../../adapters/step-functions-workflows.ts";
import { awaitApproval } from "../../core/workflows/await-approval.ts";
import { stepEnvironment } from "../environment.ts";
import { records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "await-approval",
  environment: stepEnvironment,
  input: taskInput.extend({ taskToken: z.string() }),
  build: (env) => ({ ...records(env), workflows: createStepFunctionsWorkflows({}) }),
  run: awaitApproval,
});
