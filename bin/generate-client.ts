/**
 * `npm run client`: writes the types of the TypeScript client from the OpenAPI document. With `--print` they go to
 * stdout instead, so that a test can check whether the committed file is current.
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

/** A file is sent as form data; everything else is JSON. */
const bodyOf = ({ requestBody }: Operation): JsonSchema | null => {
  if (requestBody === undefined) return null;
  return requestBody.content["application/json"]?.schema ?? { tsType: "FormData" };
};

const contentSchema = (type: string, schema: JsonSchema): JsonSchema => {
  if (type === "application/json") return schema;
  return { tsType: /^(text\/|application\/x-subrip)/.test(type) ? "string" : "Blob" };
};

const responseOf = ({ responses }: Operation): JsonSchema => {
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
    response: responseOf(operation),
  };
  const given = Object.entries(parts).filter((entry): entry is [string, JsonSchema] => entry[1] !== null);
  const isOptional = ([name, { required }]: [string, JsonSchema]): boolean =>
    name === "query" && (required as string[]).length === 0;
  const required = given.filter((entry) => !isOptional(entry)).map(([name]) => name);
  return { ...object(Object.fromEntries(given), required), description: operation.summary };
};

const operationsOf = (document: OpenApiDocument) =>
  Object.entries(document.paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({ path, method: method.toUpperCase(), operation })),
  );

/**
 * Adapts a schema to the compiler: lists of bounded length would become unions of tuples, a reference with a description a copy of the
 * type, and an optional field would not accept `undefined` under exactOptionalPropertyTypes.
 */
const forCompiler = (schema: JsonSchema): JsonSchema => {
  const { minItems: _, maxItems: __, examples: ___, default: ____, $ref, ...rest } = schema;
  if ($ref !== undefined) return Object.keys(rest).length === 0 ? { $ref } : { ...rest, allOf: [{ $ref }] };
  return Object.fromEntries(
    Object.entries(rest).map(([key, value]): [string, unknown] => {
      if (key === "anyOf" || key === "oneOf") return [key, (value as JsonSchema[]).map(forCompiler)];
      if (key === "items") return [key, forCompiler(value as JsonSchema)];
      if (key === "$defs") return [key, mapped(value, forCompiler)];
      if (key !== "properties") return [key, value];
      const required = (rest.required ?? []) as string[];
      return [
        key,
        mapped(value, (field, name) =>
          required.includes(name) ? forCompiler(field) : orUndefined(forCompiler(field)),
        ),
      ];
    }),
  );
};

const orUndefined = ({ description, ...schema }: JsonSchema): JsonSchema => ({
  ...(description === undefined ? {} : { description }),
  anyOf: [schema, { tsType: "undefined" }],
});

const mapped = (value: unknown, change: (each: JsonSchema, name: string) => JsonSchema): JsonSchema =>
  Object.fromEntries(
    Object.entries(value as Record<string, JsonSchema>).map(([name, each]) => [name, change(each, name)]),
  );

/** The compiler's remark on where a type is used. */
const remark = /\n \*\n \* This interface was referenced by .*\n \* via the `definition` ".*"\.(?=\n \*\/)/g;
const loneRemark =
  /\/\*\*\n \* This interface was referenced by .*\n \* via the `definition` ".*"\.\n \*\/\n/g;

const header = `/**
 * Generated by \`npm run client\` from the OpenAPI document. Do not edit.
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
  const types = await compile(forCompiler(local), "Operations", {
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
  const plain = types.replaceAll(remark, "").replaceAll(loneRemark, "");
  return `${plain}\n/** Method and path of every operation. */\nexport const operations = {\n${routes.join("\n")}\n} as const;\n`;
};

if (process.argv.includes("--print")) process.stdout.write(await source());
else writeFileSync(file, await source());
