import * as z from "zod";
import { startTranscriptionJob } from "../../core/workflows/transcription/transcription-job.ts";
import { transcribingEnvironment } from "../environment.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { transcribing } from "../shared/transcribing-dependencies.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "start-transcription",
  environment: transcribingEnvironment,
  input: taskInput.extend({
    taskToken: z.string(),
    language: z.string().nullable(),
    audioSeconds: z.number(),
  }),
  build: transcribing,
  run: startTranscriptionJob,
});
