import { composeTaskTranscript } from "../../core/workflows/compose-task-transcript.ts";
import { stepEnvironment } from "../environment.ts";
import { media, records } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "compose-transcript",
  environment: stepEnvironment,
  input: taskInput,
  build: (env) => ({ ...records(env), ...media(env) }),
  run: composeTaskTranscript,
});
