import { logLine } from "../../adapters/json-log.ts";
import { executionFailure } from "../../core/workflows/execution-failure.ts";
import { abortVideo } from "../../core/workflows/video-import/video-import.ts";
import { workflowStepEnvironment } from "../environment.ts";
import { admission } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { failedVideoInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "abort-video",
  environment: workflowStepEnvironment,
  input: failedVideoInput,
  build: admission,
  run: async (input, deps) => {
    // The operator reads the whole error in the log; the client gets a name and a sentence.
    logLine("warn", "video import failed", input);
    const failure = executionFailure(input.error, input.cause, input.stage);
    const video = await abortVideo(input.videoId, failure, deps);
    // Tasks that wait for this video fail with its error.
    if (video) await deps.admitTasks(video.accountId, video.id);
    return { errorName: failure.name, error: failure.message };
  },
});
