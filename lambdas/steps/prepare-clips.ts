import * as z from "zod";
import { prepareClipTask } from "../../core/workflows/clips/prepare-clip-task.ts";
import { prepareClipsEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { recognitionSettings } from "../shared/transcribing-dependencies.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "prepare-clips",
  environment: prepareClipsEnvironment,
  input: taskInput.extend({ executionArn: z.string() }),
  build: (env) => ({ ...records(env), ...media(env), ...recognitionSettings(env) }),
  run: prepareClipTask,
});
