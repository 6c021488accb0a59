import * as z from "zod";
import { finishTranscriptionJob } from "../../core/workflows/transcription/transcription-job.ts";
import { transcribingEnvironment } from "../environment.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { transcribing } from "../shared/transcribing-dependencies.ts";

/** The part of a "Transcribe Job State Change" event that is read; the status is read from the job itself. */
export const handler = internalHandler({
  name: "finish-transcription",
  environment: transcribingEnvironment,
  input: z.object({ detail: z.object({ TranscriptionJobName: z.string() }) }),
  build: transcribing,
  run: ({ detail }, deps) => finishTranscriptionJob(detail.TranscriptionJobName, deps),
});
