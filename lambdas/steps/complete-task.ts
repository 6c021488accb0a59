import { renderResultSchema } from "../../core/render-plan/render-job.ts";
import { completeCaptioningTask } from "../../core/workflows/complete-captioning-task.ts";
import { stepEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "complete-task",
  environment: stepEnvironment,
  input: taskInput.extend({ result: renderResultSchema }),
  build: (env) => ({ ...records(env), ...media(env) }),
  run: completeCaptioningTask,
});
