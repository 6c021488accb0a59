import { planBrolls } from "../../core/workflows/plan-brolls.ts";
import { brollStepEnvironment } from "../environment.ts";
import { brollLibraries } from "../shared/broll-libraries.ts";
import { media, records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "plan-brolls",
  environment: brollStepEnvironment,
  input: taskInput,
  build: (env) => {
    const deps = { ...records(env), ...media(env) };
    return { ...deps, brollLibraries: () => brollLibraries(env, deps.bucket) };
  },
  run: planBrolls,
});
