import { z } from "zod";
import { recoverTranscriptionJobs } from "../../core/workflows/transcription-job.ts";
import { recoveringEnvironment } from "../environment.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { transcriberOf, transcribing } from "../shared/transcribing-dependencies.ts";

export const handler = insideHandler({
  name: "recover-transcriptions",
  environment: recoveringEnvironment,
  input: z.unknown(),
  build: (env) => ({ ...transcribing(env), now: () => new Date(), transcriber: transcriberOf(env) }),
  run: async (_event, { transcriber, ...deps }) => {
    if (transcriber !== "whisper") await recoverTranscriptionJobs(deps);
  },
});
