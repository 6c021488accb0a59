import { z } from "zod";
import { prepareClipTask } from "../../core/workflows/prepare-clip-task.ts";
import { prepareClipsEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { transcriberOf } from "../shared/transcribing-dependencies.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "prepare-clips",
  environment: prepareClipsEnvironment,
  input: taskInput.extend({ executionArn: z.string() }),
  build: (env) => ({ ...records(env), ...media(env), transcriber: transcriberOf(env) }),
  run: prepareClipTask,
});
