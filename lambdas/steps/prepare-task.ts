import { z } from "zod";
import { prepareCaptioningTask } from "../../core/workflows/prepare-captioning-task.ts";
import { stepEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "prepare-task",
  environment: stepEnvironment,
  input: taskInput.extend({ executionArn: z.string() }),
  build: (env) => ({ ...records(env), ...media(env) }),
  run: prepareCaptioningTask,
});
