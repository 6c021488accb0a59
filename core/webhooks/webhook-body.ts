import { z } from "zod";
import { clipViewSchema } from "../tasks/clip-view.ts";
import { notificationKinds } from "../tasks/notification.ts";
import { timestampSchema } from "../time/timestamp.ts";
import { notificationEvents, notificationTools, type PlannedNotification } from "./planned-notification.ts";

/** The body of a delivery. Fields without a value are absent, never null. */
export const webhookBodySchema = z
  .object({
    eventId: z.string().meta({ description: "The same at every attempt; use it to deduplicate." }),
    sequence: z.number().int().meta({ description: "Orders the deliveries of one task; gaps have no meaning." }),
    event: z.enum(notificationEvents),
    status: z.string().meta({ description: "Status of the task at that moment." }),
    taskId: z.string(),
    videoId: z.string(),
    notificationFor: z.enum(notificationKinds),
    tool: z
      .enum(notificationTools)
      .optional()
      .meta({ description: "The tool, when notificationFor is tool." }),
    transcriptUrl: z.string().optional().meta({ description: "Signed URL of the transcript's JSON." }),
    renderUrl: z.string().optional().meta({ description: "Signed URL of the output video." }),
    clips: z.array(clipViewSchema).optional(),
    progress: z
      .number()
      .int()
      .min(0)
      .max(100)
      .optional()
      .meta({ description: "Completed part of the rendering, in percent." }),
    error: z.string().optional().meta({ description: "`Name: sentence`" }),
    errorName: z.string().optional(),
    metadata: z.record(z.string(), z.string()).optional().meta({ description: "As given at creation." }),
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

/** URLs in bodies are valid until the task expires; S3 signs for 7 days at most. */
const maxUrlSeconds = 7 * 86_400;

export const webhookUrlSeconds = (expiresAt: string, now: Date): number => {
  const left = Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000);
  return Math.min(maxUrlSeconds, Math.max(1, left));
};
