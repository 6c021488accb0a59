import * as z from "zod";

/**
 * The environment variables that the infrastructure sets for this container (lib/containers.ts). The state machine sets
 * the last two for each task.
 */
export const renderEnvironment = z.object({
  TABLE_NAME: z.string().min(1),
  BUCKET_NAME: z.string().min(1),
  TASK_TOKEN: z.string().min(1),
  TASK_INPUT: z.string().min(1),
});
export type RenderEnvironment = z.infer<typeof renderEnvironment>;

/** Key of the job in the bucket (core/render-plan/render-job.ts), which is too large for an environment variable. */
export const renderTaskInputSchema = z.object({
  taskId: z.string().min(1),
  jobKey: z.string().min(1),
  /** `segment`: renders this segment only. `join`: joins all segments. Neither: renders the whole video. */
  segment: z.number().int().nonnegative().optional(),
  join: z.boolean().optional(),
  /** Of clip tasks: the index of the clip, and the number of clips of the task. */
  clip: z.number().int().nonnegative().optional(),
  clips: z.number().int().positive().default(1),
});
export type RenderTaskInput = z.infer<typeof renderTaskInputSchema>;
