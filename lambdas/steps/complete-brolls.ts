import { completeBrolls } from "../../core/workflows/captioning/plan-brolls.ts";
import { stepEnvironment } from "../environment.ts";
import { records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "complete-brolls",
  environment: stepEnvironment,
  input: taskInput,
  build: records,
  run: completeBrolls,
});
