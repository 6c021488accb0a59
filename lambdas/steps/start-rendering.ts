import { findTemplate } from "../../core/templates/catalogue.ts";
import { startRendering } from "../../core/workflows/start-rendering.ts";
import { renderingStepEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "start-rendering",
  environment: renderingStepEnvironment,
  input: taskInput,
  build: (env) => ({
    ...records(env),
    ...media(env),
    findTemplate,
    segmentSettings: {
      parallel: env.CAPSTACK_RENDER_PARALLEL ?? env.RENDER_PARALLEL,
      segmentSeconds: env.CAPSTACK_RENDER_SEGMENT_SECONDS ?? env.RENDER_SEGMENT_SECONDS,
    },
  }),
  run: startRendering,
});
