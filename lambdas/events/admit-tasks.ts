import * as z from "zod";
import { statusEventSchema } from "../../core/events/status-event.ts";
import { workflowStepEnvironment } from "../environment.ts";
import { admission } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";

export const handler = internalHandler({
  name: "admit-tasks",
  environment: workflowStepEnvironment,
  input: z.object({ detail: statusEventSchema.pick({ accountId: true, videoId: true, taskId: true }) }),
  build: admission,
  // The event of a video has no task: the tasks that wait for the video are admitted.
  run: ({ detail }, deps) =>
    deps.admitTasks(detail.accountId, detail.taskId === undefined ? detail.videoId : undefined),
});
