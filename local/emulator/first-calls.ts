import { randomUUID } from "node:crypto";
import { progressPartition } from "../../adapters/dynamo/stage-progress.ts";
import { accountKeyPrefix } from "../../core/accounts/key-kinds.ts";
import { routes } from "../../core/api/routes.ts";

/** The ID of a task and of a video that do not exist. */
const absentId = "00000000-0000-0000-0000-000000000000";
/** A key that no account has: keys are random. */
const unknownKey = `${accountKeyPrefix}${"0".repeat(43)}`;

/** Events of step and event handlers that find nothing and change nothing. */
const events: Readonly<Record<string, object>> = {
  "publish-outbox": {
    Records: [{ dynamodb: { NewImage: { pk: { S: progressPartition(absentId) }, sk: { S: "rendering" } } } }],
  },
  "admit-tasks": { detail: { accountId: absentId, videoId: absentId } },
  "prepare-task": { taskId: absentId, executionArn: absentId },
  "reserve-capacity": { taskId: absentId, container: "speech", taskToken: absentId },
  "compose-transcript": { taskId: absentId },
  "start-rendering": { taskId: absentId },
  "complete-task": {
    taskId: absentId,
    result: { outputKey: absentId, durationSeconds: 0, frames: 0, width: 1, height: 1, segments: 0 },
  },
};

/** Returns a request of an HTTP API (payload format 2.0) whose key is rejected. */
const rejectedRequest = (method: string, path: string) => ({
  version: "2.0",
  rawPath: path,
  rawQueryString: "",
  headers: { "x-api-key": unknownKey },
  isBase64Encoded: false,
  requestContext: { requestId: randomUUID(), http: { method, path } },
});

/**
 * Returns an event with which a function reads the table and ends: code that runs for the first time, and the first connection of a
 * client, take more time than the rest of a call. Null for a function that has none.
 */
export const firstEventOf = (handler: string): unknown => {
  const route = routes.find((one) => one.handler === handler);
  return route === undefined ? (events[handler] ?? null) : rejectedRequest(route.method, route.path);
};
