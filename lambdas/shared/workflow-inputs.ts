import * as z from "zod";
import { containerVcpus, type WorkerName } from "../../core/capacity/capacity.ts";
import { workflowStages } from "../../core/workflows/execution-failure.ts";

/** Inputs of the step handlers; they correspond to the Payloads in the files under statemachines. */
export const taskInput = z.object({ taskId: z.string() });
export const videoInput = z.object({ videoId: z.string() });

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
