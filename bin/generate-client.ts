/**
 * `npm run client`: writes the types of the TypeScript client from the OpenAPI document. With `--print` they go to
 * stdout instead, which is how a test sees whether the committed file is in step.
 */
import { writeFileSync } from "node:fs";
import { resolve } from "node:path";
import { compile } from "json-schema-to-typescript";
import { openApiDocument } from "../core/api/openapi.ts";
import type { JsonSchema, OpenApiDocument, Operation } from "../core/api/openapi-types.ts";

const file = resolve(import.meta.dirname, "../clients/typescript/src/interface.ts");

const object = (properties: Record<string, JsonSchema>, required: string[]): JsonSchema => ({
  type: "object",
  additionalProperties: false,
  properties,
  required,
});

const parametersOf = ({ parameters }: Operation, place: "path" | "query"): JsonSchema | null => {
  const own = parameters.filter((parameter) => parameter.in === place);
  if (own.length === 0) return null;
  const properties = own.map(({ name, description, schema }) => [
    name,
    { ...schema, ...(description === undefined ? {} : { description }) },
  ]);
  const required = own.filter((parameter) => parameter.required).map(({ name }) => name);
  return object(Object.fromEntries(properties), required);
};

/** A file travels as form data; everything else is JSON. */
const bodyOf = ({ requestBody }: Operation): JsonSchema | null => {
  if (requestBody === undefined) return null;
  return requestBody.content["application/json"]?.schema ?? { tsType: "FormData" };
};

const contentSchema = (type: string, schema: JsonSchema): JsonSchema => {
  if (type === "application/json") return schema;
  return { tsType: /^(text\/|application\/x-subrip)/.test(type) ? "string" : "Blob" };
};

const answerOf = ({ responses }: Operation): JsonSchema => {
  const schemas = Object.entries(responses)
    .filter(([status]) => status.startsWith("2"))
    .flatMap(([, { content }]) =>
      content === undefined
        ? [{ tsType: "null" }]
        : Object.entries(content).map(([type, { schema }]) => contentSchema(type, schema)),
    );
  const distinct = [...new Map(schemas.map((schema) => [JSON.stringify(schema), schema])).values()];
  return distinct.length === 1 ? (distinct[0] as JsonSchema) : { anyOf: distinct };
};

const operationSchema = (operation: Operation): JsonSchema => {
  const parts = {
    path: parametersOf(operation, "path"),
    query: parametersOf(operation, "query"),
    body: bodyOf(operation),
    answer: answerOf(operation),
  };
  const given = Object.entries(parts).filter((entry): entry is [string, JsonSchema] => entry[1] !== null);
  const required = given.map(([name]) => name).filter((name) => name !== "query");
  return { ...object(Object.fromEntries(given), required), description: operation.summary };
};

const operationsOf = (document: OpenApiDocument) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

// Lists of bounded length would become unions of tuples, and examples noise: neither says anything to a compiler.
const withoutNoise = (schema: JsonSchema): JsonSchema =>
  JSON.parse(JSON.stringify(schema), (key, value) => {
    const isNoise = ["minItems", "maxItems", "examples"].includes(key);
    return isNoise && (typeof value === "number" || Array.isArray(value)) ? undefined : value;
  });

const header = `/**
 * Made by \`npm run client\` from the interface's OpenAPI document. Do not edit.
 */`;

const source = async (): Promise<string> => {
  const document = openApiDocument("https://captions.example.com");
  const operations = operationsOf(document);
  const schemas = Object.fromEntries(
    operations.map(({ operation }) => [operation.operationId, operationSchema(operation)]),
  );
  const root: JsonSchema = {
    ...object(schemas, Object.keys(schemas)),
    title: "Operations",
    $defs: document.components.schemas,
  };
  const local = JSON.parse(
    JSON.stringify(root).replaceAll('"#/components/schemas/', '"#/$defs/'),
  ) as JsonSchema;
  const types = await compile(withoutNoise(local), "Operations", {
    unreachableDefinitions: true,
    bannerComment: header,
    additionalProperties: false,
    format: true,
    style: { printWidth: 110 },
  });
  const routes = operations.map(
    ({ path, method, operation }) =>
      `  ${operation.operationId}: { method: ${JSON.stringify(method)}, path: ${JSON.stringify(path)} },`,
  );
  return `${types}\n/** Method and path of every operation. */\nexport const operations = {\n${routes.join("\n")}\n} as const;\n`;
};

if (process.argv.includes("--print")) process.stdout.write(await source());
else writeFileSync(file, await source());
