import type middy from "@middy/core";
import type { OperatorAdmissionDeps } from "../../core/accounts/admit-operator.ts";
import type { RequestAdmissionDeps } from "../../core/accounts/admit-request.ts";
import type { RateLimitStatus } from "../../core/accounts/request-limit.ts";
import type { IdempotencyStore } from "../../core/api/idempotency.ts";
import type { Route } from "../../core/api/route.ts";
import type { ApiCaller, ApiEvent, ApiResult } from "./api-request.ts";

/**
 * Dependencies of the middleware stack. Routes with a key need `admission`, those of the operator `operatorAdmission`, and routes that
 * create a resource `idempotency`.
 */
export interface StackDeps {
  now: () => Date;
  newId: () => string;
  wait: (milliseconds: number) => Promise<void>;
  sha256: (text: string) => string;
  admission?: RequestAdmissionDeps;
  operatorAdmission?: OperatorAdmissionDeps;
  idempotency?: IdempotencyStore;
}

/** The state of one request in the middleware stack. */
export interface StackState {
  route: Route;
  startedAt: number;
  requestId: string;
  deps: StackDeps;
  caller: ApiCaller;
  /** ID of the operator's key; absent on routes of accounts. */
  operatorKeyId?: string;
  /** Rate limit of the caller's account, for the response headers; absent until the key is known. */
  rateLimit?: RateLimitStatus;
  /** Name of the error in the response, for the log. */
  errorCode?: string;
}

export type StackMiddleware = middy.MiddlewareObj<ApiEvent, ApiResult>;

// middy does not pass its own store to the base handler; the event is the one object that every middleware receives.
const states = new WeakMap<ApiEvent, StackState>();

export const beginState = (event: ApiEvent, state: StackState): void => {
  states.set(event, state);
};

export const stateOf = (event: ApiEvent): StackState => {
  const state = states.get(event);
  if (state === undefined) throw new Error("The first middleware of the stack did not run for this request");
  return state;
};
