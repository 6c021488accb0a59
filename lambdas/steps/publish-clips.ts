import { publishClips } from "../../core/workflows/clips/publish-clips.ts";
import { stepEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "publish-clips",
  environment: stepEnvironment,
  input: taskInput,
  build: (env) => ({ ...records(env), ...media(env) }),
  run: publishClips,
});
