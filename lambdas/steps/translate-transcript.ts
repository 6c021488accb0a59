import { translateTaskTranscript } from "../../core/workflows/captioning/translate-task-transcript.ts";
import { translationStepEnvironment } from "../environment.ts";
import { basics, media } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { createTranslators } from "../shared/translation.ts";
import { translation } from "../shared/translation-offer.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "translate-transcript",
  environment: translationStepEnvironment,
  input: taskInput,
  build: (env) => ({ ...basics(env), ...media(env), ...translation(env), ...createTranslators(env) }),
  run: translateTaskTranscript,
});
