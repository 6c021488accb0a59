import { type WebhookBody, webhookBodySchema } from "../webhooks/webhook-body.ts";
import type { NamedSchemas } from "./named-schemas.ts";
import type { Operation, Parameter } from "./openapi-types.ts";

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
  transcriptUrl:
    "https://captions.example.com/media/tasks/0199a3c5/transcript/1.json?Expires=1775044800&Signature=4f1c",
  renderUrl:
    "https://captions.example.com/media/tasks/0199a3c5/render/captioned.mp4?Expires=1775044800&Signature=9be2",
  metadata: { order: "17" },
  timestamp: "2026-12-01T09:31:42.127Z",
};

export const webhookTag = "Webhooks";

/** Returns the operation that recipients of notifications implement. */
export const webhookOperation = (operationId: string, named: NamedSchemas): Operation => ({
  operationId,
  tags: [webhookTag],
  summary: "Task notification",
  description:
    "Sent to `notification.recipient`. Respond with 2xx within 10 seconds. 410 stops the delivery. After any other response, the delivery is retried. A notification can arrive more than once, with the same eventId and body.",
  security: [],
  parameters: [
    header(
      "x-signature",
      "Lowercase hex HMAC-SHA256 of the raw body, keyed with the whole webhook secret including its prefix.",
    ),
    header("webhook-id", "The eventId."),
    header("webhook-timestamp", "Time of the attempt in Unix seconds."),
    header(
      "webhook-signature",
      "Standard Webhooks signatures, separated by spaces. Each is `v1,` and the base64 of the signature.",
    ),
  ],
  requestBody: {
    required: true,
    content: { "application/json": { schema: named.describe(webhookBodySchema, "output"), example } },
  },
  responses: {
    "2XX": { description: "The notification was received and is not sent again." },
    "410": { description: "The recipient does not accept the notification, which is not sent again." },
  },
});
