import { noInput, type RouteDeclaration } from "../route.ts";
import {
  deliveryListSchema,
  deliveryPath,
  deliveryQuery,
  rotationQuery,
  webhookSettingsSchema,
} from "../schemas/webhooks.ts";

const taskId = "0199a3c5-02b7-7c11-8d5e-61f0a9a3be10";

export const webhookRoutes = {
  "get-webhook": {
    method: "GET",
    path: "/account/webhook",
    servedBy: "function",
    tag: "Account",
    summary: "Read the webhook settings",
    description:
      "Each task sets its recipient when it is created. The secret is only shown when it is created.",
    needsKey: true,
    bodyKind: "none",
    request: noInput,
    response: {
      status: 200,
      description: "The settings.",
      schema: webhookSettingsSchema,
      example: { previousSecretExpiresAt: null },
    },
    errors: [],
    uses: ["records"],
  },
  "rotate-webhook-secret": {
    method: "POST",
    path: "/account/webhook/secret",
    servedBy: "function",
    tag: "Account",
    summary: "Create a new webhook secret",
    description:
      "The secret is returned only in this response. The previous secret remains valid for `overlapHours`. The body is ignored. Idempotency-Key is not supported, because it would store the secret.",
    needsKey: true,
    bodyKind: "ignored",
    request: { ...noInput, query: rotationQuery },
    response: {
      status: 201,
      description: "The new secret. All further attempts are signed with it.",
      schema: webhookSettingsSchema,
      example: {
        secret: "whsec_C2FVsBQIhrscChlQIMV+b5sSYspob7oD",
        previousSecretExpiresAt: "2026-12-02T09:30:00.000Z",
      },
    },
    errors: [],
    uses: ["records"],
  },
  "list-deliveries": {
    method: "GET",
    path: "/account/webhook/deliveries",
    servedBy: "function",
    tag: "Account",
    summary: "List webhook deliveries, newest first",
    description:
      "Deliveries are kept for 30 days. A filter by state applies to the newest 1,000. A new delivery appears within a few seconds.",
    needsKey: true,
    bodyKind: "none",
    request: { ...noInput, query: deliveryQuery },
    response: {
      status: 200,
      description: "The deliveries.",
      schema: deliveryListSchema,
      example: [
        {
          id: `${taskId}.4`,
          eventId: "0199a3c9-3a10-7d0b-9a55-0f1e2d3c4b5a",
          taskId,
          videoId: "0199a3c4-7d1e-7b52-9f3c-2a64b8f01c77",
          kind: "render",
          event: "completed",
          state: "delivered",
          recipient: "https://example.com/hooks",
          attempts: 1,
          dueAt: null,
          lastAttemptAt: "2026-12-01T09:34:12.000Z",
          responseStatus: 200,
          responseError: null,
          responseBody: "ok",
          createdAt: "2026-12-01T09:34:12.000Z",
        },
      ],
    },
    errors: [],
    uses: ["records", "lists"],
  },
  "replay-delivery": {
    method: "POST",
    path: "/account/webhook/deliveries/{id}/replay",
    servedBy: "function",
    tag: "Account",
    summary: "Deliver a webhook again",
    description:
      "Starts the attempts again, with the same event ID and body. A delivery in state waiting is not changed. The body of the request is ignored.",
    needsKey: true,
    bodyKind: "ignored",
    request: { ...noInput, path: deliveryPath },
    response: { status: 204, description: "The delivery waits for its next attempt." },
    errors: ["NotFound"],
    uses: ["records", "lists", "deletion", "webhooks"],
  },
} as const satisfies Record<string, RouteDeclaration>;
