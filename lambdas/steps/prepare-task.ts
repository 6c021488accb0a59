import { prepareCaptioningTask } from "../../core/workflows/captioning/prepare-captioning-task.ts";
import { prepareEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { recognitionSettings } from "../shared/transcribing-dependencies.ts";
import { translation } from "../shared/translation-offer.ts";
import { preparationInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "prepare-task",
  environment: prepareEnvironment,
  input: preparationInput,
  build: (env) => ({ ...records(env), ...media(env), ...recognitionSettings(env), ...translation(env) }),
  run: prepareCaptioningTask,
});
