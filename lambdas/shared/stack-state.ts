import type middy from "@middy/core";
import type { RequestAdmissionDeps } from "../../core/accounts/admit-request.ts";
import type { RateLimitStatus } from "../../core/accounts/request-limit.ts";
import type { IdempotencyStore } from "../../core/api/idempotency.ts";
import type { Route } from "../../core/api/route.ts";
import type { ApiEnvironment } from "../environment.ts";
import type { ApiEvent, ApiRequest, ApiResult } from "./api-request.ts";

/** What the stack itself works with; routes with a key need `admission`, creating ones `idempotency`. */
export interface StackDeps {
  now: () => Date;
  newId: () => string;
  wait: (milliseconds: number) => Promise<void>;
  sha256: (text: string) => string;
  admission?: RequestAdmissionDeps;
  idempotency?: IdempotencyStore;
}

/** One request on its way through the stack. */
export interface StackState {
  route: Route;
  startedAt: number;
  requestId: string;
  deps: StackDeps;
  env: ApiEnvironment;
  apiRequest: ApiRequest;
  /** The account's, for the answer's headers; absent before the key is known. */
  standing?: RateLimitStatus;
  /** Name of the error that the client was told, for the log. */
  errorCode?: string;
}

export type StackMiddleware = middy.MiddlewareObj<ApiEvent, ApiResult>;

// middy's own store is not handed to the base handler, and the event is the one object that every function sees.
const states = new WeakMap<ApiEvent, StackState>();

export const beginState = (event: ApiEvent, state: StackState): void => {
  states.set(event, state);
};

export const stateOf = (event: ApiEvent): StackState => {
  const state = states.get(event);
  if (state === undefined) throw new Error("The request did not begin at the top of the stack");
  return state;
};
