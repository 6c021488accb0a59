import * as z from "zod";
import { containerVcpus, type WorkerName } from "../../core/capacity/capacity.ts";
import { statusEventSchema } from "../../core/events/status-event.ts";
import { renderResultSchema } from "../../core/render-plan/render-job.ts";
import { workflowStages } from "../../core/workflows/execution-failure.ts";

/** Inputs of the step handlers; they correspond to the Payloads in the files under statemachines. */
export const taskInput = z.object({ taskId: z.string() });
export const videoInput = z.object({ videoId: z.string() });
export const preparationInput = taskInput.extend({ executionArn: z.string() });
export const completionInput = taskInput.extend({ result: renderResultSchema });

/** An event of the bus about a video or a task that may admit waiting tasks. */
export const admissionInput = z.object({
  detail: statusEventSchema.pick({ accountId: true, videoId: true, taskId: true }),
});

/** The error that a state machine caught, and its stage. */
const caught = {
  executionArn: z.string(),
  error: z.string(),
  cause: z.string(),
  stage: z.enum(workflowStages),
};
export const failedTaskInput = taskInput.extend(caught);
export const failedVideoInput = videoInput.extend(caught);

/** A container that a machine is about to start. */
export const reservationInput = taskInput
  .partial()
  .extend(videoInput.partial().shape)
  .extend({
    container: z.enum(Object.keys(containerVcpus) as [WorkerName, ...WorkerName[]]),
    taskToken: z.string(),
  });
