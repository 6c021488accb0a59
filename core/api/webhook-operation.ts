import type { z } from "zod";
import { type WebhookBody, webhookBodySchema } from "../webhooks/webhook-body.ts";
import type { JsonSchema, Operation, Parameter } from "./openapi.ts";

const header = (name: string, description: string): Parameter => ({
  name,
  in: "header",
  required: true,
  description,
  schema: { type: "string" },
});

const example: WebhookBody = {
  eventId: "4b6f4f0e-5d0b-5b8e-9a27-0f3f1f6b6c11",
  sequence: 3020,
  event: "completed",
  status: "completed",
  taskId: "0199a3c5-02b7-7c11-8d5e-61f0a9a3be10",
  videoId: "0199a3c4-7d1e-7b52-9f3c-2a64b8f01c77",
  notificationFor: "render",
  transcriptUrl: "https://captions.example.com/media/tasks/0199a3c5/transcript/1.json?X-Amz-Signature=4f1c",
  renderUrl: "https://captions.example.com/media/tasks/0199a3c5/render/captioned.mp4?X-Amz-Signature=9be2",
  metadata: { order: "17" },
  timestamp: "2026-12-01T09:31:42.127Z",
};

export const webhookTag = "Webhooks";

/** What the service sends to the recipients of notifications, as an operation that they serve. */
export const webhookOperation = (
  jsonSchema: (schema: z.ZodType, io: "input" | "output") => JsonSchema,
): Operation => ({
  operationId: "taskNotification",
  tags: [webhookTag],
  summary: "A task's subscriber is told of an event",
  description:
    "Sent to `notification.recipient`. Answer 2xx within 10 seconds; 410 wants no more of this delivery, all else is tried again. The same eventId may come more than once, always with the same bytes.",
  security: [],
  parameters: [
    header(
      "x-signature",
      "Lower-case hex of HMAC-SHA256 over the raw body, keyed with the whole secret string.",
    ),
    header("webhook-id", "The eventId."),
    header("webhook-timestamp", "Unix seconds of this try."),
    header("webhook-signature", "Signatures of Standard Webhooks, separated by spaces: `v1,` and base64."),
  ],
  requestBody: {
    required: true,
    content: { "application/json": { schema: jsonSchema(webhookBodySchema, "output"), example } },
  },
  responses: {
    "2XX": { description: "Taken; it is not sent again." },
    "410": { description: "Not wanted any more; it is not sent again." },
  },
});
