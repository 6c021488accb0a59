import { z } from "zod";

/** What the state machines hand to their steps; the files under statemachines say the same in their Payloads. */
export const taskInput = z.object({ taskId: z.string() });
export const videoInput = z.object({ videoId: z.string() });

/** What a machine caught, and where. */
const caught = {
  executionArn: z.string(),
  error: z.string(),
  cause: z.string(),
  stage: z.enum(["prepare", "speech", "transcript", "translation", "brolls", "approval", "render", "import"]),
};
export const failedTaskInput = taskInput.extend(caught);
export const failedVideoInput = videoInput.extend(caught);
