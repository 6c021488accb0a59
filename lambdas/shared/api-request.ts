import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { z } from "zod";
import type { Account } from "../../core/accounts/account.ts";
import type { Plan } from "../../core/accounts/plan.ts";
import type { RequestSchemas } from "../../core/api/route.ts";
import type { RequestSchemasOf, RouteName } from "../../core/api/routes.ts";

/** The account of the request's API key and its plan; null on routes that need no key. */
export interface ApiCaller {
  account: Account | null;
  plan: Plan | null;
}

/** A request that the middleware stack has authenticated and validated against the schemas `S` of its route. */
export interface ApiRequest<S extends RequestSchemas = RequestSchemas> extends ApiCaller {
  requestId: string;
  path: z.output<S["path"]>;
  query: z.output<S["query"]>;
  headers: z.output<S["headers"]>;
  body: z.output<S["body"]>;
  /** ID for the resource that the request creates; a retry with the same Idempotency-Key has the same one. */
  resourceId: string;
  /** URL of the service as clients see it, without a trailing slash. */
  publicUrl: string;
  /** Whether the client accepts a gzip-compressed response. */
  acceptsGzip: boolean;
}

/** The request of a route, typed by the route table (core/api/routes.ts). */
export type RequestOf<N extends RouteName> = ApiRequest<RequestSchemasOf<N>>;

/** One of: `body` (JSON, serialized through the route's schema) · `text` or `bytes` with a content type · nothing. */
export interface ApiResponse {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  text?: string;
  bytes?: Uint8Array;
}

export type ApiEvent = APIGatewayProxyEventV2;
export type ApiResult = APIGatewayProxyStructuredResultV2;

/** Returns the caller's account. Throws on a route without a key: a programming error. */
export const callerAccount = (request: Pick<ApiCaller, "account">): Account => {
  if (request.account === null) throw new Error("A route without a key has no account");
  return request.account;
};

/** Returns the ID of the caller's account. Throws on a route without a key: a programming error. */
export const accountIdOf = (request: Pick<ApiCaller, "account">): string => callerAccount(request).id;

/** Returns the plan of the caller's account. Throws on a route without a key: a programming error. */
export const callerPlan = (request: Pick<ApiCaller, "plan">): Plan => {
  if (request.plan === null) throw new Error("A route without a key has no account");
  return request.plan;
};
