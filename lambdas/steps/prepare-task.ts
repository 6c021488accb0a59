import { z } from "zod";
import { prepareCaptioningTask } from "../../core/workflows/prepare-captioning-task.ts";
import { prepareEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { transcriberOf } from "../shared/transcribing-dependencies.ts";
import { translation } from "../shared/translation-offer.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "prepare-task",
  environment: prepareEnvironment,
  input: taskInput.extend({ executionArn: z.string() }),
  build: (env) => ({ ...records(env), ...media(env), transcriber: transcriberOf(env), ...translation(env) }),
  run: prepareCaptioningTask,
});
