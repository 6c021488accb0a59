import { composeTaskTranscript } from "../../core/workflows/captioning/compose-task-transcript.ts";
import { translationStepEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { translation } from "../shared/translation-offer.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "compose-transcript",
  environment: translationStepEnvironment,
  input: taskInput,
  build: (env) => ({ ...records(env), ...media(env), ...translation(env) }),
  run: composeTaskTranscript,
});
