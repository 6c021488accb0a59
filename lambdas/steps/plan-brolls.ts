import { planBrolls } from "../../core/workflows/plan-brolls.ts";
import { stepEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "plan-brolls",
  environment: stepEnvironment,
  input: taskInput,
  build: (env) => ({ ...records(env), ...media(env) }),
  run: planBrolls,
});
