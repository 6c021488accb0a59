import * as z from "zod";
import { transcribeAudio } from "../../core/workflows/transcription/transcribe-audio.ts";
import { transcribingEnvironment } from "../environment.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { transcribingAudio } from "../shared/transcribing-dependencies.ts";
import { taskInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "start-transcription",
  environment: transcribingEnvironment,
  input: taskInput.extend({
    taskToken: z.string(),
    language: z.string().nullable(),
    audioSeconds: z.number(),
    // Earlier definitions of the machine do not state them.
    isSynchronous: z.boolean().default(false),
    identifiedLanguage: z.string().nullable().default(null),
  }),
  build: transcribingAudio,
  run: transcribeAudio,
});
