import { publishClips } from "../../core/workflows/publish-clips.ts";
import { stepEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "publish-clips",
  environment: stepEnvironment,
  input: taskInput,
  build: (env) => ({ ...records(env), ...media(env) }),
  run: publishClips,
});
