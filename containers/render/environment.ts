import { z } from "zod";

/**
 * What the infrastructure gives this container (lib/containers.ts); the machine's state overrides the last two for
 * each task.
 */
export const renderEnvironment = z.object({
  TABLE_NAME: z.string().min(1),
  BUCKET_NAME: z.string().min(1),
  TASK_TOKEN: z.string().min(1),
  TASK_INPUT: z.string().min(1),
});
export type RenderEnvironment = z.infer<typeof renderEnvironment>;

/** The job itself is too large for the environment: it lies in the bucket (core/render-plan/render-job.ts). */
export const renderTaskInputSchema = z.object({
  taskId: z.string().min(1),
  jobKey: z.string().min(1),
  /** Render this one segment, or join all of them; neither: the whole video. */
  segment: z.number().int().nonnegative().optional(),
  join: z.boolean().optional(),
  /** The whole video is one of so many `clips` of a task; `clip` counts from 0. */
  clip: z.number().int().nonnegative().optional(),
  clips: z.number().int().positive().default(1),
});
export type RenderTaskInput = z.infer<typeof renderTaskInputSchema>;
