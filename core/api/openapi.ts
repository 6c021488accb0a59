import type { z } from "zod";
import { type ErrorName, errorStatus, NamedError } from "../errors.ts";
import { errorNotes } from "./error-notes.ts";
import { errorResponse } from "./error-response.ts";
import { createNamedSchemas, type NamedSchemas } from "./named-schemas.ts";
import type {
  JsonSchema,
  MediaType,
  OpenApiDocument,
  Operation,
  Parameter,
  ResponseObject,
} from "./openapi-types.ts";
import type { DeclaredResponse, Route } from "./route.ts";
import { routes } from "./routes.ts";
import { errorBodySchema } from "./schemas/common.ts";
import { webhookOperation, webhookTag } from "./webhook-operation.ts";

const info = {
  title: "Capstack",
  version: "1.0",
  license: { name: "MIT", identifier: "MIT" },
  description:
    "Upload a video, get a word-level transcript, edit and approve it, and download the video with animated captions. Amounts are US dollars. Times are seconds, or ISO 8601 in UTC.",
};

const tagNotes: Readonly<Record<Route["tag"] | typeof webhookTag, string>> = {
  Videos: "Upload videos in one request, in parts, or from a URL.",
  "Captioning tasks": "Transcribe a video, edit and approve the transcript, and render the captions.",
  "Clip tasks": "Create short clips from a long video.",
  Fonts: "Upload fonts for captions.",
  Templates: "List the caption templates.",
  Account: "Read the balance and the usage, manage API keys, and inspect webhook deliveries.",
  Operator: "Read the state of all accounts. These routes require an operator key (capop_…).",
  Documentation: "The API reference.",
  Webhooks: "Requests that the service sends to the recipient of a task's notifications.",
};

const countSchema: JsonSchema = { type: "integer", minimum: 0 };
const rateHeaders = {
  "RateLimit-Limit": { description: "Maximum number of requests in a burst.", schema: countSchema },
  "RateLimit-Remaining": { description: "Number of requests left in the burst.", schema: countSchema },
  "RateLimit-Reset": { description: "Seconds until the full burst is available again.", schema: countSchema },
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
  description:
    "Makes the request safe to retry: for 24 hours, the same request with the same key returns the first response.",
  schema: { type: "string", minLength: 1, maxLength: 255 },
};

/** Returns the API as an OpenAPI 3.1 document, derived from the route table. `serverUrl` has no trailing slash. */
export const openApiDocument = (serverUrl: string): OpenApiDocument => {
  const named = createNamedSchemas();
  const paths: OpenApiDocument["paths"] = {};
  for (const route of routes) {
    if (route.isStatic === true) continue;
    paths[route.path] = { ...paths[route.path], [route.method.toLowerCase()]: operationOf(route, named) };
  }
  const webhooks = { taskNotification: { post: webhookOperation("taskNotification", named) } };
  const tags = [...new Set<keyof typeof tagNotes>([...routes.map(({ tag }) => tag), webhookTag])];
  return {
    openapi: "3.1.0",
    info,
    servers: [{ url: serverUrl }],
    tags: tags.map((name) => ({ name, description: tagNotes[name] })),
    paths,
    webhooks,
    components: {
      schemas: named.schemas(),
      headers: rateHeaders,
      securitySchemes: { apiKey: { type: "apiKey", in: "header", name: "x-api-key" } },
    },
  };
};

const operationOf = (route: Route, named: NamedSchemas): Operation => {
  const { path, query, headers } = route.request;
  const responses = [route.response, ...(route.alternatives ?? [])];
  return {
    operationId: operationIdOf(route.handler),
    tags: [route.tag],
    summary: route.summary,
    ...(route.description === undefined ? {} : { description: route.description }),
    security: route.needsKey ? [{ apiKey: [] }] : [],
    parameters: [
      ...parametersOf(path, "path", named),
      ...parametersOf(query, "query", named),
      ...parametersOf(headers, "header", named),
      ...(route.idempotent ? [idempotencyKey] : []),
    ],
    ...requestBodyOf(route, named),
    responses: {
      ...Object.fromEntries(
        responses.map((response) => [
          String(response.status),
          { ...responseOf(response, named), ...headersOf(route, response.status) },
        ]),
      ),
      ...errorResponsesOf(route, named),
    },
    ...callbacksOf(route, named),
  };
};

const callbacksOf = (
  { handler, sendsNotifications }: Route,
  named: NamedSchemas,
): Pick<Operation, "callbacks"> => {
  if (sendsNotifications !== true) return {};
  const post = webhookOperation(`${operationIdOf(handler)}Notification`, named);
  return { callbacks: { taskNotification: { "{$request.body#/notification/recipient}": { post } } } };
};

/** create-video-from-url → createVideoFromUrl */
const operationIdOf = (handler: string): string =>
  handler.replace(/-([a-z])/g, (_, letter: string) => letter.toUpperCase());

const parametersOf = (schema: z.ZodObject, place: Parameter["in"], named: NamedSchemas): Parameter[] => {
  const { properties = {}, required = [] } = named.describe(schema, "input") as {
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

const requestBodyOf = (route: Route, named: NamedSchemas): Pick<Operation, "requestBody"> => {
  const { bodyKind, request, requestExample } = route;
  if (bodyKind === "none" || bodyKind === "ignored") return {};
  const type = bodyKind === "multipart" ? "multipart/form-data" : "application/json";
  const example = requestExample === undefined ? {} : { example: requestExample };
  const content = { [type]: { schema: named.describe(request.body, "input"), ...example } };
  return { requestBody: { required: true, content } };
};

const responseOf = (
  { description, schema, contentTypes, example }: DeclaredResponse,
  named: NamedSchemas,
): ResponseObject => {
  if (schema === undefined && contentTypes === undefined) return { description };
  const content = (contentTypes ?? ["application/json"]).map((type): [string, MediaType] => {
    if (type.startsWith("image/")) return [type, { schema: { type: "string", format: "binary" } }];
    if (type !== "application/json" || schema === undefined) return [type, { schema: { type: "string" } }];
    const json = named.describe(schema, "output");
    return [type, example === undefined ? { schema: json } : { schema: json, example }];
  });
  return { description, content: Object.fromEntries(content) };
};

/** Returns the error names of a route: its own and those that follow from its kind. */
export const errorNamesOf = (route: Route): ErrorName[] => {
  const takesInput = route.bodyKind === "json" || Object.keys(route.request.query.shape).length > 0;
  const names: ErrorName[] = [
    ...(takesInput || route.idempotent ? (["ValidationFailed"] as const) : []),
    ...(route.needsKey ? (["Unauthorized", "WrongKeyKind", "TooManyRequests"] as const) : []),
    ...(route.needsKey && route.servedBy !== "operator" ? (["AccountSuspended"] as const) : []),
    ...(route.bodyKind === "json" ? (["UnsupportedMediaType"] as const) : []),
    ...route.errors,
    "InternalError",
  ];
  return [...new Set(names)];
};

/** One response per status; its codes are in the description and in an example each. */
const errorResponsesOf = (route: Route, named: NamedSchemas): Record<string, ResponseObject> => {
  const byStatus = Map.groupBy(errorNamesOf(route), (name) => errorStatus[name]);
  return Object.fromEntries(
    [...byStatus].map(([status, names]) => {
      const description = names.map((name) => `${name}: ${errorNotes[name] ?? ""}`).join("\n");
      const schema = named.describe(errorBodySchema, "output");
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
