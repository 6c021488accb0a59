import { completeImport, importResultSchema } from "../../core/workflows/video-import/video-import.ts";
import { workflowStepEnvironment } from "../environment.ts";
import { admission } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { videoInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "complete-import",
  environment: workflowStepEnvironment,
  input: videoInput.extend({ result: importResultSchema }),
  build: admission,
  run: async (input, deps) => {
    const video = await completeImport(input, deps);
    if (video) await deps.admitTasks(video.accountId, video.id);
  },
});
