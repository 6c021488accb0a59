import { z } from "zod";
import { clipDurationRanges, mostClips } from "../../clips/duration-range.ts";
import { clipViewSchema } from "../../tasks/clip-view.ts";
import { notificationSchema } from "../../tasks/notification.ts";
import { timestampSchema } from "../../time/timestamp.ts";
import { usd } from "./common.ts";
import { metadataSchema } from "./tasks.ts";

export const createClipTaskBody = z.strictObject({
  maxClips: z.number().int().min(1).max(mostClips).meta({
    description:
      "How many clips to make; fewer where the film has no room for more, or none that are nearly as good.",
    example: 3,
  }),
  durationRange: z.enum(clipDurationRanges).meta({
    description:
      "Length of each clip in seconds: under 30, 30 to under 60, 60 to under 90, or 90 to under 180. A video that is shorter than that fails the task: VideoTooShort.",
    example: "lt_30s",
  }),
  notification: notificationSchema.optional().meta({
    description:
      "Webhooks for this task, all of kind tool (`tool: clip`); see the webhooks of this document.",
  }),
  metadata: metadataSchema.optional(),
});
export type CreateClipTaskBody = z.infer<typeof createClipTaskBody>;

export const clipTaskCreatedSchema = z.object({
  id: z.string(),
  taskId: z.string().meta({ description: "The same as id." }),
});

export const clipTaskStatusSchema = z
  .object({
    id: z.string(),
    videoId: z.string(),
    status: z.enum(["pending", "clipping", "clipped", "completed", "failed"]),
    clips: z.array(clipViewSchema).meta({
      description:
        "The clips, the best first, once the task is completed; their addresses are good for 1 hour.",
    }),
    error: z.string().optional().meta({ description: "There with failed only: `Name: sentence`." }),
    errorName: z.string().nullable(),
    progress: z.number().int().min(0).max(100),
    cost: usd.nullable().meta({
      description:
        "Held, for maxClips clips; charged, once completed, for those that were made. Null until the duration is known.",
    }),
    metadata: z.record(z.string(), z.string()).nullable(),
    createdAt: timestampSchema,
    completedAt: timestampSchema.nullable(),
    expiresAt: timestampSchema,
  })
  .meta({ id: "ClipTask" });
export type ClipTaskStatusView = z.infer<typeof clipTaskStatusSchema>;
