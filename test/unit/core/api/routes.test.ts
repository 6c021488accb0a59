import { existsSync, readdirSync } from "node:fs";
import { resolve } from "node:path";
import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import type { Context } from "aws-lambda";
import { docsPage } from "../../../../core/api/docs-page.ts";
import { errorNotes } from "../../../../core/api/error-notes.ts";
import { allowedMethods, routeNotFound } from "../../../../core/api/match-route.ts";
import { errorNamesOf, openApiDocument } from "../../../../core/api/openapi.ts";
import type { JsonSchema } from "../../../../core/api/openapi-types.ts";
import { defaultHandler, routes } from "../../../../core/api/routes.ts";
import { validated } from "../../../../core/api/validation.ts";
import { errorStatus } from "../../../../core/errors.ts";
import { respond } from "../../../../lambdas/api/default-route.ts";
import { run as getDocs } from "../../../../lambdas/api/get-docs.ts";
import { run as getOpenApi } from "../../../../lambdas/api/get-openapi.ts";
import { run as getPreview } from "../../../../lambdas/api/get-template-preview.ts";
import { run as listTemplates } from "../../../../lambdas/api/list-templates.ts";
import { capabilityEnvironment } from "../../../../lambdas/environment.ts";
import type { ApiEvent } from "../../../../lambdas/shared/api-request.ts";
import { anEvent, createApi, toAnswer } from "../../lambdas/api/request.ts";

beforeEach(() => {
  jest.spyOn(console, "log").mockImplementation(() => {});
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
} as const;

describe.each(routes.map((route) => [`${route.method} ${route.path}`, route] as const))("%s", (_, route) => {
  test("has legal examples", () => {
    const { body } = route.request;
    const requests = body && route.bodyKind === "json" ? [body] : [];
    for (const schema of requests) expect(() => validated(schema, route.requestExample)).not.toThrow();
    const responses = [route.response, ...(route.alternatives ?? [])].filter(
      ({ schema, example }) => schema && example !== undefined,
    );
    for (const { schema, example } of responses) expect(schema?.parse(example)).toEqual(example);
    const isJsonAnswer = route.response.schema !== undefined && route.handler !== "get-openapi";
    expect(route.response.example !== undefined).toBe(isJsonAnswer);
  });

  test("describes its path's parameters, and names only known errors", () => {
    const named = [...route.path.matchAll(/\{(\w+)\}/g)].map((match) => match[1]);
    expect(Object.keys(route.request.path?.shape ?? {})).toEqual(named);
    for (const name of route.errors) expect(errorStatus).toHaveProperty(name);
    expect(route.uses.includes("records") || !route.needsKey).toBe(true);
  });
});

describe("handlers", () => {
  test("are one file per route, and no other", () => {
    const files = readdirSync(handlers).map((file) => file.replace(/\.ts$/, ""));
    expect(files.sort()).toEqual([...functions.map(({ handler }) => handler), defaultHandler].sort());
    expect(existsSync(resolve(handlers, `${defaultHandler}.ts`))).toBe(true);
  });

  test.each(functions.map((route) => [route.handler, route] as const))(
    "%s starts with just what its route declares",
    async (name, route) => {
      const needed = route.uses.flatMap((capability) => Object.keys(capabilityEnvironment[capability].shape));
      const before = { ...process.env };
      for (const key of Object.keys(complete)) delete process.env[key];
      for (const key of needed) process.env[key] = complete[key as keyof typeof complete];
      process.env.AWS_REGION = "us-east-1";
      try {
        const { handler } = await import(`../../../../lambdas/api/${name}.ts`);
        const { status, body } = toAnswer(await handler(anEvent({ path: { file: "x" } }), {} as Context));
        // Without a key the cold start has happened and the refusal is ours; routes without one answer.
        expect(route.needsKey ? [status, body.code] : [status < 500]).toEqual(
          route.needsKey ? [401, "Unauthorized"] : [true],
        );
      } finally {
        process.env = before;
      }
    },
  );
});

describe("the OpenAPI document", () => {
  const document = openApiDocument("https://captions.test");

  test("has every route, with operation ids that are unique", () => {
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    expect(operations).toHaveLength(routes.length);
    expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(routes.length);
    for (const operation of operations) {
      expect(Object.keys(operation.responses)).toContain("500");
      expect(operation.parameters.every(({ in: place, required }) => place !== "path" || required)).toBe(
        true,
      );
    }
    expect(document.paths["/videos/{videoId}/task"]?.post).toMatchObject({
      operationId: "createTask",
      security: [{ apiKey: [] }],
      responses: {
        200: {},
        201: {},
        400: {},
        401: {},
        402: { description: expect.stringMatching(/^InsufficientCredits: The balance/) },
        404: {},
        409: {},
      },
    });
  });

  test("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document) as never);
    expect(result).toMatchObject({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  test("says of every field, parameter and error what it means", () => {
    const silent: string[] = [];
    const look = (schema: JsonSchema, path: string): void => {
      const parts = [schema.anyOf, schema.oneOf, schema.items].flat() as (JsonSchema | undefined)[];
      for (const part of parts) if (part !== undefined) look(part, path);
      for (const [name, field] of Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>)) {
        if (typeof field.description !== "string" && field.$ref === undefined) silent.push(`${path}.${name}`);
        look(field, `${path}.${name}`);
      }
    };
    const operations = Object.values(document.paths).flatMap((item) => Object.values(item));
    for (const operation of operations) {
      const { operationId, parameters, requestBody, responses } = operation;
      for (const { name, description } of parameters) if (!description) silent.push(`${operationId} ${name}`);
      const bodies = [requestBody?.content, ...Object.values(responses).map(({ content }) => content)];
      for (const body of bodies)
        for (const { schema } of Object.values(body ?? {})) look(schema, operationId);
    }
    for (const [name, schema] of Object.entries(document.components.schemas)) look(schema, name);
    expect(silent).toEqual([]);
    const undocumented = routes.flatMap(errorNamesOf).filter((name) => errorNotes[name] === undefined);
    expect(undocumented).toEqual([]);
  });

  test("refers only to what it contains", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
    const { schemas, headers } = document.components;
    const known = Object.entries({ schemas, headers }).flatMap(([kind, named]) =>
      Object.keys(named).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...new Set(references)].sort()).toEqual(known.sort());
    expect(known).toContain("#/components/schemas/CaptioningTask");
    expect(JSON.stringify(document)).not.toContain("$defs");
    const error = document.components.schemas.Error as JsonSchema;
    expect(error.required).toEqual(["statusCode", "error", "message", "code", "requestId"]);
  });

  test("and the page are served without a key", async () => {
    const api = await createApi();
    const json = await api.send("get-openapi", getOpenApi, { key: null });
    expect(json).toMatchObject({
      status: 200,
      body: { openapi: "3.1.0", servers: [{ url: "https://captions.test" }] },
    });
    expect(json.body).toEqual(JSON.parse(JSON.stringify(document)));
    const page = await api.send("get-docs", getDocs, { key: null });
    expect(page.headers["content-type"]).toBe("text/html; charset=utf-8");
    for (const route of routes) expect(page.body).toContain(route.path);
    expect(docsPage(document)).not.toMatch(/<script|src=/);
  });
});

describe("templates", () => {
  test("are listed with previews at the address that clients use", async () => {
    const api = await createApi();
    const { body } = await api.send("list-templates", listTemplates);
    expect(body.length).toBeGreaterThanOrEqual(3);
    expect(Object.keys(body[0]).sort()).toEqual(["categories", "id", "name", "previewUrl", "previews"]);
    expect(body[0].previewUrl).toMatch(/^https:\/\/captions\.test\/templates\/previews\/[a-z-]+\.gif$/);
  });

  test("previews are found by their exact name only", async () => {
    const api = await createApi();
    const deps = { readPreview: async () => new Uint8Array([1, 2, 3]) };
    const fetchPreview = (file: string) =>
      api.send(
        "get-template-preview",
        (request: Parameters<typeof getPreview>[0]) => getPreview(request, deps),
        {
          path: { file },
          key: null,
        },
      );
    const file = `${api.templates[0]?.slug}.mp4`;
    expect(await fetchPreview(file)).toMatchObject({
      status: 200,
      body: "AQID",
      headers: { "content-type": "video/mp4" },
    });
    expect((await fetchPreview("../../package.json")).status).toBe(404);
  });
});

describe("what has no route", () => {
  const ask = (method: string, rawPath: string) => {
    const event = anEvent({ method });
    return toAnswer(respond({ ...event, rawPath } as ApiEvent));
  };

  test("is an unknown path: 404", () => {
    expect(ask("GET", "/videos/a/b/c")).toMatchObject({ status: 404, body: { code: "RouteNotFound" } });
    expect(ask("GET", "/")).toMatchObject({ status: 404 });
  });

  test("is a known path with another method: 405 with Allow", () => {
    expect(ask("DELETE", "/videos")).toMatchObject({
      status: 405,
      body: { code: "MethodNotAllowed" },
      headers: { allow: "GET, HEAD, POST, OPTIONS" },
    });
  });

  test("is a preflight: 204 with what browsers ask", () => {
    expect(ask("OPTIONS", "/videos/v/task/t/transcript")).toMatchObject({
      status: 204,
      headers: {
        "access-control-allow-methods": "GET, HEAD, PUT, OPTIONS",
        "access-control-allow-headers": expect.stringContaining("x-api-key"),
      },
    });
    expect(ask("OPTIONS", "/nothing").status).toBe(204);
  });

  test("paths are matched whole: a dot is a dot", () => {
    expect(allowedMethods("/openapi.json")).toEqual(["GET", "HEAD", "OPTIONS"]);
    expect(allowedMethods("/openapixjson")).toEqual([]);
    expect(allowedMethods("/videos/")).toEqual([]);
    expect(allowedMethods("/videos/upload")).toEqual(["POST", "OPTIONS"]);
    expect(routeNotFound("/videos/").message).toBe("There is no /videos/: leave the slash at its end away.");
    expect(routeNotFound("/nothing/").message).toBe("There is no /nothing/: GET /docs lists what there is.");
  });
});

test("every request that creates something may be repeated with an Idempotency-Key", () => {
  const creating = routes.filter(({ method, response }) => method === "POST" && response.status === 201);
  const others = creating.filter(({ idempotent }) => idempotent !== true).map(({ handler }) => handler);
  // What it ends was created before, and ending it again is harmless.
  expect(others).toEqual(["complete-upload"]);
});
