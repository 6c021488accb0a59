import { findTemplate } from "../../core/templates/catalog.ts";
import { startRendering } from "../../core/workflows/captioning/start-rendering.ts";
import { startRenderingEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { segmentSettings } from "../shared/segment-settings.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "start-rendering",
  environment: startRenderingEnvironment,
  input: taskInput,
  build: (env) => ({
    ...records(env),
    ...media(env),
    findTemplate,
    segmentSettings: segmentSettings(env),
    shortTaskSeconds: env.SHORT_TASK_SECONDS,
    shortTaskFunctions: env.SHORT_TASK_FUNCTIONS,
  }),
  run: startRendering,
});
