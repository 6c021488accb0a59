import { beforeEach, describe, expect, jest, test } from "@jest/globals";
import { Validator } from "@seriousme/openapi-schema-validator";
import { docsPage } from "../../../../core/api/docs-page.ts";
import { errorNotes } from "../../../../core/api/error-notes.ts";
import { errorNamesOf, openApiDocument } from "../../../../core/api/openapi.ts";
import type { JsonSchema, Operation } from "../../../../core/api/openapi-types.ts";
import { routes } from "../../../../core/api/routes.ts";
import { run as getDocs } from "../../../../lambdas/api/get-docs.ts";
import { run as getOpenApi } from "../../../../lambdas/api/get-openapi.ts";
import { createApi } from "../../lambdas/api/request.ts";

beforeEach(() => {
  jest.spyOn(process.stdout, "write").mockReturnValue(true);
});

const document = openApiDocument("https://captions.test");
const operations: Operation[] = Object.values(document.paths).flatMap((item) => Object.values(item));
const schemas = Object.entries(document.components.schemas);
const documented = routes.filter(({ isStatic }) => isStatic !== true);

/** The fields of a schema and of the schemas in it, with their paths. */
const fieldsOf = (schema: JsonSchema, path: string): { path: string; field: JsonSchema }[] => {
  const parts = [schema.anyOf, schema.oneOf, schema.items, schema.additionalProperties].flat();
  const inside = parts.filter((part): part is JsonSchema => typeof part === "object" && part !== null);
  const own = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return [
    ...inside.flatMap((part) => fieldsOf(part, path)),
    ...own.flatMap(([name, field]) => [
      { path: `${path}.${name}`, field },
      ...fieldsOf(field, `${path}.${name}`),
    ]),
  ];
};

describe("the OpenAPI document", () => {
  test("is valid OpenAPI 3.1", async () => {
    const validator = new Validator();
    const result = await validator.validate(structuredClone(document) as never);
    expect(result).toMatchObject({ valid: true });
    expect(validator.version).toBe("3.1");
  });

  test("has every route except static files, with unique operation IDs", () => {
    const callbacks = operations.flatMap(({ callbacks = {} }) =>
      Object.values(callbacks).flatMap((byUrl) =>
        Object.values(byUrl).flatMap((item) => Object.values(item)),
      ),
    );
    const webhooks = Object.values(document.webhooks).flatMap((item) => Object.values(item));
    const ids = [...operations, ...callbacks, ...webhooks].map(({ operationId }) => operationId);
    expect(operations).toHaveLength(documented.length);
    expect(callbacks).toHaveLength(2);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test("requires every parameter of a path, and lists the errors of an operation by status", () => {
    const parameters = operations.flatMap((operation) => operation.parameters);
    expect(parameters.filter(({ in: place, required }) => place === "path" && !required)).toEqual([]);
    expect(operations.filter(({ responses }) => responses["500"] === undefined)).toEqual([]);
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

  test("refers to a named schema for every JSON body and every uploaded file, but not for text and images", () => {
    const bodies = operations.flatMap(({ operationId, requestBody, responses }) =>
      [requestBody, ...Object.values(responses)].flatMap((each) =>
        Object.entries(each?.content ?? {}).map(([type, { schema }]) => ({ operationId, type, schema })),
      ),
    );
    const nameless = bodies.filter(
      ({ type, schema }) =>
        !/^text\/|^image\/|^application\/x-subrip/.test(type) && Object.keys(schema).join() !== "$ref",
    );
    expect(bodies.length).toBeGreaterThan(100);
    expect(nameless).toEqual([]);
  });

  test("has one schema for all errors", () => {
    const errors = operations.flatMap(({ responses }) =>
      Object.entries(responses).flatMap(([status, { content }]) => (Number(status) >= 400 ? [content] : [])),
    );
    const references = errors.map((content) => content?.["application/json"]?.schema);
    expect(new Set(references.map((schema) => JSON.stringify(schema)))).toEqual(
      new Set(['{"$ref":"#/components/schemas/ErrorResponse"}']),
    );
  });

  test("names every object and every enumeration, so that generators make fewer than 85 models", () => {
    const isModel = (schema: JsonSchema): boolean => schema.type === "object" || Array.isArray(schema.enum);
    const nameless = schemas.flatMap(([name, schema]) =>
      fieldsOf(schema, name).filter(
        ({ field }) => isModel(field) || isModel((field.items ?? {}) as JsonSchema),
      ),
    );
    expect(nameless).toEqual([]);
    expect(schemas.filter(([, schema]) => isModel(schema)).length).toBeLessThan(85);
  });

  test("describes every schema, field, parameter and error", () => {
    const named = schemas.filter(([, { description }]) => typeof description !== "string");
    const fields = schemas.flatMap(([name, schema]) => fieldsOf(schema, name));
    const parameters = operations.flatMap((operation) => operation.parameters);
    expect(named).toEqual([]);
    expect(fields.length).toBeGreaterThan(200);
    expect(
      fields.filter(({ field }) => typeof field.description !== "string" && field.$ref === undefined),
    ).toEqual([]);
    expect(parameters.filter(({ description }) => !description)).toEqual([]);
    expect(routes.flatMap(errorNamesOf).filter((name) => errorNotes[name] === undefined)).toEqual([]);
  });

  test("contains exactly the schemas that it refers to", () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"([^"]+)"/g)].map((match) => match[1]);
    const { schemas: named, headers } = document.components;
    const known = Object.entries({ schemas: named, headers }).flatMap(([kind, each]) =>
      Object.keys(each).map((name) => `#/components/${kind}/${name}`),
    );
    expect([...new Set(references)].sort()).toEqual(known.sort());
    expect(JSON.stringify(document)).not.toContain("$defs");
  });

  test("is served without a key", async () => {
    const api = await createApi();
    const response = await api.send("get-openapi", getOpenApi, { key: null });
    expect(response).toMatchObject({
      status: 200,
      body: { openapi: "3.1.0", servers: [{ url: "https://captions.test" }] },
    });
    expect(response.body).toEqual(JSON.parse(JSON.stringify(document)));
  });
});

describe("the reference page", () => {
  const page = docsPage(document);

  test("is served without a key", async () => {
    const api = await createApi();
    const response = await api.send("get-docs", getDocs, { key: null });
    expect(response.headers["content-type"]).toBe("text/html; charset=utf-8");
    expect(response.body).toBe(page);
  });

  test("has every documented path and no scripts or external files", () => {
    for (const { path } of documented) expect(page).toContain(path);
    expect(page).not.toMatch(/<script|src=/);
  });

  test("shows the values of enumerations and the fields of nested objects", () => {
    expect(page).toContain("todo | inProgress | uploaded | aborted");
    expect(page).toContain("<code>data[].metadata.hasAudio</code>");
    expect(page).toContain("<code>exportSettings.outputMode</code>");
  });

  test("shows the responses that a recipient of webhooks can give", () => {
    expect(page).toContain("2XX: The notification was received and is not sent again.");
    expect(page).toContain("410: The recipient does not accept the notification,");
  });
});
