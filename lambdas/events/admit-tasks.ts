import { workflowStepEnvironment } from "../environment.ts";
import { admission } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";
import { admissionInput } from "../shared/workflow-inputs.ts";

export const handler = internalHandler({
  name: "admit-tasks",
  environment: workflowStepEnvironment,
  input: admissionInput,
  build: admission,
  // The event of a video has no task: the tasks that wait for the video are admitted.
  run: ({ detail }, deps) =>
    deps.admitTasks(detail.accountId, detail.taskId === undefined ? detail.videoId : undefined),
});
