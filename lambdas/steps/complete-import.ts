import { completeImport, importResultSchema } from "../../core/workflows/video-import.ts";
import { workflowStepEnvironment } from "../environment.ts";
import { admission } from "../shared/dependencies.ts";
import { insideHandler } from "../shared/inside-handler.ts";
import { videoInput } from "../shared/workflow-inputs.ts";

export const handler = insideHandler({
  name: "complete-import",
  environment: workflowStepEnvironment,
  input: videoInput.extend({ result: importResultSchema }),
  build: admission,
  run: async (input, deps) => {
    const video = await completeImport(input, deps);
    if (video) await deps.admitTasks(video.accountId, video.id);
  },
});
