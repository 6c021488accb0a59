import { completeCaptioningTask } from "../../core/workflows/captioning/complete-captioning-task.ts";
import { stepEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { completionInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "complete-task",
  environment: stepEnvironment,
  input: completionInput,
  build: (env) => ({ ...records(env), ...media(env) }),
  run: completeCaptioningTask,
});
