import { readdirSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import type { Context } from "aws-lambda";
import * as z from "zod";
import { defaultHandler, operatorHandler, routes } from "../../../../core/api/routes.ts";
import { validated } from "../../../../core/api/validation.ts";
import { errorStatus } from "../../../../core/errors.ts";
import { capabilityEnvironment } from "../../../../lambdas/environment.ts";
import { anEvent, toAnswer } from "../../lambdas/api/request.ts";

beforeEach(() => {
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
});

const handlers = resolve(import.meta.dirname, "../../../../lambdas/api");
const functions = routes.filter(({ servedBy }) => servedBy === "function");
const complete = {
  TABLE_NAME: "table",
  PEXELS_KEY_PARAMETER: "",
  BUCKET_NAME: "bucket",
  VIDEO_IMPORT_MACHINE_ARN: "arn:aws:states:us-east-1:000000000000:stateMachine:import",
  CAPTIONING_MACHINE_ARN: "arn:aws:states:us-east-1:000000000000:stateMachine:captioning",
  CLIP_MACHINE_ARN: "arn:aws:states:us-east-1:000000000000:stateMachine:clip",
  TRANSLATOR: "auto",
  TRANSLATION_MODEL: "",
  PUBLIC_URL: "https://captions.test",
  LINK_KEYS: "K1=/Capstack/link-keys/1",
  UPLOAD_ROLE_ARN: "arn:aws:iam::000000000000:role/upload",
  DUBBER: "none",
  PLAYBACK_FILES: "true",
  WEBHOOK_QUEUE_URL: "https://sqs.us-east-1.amazonaws.com/000000000000/webhooks",
  FRAME_FUNCTION_NAME: "Capstack-frames",
} as const;

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", (_, route) => {
  const responses = [route.response, ...(route.alternatives ?? [])];

  test("has an example of every JSON body that it accepts or returns", () => {
    expect(route.requestExample !== undefined).toBe(route.bodyKind === "json");
    const documented = responses.filter(
      ({ schema }) => schema !== undefined && route.handler !== "get-openapi",
    );
    expect(responses.filter(({ example }) => example !== undefined)).toEqual(documented);
  });

  test("has examples that its schemas accept", () => {
    const body = route.bodyKind === "json" ? route.request.body : z.undefined();
    expect(() => validated(body, route.requestExample)).not.toThrow();
    for (const { schema, example } of responses) expect(schema?.parse(example)).toEqual(example);
  });

  test("describes the parameters of its path", () => {
    const names = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(route.request.path.shape)).toEqual(names);
  });

  test("lists only known errors", () => {
    expect(Object.keys(errorStatus)).toEqual(expect.arrayContaining([...route.errors]));
  });

  test("reads the records if it needs a key", () => {
    expect(route.needsKey && !route.uses.includes("records")).toBe(false);
  });
});

describe("handlers", () => {
  test("have one file per route, one for the routes of the operator, and the default one", () => {
    const files = readdirSync(handlers).map((file) => file.replace(/\.ts$/, ""));
    const shared = [defaultHandler, operatorHandler];
    expect(files.sort()).toEqual([...functions.map(({ handler }) => handler), ...shared].sort());
  });

  test.each(functions.map((route) => [route.handler, route] as const))(
    "start in %s with the environment that the route declares",
    async (name, route) => {
      const needed = route.uses.flatMap((capability) => Object.keys(capabilityEnvironment[capability].shape));
      const before = { ...process.env };
      for (const key of Object.keys(complete)) delete process.env[key];
      for (const key of needed) process.env[key] = complete[key as keyof typeof complete];
      process.env.AWS_REGION = "us-east-1";
      try {
        const { handler } = await import(`../../../../lambdas/api/${name}.ts`);
        const { status, body } = toAnswer(await handler(anEvent({ path: { file: "x" } }), {} as Context));
        // The cold start succeeded: a route with a key rejects the request itself, others respond.
        expect(route.needsKey ? [status, body.code] : [status < 500]).toEqual(
          route.needsKey ? [401, "Unauthorized"] : [true],
        );
      } finally {
        process.env = before;
      }
    },
  );
});

test("every route that creates a resource accepts an Idempotency-Key", () => {
  const creating = routes.filter(({ method, response }) => method === "POST" && response.status === 201);
  const others = creating.filter(({ idempotent }) => idempotent !== true).map(({ handler }) => handler);
  // The video already exists, and completing it again has no effect. Responses with secrets are never stored.
  expect(others).toEqual(["complete-upload", "create-key", "rotate-webhook-secret"]);
});

test("routes are the operator's if and only if they are below /operator/, and these only read", () => {
  const operators = routes.filter(({ servedBy }) => servedBy === "operator");
  expect(operators).toEqual(routes.filter(({ path }) => path.startsWith("/operator/")));
  expect(operators.filter(({ method, needsKey }) => method !== "GET" || !needsKey)).toEqual([]);
});
