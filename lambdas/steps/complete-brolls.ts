import { completeBrolls } from "../../core/workflows/plan-brolls.ts";
import { stepEnvironment } from "../environment.ts";
import { records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "complete-brolls",
  environment: stepEnvironment,
  input: taskInput,
  build: records,
  run: completeBrolls,
});
