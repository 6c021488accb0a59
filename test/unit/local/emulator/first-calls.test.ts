import { expect, test } from "@jest/globals";
import { progressTaskOf } from "../../../../adapters/dynamo/stage-progress.ts";
import { accountKeyPattern } from "../../../../core/accounts/key-kinds.ts";
import { routeOf } from "../../../../core/api/routes.ts";
import {
  admissionInput,
  completionInput,
  preparationInput,
  reservationInput,
  taskInput,
} from "../../../../lambdas/shared/workflow-inputs.ts";
import { firstEventOf } from "../../../../local/emulator/first-calls.ts";
import { consoleHandlers, taskHandlers } from "../../../../local/emulator/prepared-functions.ts";

test("every prepared function has a first event, except the one that reads nothing", () => {
  const without = [...taskHandlers, ...consoleHandlers].filter((handler) => firstEventOf(handler) === null);
  expect(without).toEqual(["container-stopped"]);
});

test.each([
  ["prepare-task", preparationInput],
  ["reserve-capacity", reservationInput],
  ["compose-transcript", taskInput],
  ["start-rendering", taskInput],
  ["complete-task", completionInput],
])("the first event of %s is valid input that names no task", (handler, input) => {
  expect(input.parse(firstEventOf(handler)).taskId).toMatch(/^[0-]+$/);
});

test("the first event about a video is valid and names none", () => {
  expect(admissionInput.parse(firstEventOf("admit-tasks")).detail.videoId).toMatch(/^[0-]+$/);
});

test("the first record of the stream is the progress of a task that does not exist", () => {
  const { Records } = firstEventOf("publish-outbox") as {
    Records: { dynamodb: { NewImage: Record<string, unknown> } }[];
  };
  expect(Records.map(({ dynamodb }) => progressTaskOf(dynamodb.NewImage))).toEqual([
    "00000000-0000-0000-0000-000000000000",
  ]);
});

test("the first request of a route has a well-formed key that no account has", () => {
  const { method, path } = routeOf("get-task");
  expect(firstEventOf("get-task")).toMatchObject({
    rawPath: path,
    headers: { "x-api-key": expect.stringMatching(accountKeyPattern) },
    requestContext: { http: { method } },
  });
});
