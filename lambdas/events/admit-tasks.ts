import { z } from "zod";
import { statusEventSchema } from "../../core/events/status-event.ts";
import { workflowStepEnvironment } from "../environment.ts";
import { admission } from "../shared/dependencies.ts";
import { internalHandler } from "../shared/internal-handler.ts";

export const handler = internalHandler({
  name: "admit-tasks",
  environment: workflowStepEnvironment,
  input: z.object({ detail: statusEventSchema.pick({ accountId: true, videoId: true, taskId: true }) }),
  build: admission,
  // A video's event has no task: those that wait for it are woken.
  run: ({ detail }, deps) =>
    deps.admitTasks(detail.accountId, detail.taskId === undefined ? detail.videoId : undefined),
});
