import * as z from "zod";
import { timestampSchema } from "../../time/timestamp.ts";
import { deliveryStates } from "../../webhooks/delivery.ts";
import { maxOverlapHours } from "../../webhooks/operator-actions.ts";
import { limitField } from "./common.ts";

export const webhookSettingsSchema = z
  .object({
    secret: z.string().optional().meta({
      description: "The new secret. Returned only by POST /account/webhook/secret.",
      example: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
    }),
    previousSecretExpiresAt: timestampSchema.nullable().meta({
      description:
        "Time until which the previous secret remains valid, UTC; null if no rotation is in progress.",
    }),
  })
  .meta({ id: "WebhookSettings", description: "The webhook settings of the account." });

export const rotationQuery = z.object({
  overlapHours: z.coerce.number().int().min(0).max(maxOverlapHours).optional().meta({
    description:
      "Number of hours for which the previous secret remains valid; 0 invalidates it immediately. Defaults to 24.",
  }),
});

export const deliveryPath = z.object({ id: z.string() });

export const deliveryQuery = z.object({
  state: z.enum(deliveryStates).optional().meta({ description: "Only deliveries in this state." }),
  taskId: z.string().min(1).max(200).optional().meta({ description: "Only deliveries of this task." }),
  limit: limitField,
});

export const deliveryViewSchema = z
  .object({
    id: z.string(),
    eventId: z.string().meta({ description: "ID of the event: the webhook-id header of every attempt." }),
    taskId: z.string(),
    videoId: z.string(),
    kind: z.string().meta({ description: "Kind of the subscription.", example: "render" }),
    event: z.string().meta({ description: "What happened to the task.", example: "completed" }),
    state: z.string().meta({
      description:
        "One of the values of the `state` parameter: the next attempt is at dueAt (waiting), the recipient returned 2xx (delivered) or 410, all attempts failed (dead), or a later progress event replaced the delivery (superseded).",
      example: "delivered",
    }),
    recipient: z.string().meta({
      description: "URL of the recipient without its query string.",
      example: "https://example.com/hooks",
    }),
    attempts: z.number().int().meta({ description: "Number of attempts so far." }),
    dueAt: timestampSchema
      .nullable()
      .meta({ description: "Time of the next attempt, UTC; null if there is none." }),
    lastAttemptAt: timestampSchema
      .nullable()
      .meta({ description: "Time of the last attempt, UTC; null before the first." }),
    responseStatus: z.number().int().nullable().meta({
      description: "HTTP status of the last attempt; null without a response.",
      example: 200,
    }),
    responseError: z.string().nullable().meta({
      description: "Reason why the last attempt had no response; null if it had one.",
      example: "TimedOut",
    }),
    responseBody: z
      .string()
      .nullable()
      .meta({ description: "The first KB of the last response; null if there was none." }),
    createdAt: timestampSchema,
  })
  .meta({ id: "WebhookDelivery", description: "A webhook delivery." });
export type DeliveryView = z.infer<typeof deliveryViewSchema>;

export const deliveryListSchema = z
  .array(deliveryViewSchema)
  .meta({ id: "WebhookDeliveryList", description: "Webhook deliveries, newest first." });
