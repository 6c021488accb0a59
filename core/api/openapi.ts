import { z } from "zod";
import { type ErrorName, errorStatus, NamedError } from "../errors.ts";
import { errorNotes } from "./error-notes.ts";
import { errorResponse } from "./error-response.ts";
import { annotated } from "./field-notes.ts";
import type { Route, RouteResponse } from "./route.ts";
import { routes } from "./routes.ts";
import { errorBodySchema } from "./schemas/common.ts";
import { webhookOperation, webhookTag } from "./webhook-operation.ts";

export interface Operation {
  operationId: string;
  tags: string[];
  summary: string;
  description?: string;
  security?: Record<string, string[]>[];
  parameters: Parameter[];
  requestBody?: { required: boolean; content: Record<string, MediaType> };
  responses: Record<string, ResponseObject>;
}
export interface Parameter {
  name: string;
  in: "path" | "query" | "header";
  required: boolean;
  description?: string;
  schema: JsonSchema;
}
export interface ResponseObject {
  description: string;
  headers?: Record<string, { $ref: string }>;
  content?: Record<string, MediaType>;
}
interface MediaType {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { value: unknown }>;
}
export type JsonSchema = Record<string, unknown>;
export interface OpenApiDocument {
  openapi: "3.1.0";
  info: {
    title: string;
    version: string;
    license: { name: string; identifier: string };
    description: string;
  };
  servers: { url: string }[];
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  webhooks: Record<string, Record<string, Operation>>;
  components: {
    schemas: Record<string, JsonSchema>;
    headers: Record<string, { description: string; schema: JsonSchema }>;
    securitySchemes: Record<string, JsonSchema>;
  };
}

const info = {
  title: "Capstack",
  version: "1.0",
  license: { name: "MIT", identifier: "MIT" },
  description:
    "Upload a video, get a word-level transcript, edit and approve it, download the video with animated captions. Amounts are US dollars; times are seconds or ISO 8601 in UTC.",
};

const tagNotes: Readonly<Record<Route["tag"] | typeof webhookTag, string>> = {
  Videos: "Sources: by address, in one request, or part by part.",
  "Captioning tasks": "Transcribe, edit and approve, render.",
  "Clip tasks": "Cut the best short clips out of a long video.",
  Fonts: "Fonts of your own for captions.",
  Templates: "The looks that captions can have.",
  Account: "What can be spent.",
  Documentation: "This interface, described by itself.",
  Webhooks: "What the service sends to the recipient of a task.",
};

const countSchema: JsonSchema = { type: "integer", minimum: 0 };
/** On every answer to a request whose key is known; `Retry-After` only with 429. */
const rateHeaders = {
  "RateLimit-Limit": { description: "Requests that the account may send at once.", schema: countSchema },
  "RateLimit-Remaining": { description: "Requests that it may send right now.", schema: countSchema },
  "RateLimit-Reset": { description: "Seconds until all of them are free again.", schema: countSchema },
  "Retry-After": { description: "Seconds to wait before the next request.", schema: countSchema },
};
const headersOf = (route: Route, status: number): Pick<ResponseObject, "headers"> => {
  if (!route.needsKey || status === errorStatus.Unauthorized || status === errorStatus.AccountSuspended)
    return {};
  const names = Object.keys(rateHeaders).filter((name) => status === 429 || name !== "Retry-After");
  return {
    headers: Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }])),
  };
};

const idempotencyKey: Parameter = {
  name: "Idempotency-Key",
  in: "header",
  required: false,
  description: "For 24 hours, equal requests with the same key get the first one's answer.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

/** The whole interface as OpenAPI 3.1, made from the route table; `serverUrl` without a slash at the end. */
export const openApiDocument = (serverUrl: string): OpenApiDocument => {
  const paths: OpenApiDocument["paths"] = {};
  for (const route of routes) {
    const item = paths[route.path] ?? {};
    item[route.method.toLowerCase()] = operationOf(route);
    paths[route.path] = item;
  }
  return withSharedSchemas({
    openapi: "3.1.0",
    info,
    servers: [{ url: serverUrl }],
    tags: [...new Set<keyof typeof tagNotes>([...routes.map((route) => route.tag), webhookTag])].map(
      (name) => ({
        name,
        description: tagNotes[name],
      }),
    ),
    paths,
    webhooks: { taskNotification: { post: webhookOperation(jsonSchema) } },
    components: {
      schemas: { Error: jsonSchema(errorBodySchema, "output") },
      headers: rateHeaders,
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "x-api-key" } },
    },
  });
};

/**
 * zod puts named schemas under `$defs` of each schema that refers to them; a document has them once, under components.
 */
const withSharedSchemas = (document: OpenApiDocument): OpenApiDocument => {
  const schemas: Record<string, JsonSchema> = {};
  const text = JSON.stringify(document).replaceAll('"#/$defs/', '"#/components/schemas/');
  const whole = JSON.parse(text, (key, value: Record<string, JsonSchema>) => {
    if (key !== "$defs") return value;
    for (const [name, { id: _, ...schema }] of Object.entries(value)) schemas[name] = schema;
    return undefined;
  }) as OpenApiDocument;
  return { ...whole, components: { ...whole.components, schemas } };
};

const operationOf = (route: Route): Operation => {
  const { path, query, headers, body } = route.request;
  const answers = [route.response, ...(route.alternatives ?? [])];
  return {
    operationId: operationIdOf(route.handler),
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    ...(route.needsKey ? { security: [{ apiKey: [] }] } : { security: [] }),
    parameters: [
      ...parametersOf(path, "path"),
      ...parametersOf(query, "query"),
      ...parametersOf(headers, "header"),
      ...(route.idempotent ? [idempotencyKey] : []),
    ],
    ...(body === undefined ? {} : { requestBody: requestBodyOf(route, body) }),
    responses: {
      ...Object.fromEntries(
        answers.map((answer) => [
          String(answer.status),
          { ...responseOf(answer), ...headersOf(route, answer.status) },
        ]),
      ),
      ...errorResponsesOf(route),
    },
  };
};

/** create-video-from-url → createVideoFromUrl */
const operationIdOf = (handler: string): string =>
  handler.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const parametersOf = (schema: z.ZodObject | undefined, place: Parameter["in"]): Parameter[] => {
  if (schema === undefined) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...rest }]) => ({
    name,
    in: place,
    required: required.includes(name),
    ...(typeof description === "string" ? { description } : {}),
    schema: rest,
  }));
};

const requestBodyOf = (route: Route, body: z.ZodType): NonNullable<Operation["requestBody"]> => {
  const type = route.bodyKind === "multipart" ? "multipart/form-data" : "application/json";
  const example = route.requestExample === undefined ? {} : { example: route.requestExample };
  return { required: true, content: { [type]: { schema: jsonSchema(body, "input"), ...example } } };
};

const responseOf = ({ description, schema, contentTypes, example }: RouteResponse): ResponseObject => {
  if (schema === undefined && contentTypes === undefined) return { description };
  const content = (contentTypes ?? ["application/json"]).map((type): [string, MediaType] => {
    const isJson = type === "application/json" && schema !== undefined;
    const json = isJson ? jsonSchema(schema, "output") : { type: "string" };
    return [type, isJson && example !== undefined ? { schema: json, example } : { schema: json }];
  });
  return { description, content: Object.fromEntries(content) };
};

/** Error names of a route: its own and those that follow from what it is. */
export const errorNamesOf = (route: Route): ErrorName[] => {
  const takesInput = route.bodyKind === "json" || route.request.query !== undefined;
  const names: ErrorName[] = [
    ...(takesInput || route.idempotent ? (["ValidationFailed"] as const) : []),
    ...(route.needsKey ? (["Unauthorized", "AccountSuspended", "TooManyRequests"] as const) : []),
    ...(route.bodyKind === "json" ? (["UnsupportedMediaType"] as const) : []),
    ...route.errors,
    "InternalError",
  ];
  return [...new Set(names)];
};

const errorResponsesOf = (route: Route): Record<string, ResponseObject> => {
  const byStatus = Map.groupBy(errorNamesOf(route), (name) => errorStatus[name]);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => {
      const description = names.map((name) => `${name}: ${errorNotes[name] ?? ""}`).join("\n");
      const schema = {
        allOf: [{ $ref: "#/components/schemas/Error" }, { properties: { code: { enum: names } } }],
      };
      const content = { "application/json": { schema, examples: errorExamples(names) } };
      return [String(status), { description, ...headersOf(route, status), content }];
    }),
  );
};

const errorExamples = (names: readonly ErrorName[]): Record<string, { value: unknown }> =>
  Object.fromEntries(
    names.map((name) => {
      const sentence = errorNotes[name] ?? name;
      const message = name === "ValidationFailed" ? ["exportSettings.fps must be at most 120"] : sentence;
      const requestId = "0199a3c5-0b1e-7d4c-a3f7-5f1f3d0c8e21";
      return [name, { value: errorResponse(new NamedError(name, message), requestId).body }];
    }),
  );

const jsonSchema = (schema: z.ZodType, io: "input" | "output"): JsonSchema => {
  const {
    $schema: _,
    id,
    ...rest
  } = z.toJSONSchema(schema, {
    io,
    target: "draft-2020-12",
    unrepresentable: "any",
    reused: "inline",
  }) as JsonSchema;
  return annotated(rest, typeof id === "string" ? [id] : [], io);
};
