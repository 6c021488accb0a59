import { composeTaskTranscript } from "../../core/workflows/compose-task-transcript.ts";
import { translationStepEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { translation } from "../shared/translation-offer.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "compose-transcript",
  environment: translationStepEnvironment,
  input: taskInput,
  build: (env) => ({ ...records(env), ...media(env), ...translation(env) }),
  run: composeTaskTranscript,
});
