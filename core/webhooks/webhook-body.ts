import * as z from "zod";
import { clipViewSchema } from "../tasks/clip-view.ts";
import { metadataSchema } from "../tasks/metadata.ts";
import { notificationKindSchema } from "../tasks/notification.ts";
import { timestampSchema } from "../time/timestamp.ts";
import { notificationEvents, notificationTools, type PlannedNotification } from "./planned-notification.ts";

/** Events and tools are open sets in the document: later versions may add values. */
const oneOf = (values: readonly string[]): string => values.map((value) => `\`${value}\``).join(", ");

/** The body of a delivery. Fields without a value are absent, never null. */
export const webhookBodySchema = z
  .object({
    eventId: z.string().meta({ description: "The same in every attempt. Use it to detect duplicates." }),
    sequence: z
      .number()
      .int()
      .meta({ description: "Order of the notifications of one task. Gaps have no meaning." }),
    event: z.string().meta({ description: `Event: ${oneOf(notificationEvents)}.`, example: "completed" }),
    status: z.string().meta({ description: "Status of the task at the time of the event." }),
    taskId: z.string(),
    videoId: z.string(),
    notificationFor: notificationKindSchema,
    tool: z
      .string()
      .optional()
      .meta({ description: `The tool, if notificationFor is tool: ${oneOf(notificationTools)}.` }),
    transcriptUrl: z.string().optional().meta({ description: "Signed URL of the JSON transcript." }),
    renderUrl: z.string().optional().meta({ description: "Signed URL of the output video." }),
    clips: z.array(clipViewSchema).optional(),
    progress: z
      .number()
      .int()
      .min(0)
      .max(100)
      .optional()
      .meta({ description: "Progress of the rendering in percent." }),
    error: z.string().optional().meta({ description: "Reason of the failure as `Name: sentence`." }),
    errorName: z.string().optional(),
    metadata: metadataSchema.optional().meta({ description: "Metadata of the task." }),
    timestamp: timestampSchema.meta({ description: "Time of the event." }),
  })
  .meta({ id: "WebhookBody" });
export type WebhookBody = z.infer<typeof webhookBodySchema>;

/** The fields of a task that are part of every delivery, for tasks of all kinds. */
export interface NotifiedTask {
  taskId: string;
  videoId: string;
  metadata: Readonly<Record<string, string>> | null;
}

/** The result that a delivery reports. */
export type WebhookOutcome = Pick<
  WebhookBody,
  "transcriptUrl" | "renderUrl" | "clips" | "progress" | "error" | "errorName"
>;

/** Returns the body of a delivery as text: serialized once, sent at every attempt. `occurredAt` is ISO 8601. */
export const webhookBody = (
  planned: PlannedNotification,
  task: NotifiedTask,
  moment: { status: string; occurredAt: string },
  outcome: WebhookOutcome = {},
): string => {
  const body: WebhookBody = {
    eventId: planned.eventId,
    sequence: planned.sequence,
    event: planned.event,
    status: moment.status,
    taskId: task.taskId,
    videoId: task.videoId,
    notificationFor: planned.kind,
    tool: planned.tool,
    ...outcome,
    metadata: task.metadata ?? undefined,
    timestamp: moment.occurredAt,
  };
  return JSON.stringify(webhookBodySchema.parse(body));
};
