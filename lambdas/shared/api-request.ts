import type { APIGatewayProxyEventV2, APIGatewayProxyStructuredResultV2 } from "aws-lambda";
import type { Account } from "../../core/accounts/account.ts";
import type { Plan } from "../../core/accounts/plan.ts";

/** What a route's schemas make of a request; unset parts are empty objects. */
export interface RequestShape {
  path?: unknown;
  query?: unknown;
  body?: unknown;
}

type Part<S extends RequestShape, K extends keyof RequestShape> = K extends keyof S
  ? S[K]
  : Record<string, never>;

/** A request after the middleware stack: authenticated and validated. */
export interface ApiRequest<S extends RequestShape = RequestShape> {
  requestId: string;
  /** Of the key in the request. Routes that need no key have none. */
  account: Account | null;
  /** What that account may do. */
  plan: Plan | null;
  path: Part<S, "path">;
  query: Part<S, "query">;
  body: Part<S, "body">;
  /** Lower-case names. */
  headers: Readonly<Record<string, string | undefined>>;
  /** Id for what a creating request creates; the same one when the request is repeated with its Idempotency-Key. */
  resourceId: string;
  /** Address under which clients see the service, without a slash at the end. */
  publicUrl: string;
}

/** One of: `body` (JSON, through the route's schema) · `text` or `bytes` with a content type · nothing. */
export interface ApiResponse {
  status: number;
  headers?: Readonly<Record<string, string>>;
  body?: unknown;
  text?: string;
  bytes?: Uint8Array;
}

export type ApiEvent = APIGatewayProxyEventV2;
export type ApiResult = APIGatewayProxyStructuredResultV2;

/** The id of the account whose key came with the request. */
export const accountIdOf = (request: Pick<ApiRequest, "account">): string => {
  if (request.account === null) throw new Error("A route without a key has no account");
  return request.account.id;
};

/** What the account may do whose key came with the request. */
export const callerPlan = (request: Pick<ApiRequest, "plan">): Plan => {
  if (request.plan === null) throw new Error("A route without a key has no account");
  return request.plan;
};
