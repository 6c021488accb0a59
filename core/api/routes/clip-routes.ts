import { noInput, type RouteDeclaration } from "../route.ts";
import { clipTaskStatusSchema, createClipTaskBody } from "../schemas/clips.ts";
import { taskPath, videoPath } from "../schemas/common.ts";
import { createTaskQuery, taskCostSchema, taskCreatedSchema } from "../schemas/tasks.ts";

const id = "0199a3c5-02b7-7c11-8d5e-61f0a9a3be10";
const videoId = "0199a3c4-7d1e-7b52-9f3c-2a64b8f01c77";

export const clipRoutes = {
  "create-clip-task": {
    method: "POST",
    path: "/videos/{videoId}/clipTask",
    servedBy: "function",
    tag: "Clip tasks",
    summary: "Create short clips from a video",
    description:
      "The task transcribes the video, chooses the best passages, and writes each to a separate file that starts and ends with a complete sentence. Poll the task every 2 to 5 seconds. The cost of maxClips clips is held. If fewer clips are created, the difference is refunded.",
    needsKey: true,
    bodyKind: "json",
    request: { ...noInput, path: videoPath, query: createTaskQuery, body: createClipTaskBody },
    requestExample: { maxClips: 3, durationRange: "lt_30s" },
    response: {
      status: 201,
      description: "The task has been created.",
      schema: taskCreatedSchema,
      example: { id, taskId: id },
    },
    alternatives: [
      {
        status: 200,
        description: "With dryRun=true: the maximum cost of the task. Nothing is created.",
        schema: taskCostSchema,
        example: { cost: "0.525000", currency: "USD" },
      },
    ],
    errors: [
      "InsufficientCredits",
      "NotFound",
      "InvalidUploadState",
      "IdempotencyConflict",
      "AddressNotAllowed",
      "PayloadTooLarge",
    ],
    idempotent: true,
    sendsNotifications: true,
    uses: ["records", "tasks"],
  },
  "get-clip-task": {
    method: "GET",
    path: "/videos/{videoId}/clipTask/{id}",
    servedBy: "function",
    tag: "Clip tasks",
    summary: "Read a clip task",
    needsKey: true,
    bodyKind: "none",
    request: { ...noInput, path: taskPath },
    response: {
      status: 200,
      description: "The task.",
      schema: clipTaskStatusSchema,
      example: {
        id,
        videoId,
        status: "completed",
        clips: [
          {
            url: "https://captions.example.com/media/tasks/0199a3c5/clips/clip-1.mp4?Expires=1775044800&Signature=4f1c",
            theme: "Why lighthouses were painted in stripes",
            startTime: 127.4,
            endTime: 150.9,
            duration: 23.5,
          },
        ],
        errorName: null,
        warnings: [],
        progress: 100,
        cost: "0.375000",
        metadata: null,
        createdAt: "2026-12-01T09:31:00.000Z",
        completedAt: "2026-12-01T09:34:12.000Z",
        expiresAt: "2026-12-31T09:31:00.000Z",
      },
    },
    errors: ["NotFound"],
    uses: ["records", "links"],
  },
} as const satisfies Record<string, RouteDeclaration>;
