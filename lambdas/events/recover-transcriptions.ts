import * as z from "zod";
import { recoverTranscriptionJobs } from "../../core/workflows/transcription/transcription-job.ts";
import { recoveringEnvironment } from "../environment.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { transcriberOf, transcribing } from "../shared/transcribing-dependencies.ts";

export const handler = internalHandler({
  name: "recover-transcriptions",
  environment: recoveringEnvironment,
  input: z.unknown(),
  build: (env) => ({ ...transcribing(env), now: () => new Date(), transcriber: transcriberOf(env) }),
  run: async (_event, { transcriber, ...deps }) => {
    if (transcriber !== "whisper") await recoverTranscriptionJobs(deps);
  },
});
