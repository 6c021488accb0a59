import { z } from "zod";
import { startTranscriptionJob } from "../../core/workflows/transcription-job.ts";
import { transcribingEnvironment } from "../environment.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { transcribing } from "../shared/transcribing-dependencies.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
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
