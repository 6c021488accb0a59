import * as z from "zod";
import { metadataSchema } from "../../tasks/metadata.ts";
import { timestampSchema } from "../../time/timestamp.ts";
import { clipTaskStatuses } from "./clips.ts";
import { cursorField, heldCost, limitField, nextCursorField } from "./common.ts";
import { captioningTaskStatuses } from "./tasks.ts";

const kind = z.enum(["captioning", "clip"]).meta({
  id: "TaskKind",
  description: "captioning: captions for a video. clip: short clips from a video.",
});
const statuses = new Set([...captioningTaskStatuses.options, ...clipTaskStatuses.options]);
const status = z.union(
  [captioningTaskStatuses, clipTaskStatuses],
  `must be one of ${[...statuses].join(", ")}`,
);

export const taskListQuery = z.object({
  kind: kind.optional().meta({ description: "Only tasks of this kind." }),
  status: status.optional().meta({ description: "Only tasks with this status." }),
  videoId: z.string().min(1).max(200).optional().meta({ description: "Only tasks of this video." }),
  limit: limitField,
  cursor: cursorField(/^[0-9A-Za-z-]{1,64}$/),
});

export const taskSummarySchema = z
  .object({
    id: z.string(),
    videoId: z.string(),
    kind,
    status: status.meta({ description: "Status of the captioning task or clip task." }),
    templateId: z
      .string()
      .nullable()
      .meta({ description: "ID of the template of a captioning task; null for a clip task." }),
    progress: z.number().int().min(0).max(100),
    error: z
      .string()
      .nullable()
      .meta({ description: "Reason of the failure as `Name: sentence`; null unless the task failed." }),
    errorName: z.string().nullable(),
    cost: heldCost,
    metadata: metadataSchema.nullable(),
    createdAt: timestampSchema,
    completedAt: timestampSchema.nullable(),
    expiresAt: timestampSchema,
  })
  .meta({ id: "TaskSummary", description: "A captioning task or a clip task in a list." });
export type TaskSummary = z.infer<typeof taskSummarySchema>;

export const taskListSchema = z
  .object({
    data: z.array(taskSummarySchema),
    nextCursor: nextCursorField,
  })
  .meta({ id: "TaskList", description: "A page of tasks." });
export type TaskList = z.infer<typeof taskListSchema>;
