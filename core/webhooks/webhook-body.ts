import { z } from "zod";
import { clipViewSchema } from "../tasks/clip-view.ts";
import { notificationKinds } from "../tasks/notification.ts";
import { timestampSchema } from "../time/timestamp.ts";
import { notificationEvents, notificationTools, type PlannedNotification } from "./planned-notification.ts";

/** What receivers get. Fields that a delivery has nothing for are absent, never null. */
export const webhookBodySchema = z
  .object({
    eventId: z.string().meta({ description: "The same at every try: dedupe on it." }),
    sequence: z.number().int().meta({ description: "Orders the deliveries of one task; gaps mean nothing." }),
    event: z.enum(notificationEvents),
    status: z.string().meta({ description: "The task's at that moment." }),
    taskId: z.string(),
    videoId: z.string(),
    notificationFor: z.enum(notificationKinds),
    tool: z
      .enum(notificationTools)
      .optional()
      .meta({ description: "Which tool, with notificationFor tool." }),
    transcriptUrl: z.string().optional().meta({ description: "Signed address of the transcript's JSON." }),
    renderUrl: z.string().optional().meta({ description: "Signed address of the film." }),
    clips: z.array(clipViewSchema).optional(),
    progress: z
      .number()
      .int()
      .min(0)
      .max(100)
      .optional()
      .meta({ description: "Part of the rendering that is done, in percent." }),
    error: z.string().optional().meta({ description: "`Name: sentence`" }),
    errorName: z.string().optional(),
    metadata: z.record(z.string(), z.string()).optional().meta({ description: "As given at creation." }),
    timestamp: timestampSchema.meta({ description: "When it happened." }),
  })
  .meta({ id: "WebhookBody" });
export type WebhookBody = z.infer<typeof webhookBodySchema>;

/** The part of a task that every delivery tells, whatever kind of task it is. */
export interface NotifiedTask {
  taskId: string;
  videoId: string;
  metadata: Readonly<Record<string, string>> | null;
}

/** What became of what a delivery tells of. */
export type Outcome = Pick<
  WebhookBody,
  "transcriptUrl" | "renderUrl" | "clips" | "progress" | "error" | "errorName"
>;

/** A delivery's body as text: fixed here once, the bytes of every try. `occurredAt`: ISO 8601. */
export const webhookBody = (
  planned: PlannedNotification,
  task: NotifiedTask,
  moment: { status: string; occurredAt: string },
  outcome: Outcome = {},
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

/** Signed addresses in bodies live until the task expires; S3 signs for 7 days at most. */
const maxUrlSeconds = 7 * 86_400;

export const webhookUrlSeconds = (expiresAt: string, now: Date): number => {
  const left = Math.floor((Date.parse(expiresAt) - now.getTime()) / 1000);
  return Math.min(maxUrlSeconds, Math.max(1, left));
};
