import { planBrolls } from "../../core/workflows/captioning/plan-brolls.ts";
import { brollStepEnvironment } from "../environment.ts";
import { brollLibraries } from "../shared/broll-libraries.ts";
import { media, records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "plan-brolls",
  environment: brollStepEnvironment,
  input: taskInput,
  build: (env) => {
    const deps = { ...records(env), ...media(env) };
    return { ...deps, brollLibraries: () => brollLibraries(env, deps.bucket) };
  },
  run: planBrolls,
});
