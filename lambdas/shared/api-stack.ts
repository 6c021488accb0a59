import middy from "@middy/core";
import type { z } from "zod";
import type { Route } from "../../core/api/route.ts";
import type { ResponseOf, RouteName } from "../../core/api/routes.ts";
import { type ApiEnvironment, apiEnvironment, capabilityEnvironment } from "../environment.ts";
import { checkAdmission } from "./admit-request.ts";
import type { ApiEvent, ApiRequest, ApiResponse, ApiResult } from "./api-request.ts";
import { compressResponse } from "./compress-response.ts";
import { errorsToResponses } from "./errors-to-responses.ts";
import { finishResponse } from "./finish-response.ts";
import { logRequest } from "./log-request.ts";
import { readRequest } from "./read-request.ts";
import { runOnce } from "./run-once.ts";
import { serialize } from "./serialize.ts";
import { beginState, type StackDeps, stateOf } from "./stack-state.ts";

/**
 * Wraps a route's function `run` in the middleware that all routes share. `build` creates its dependencies from the environment, once per
 * cold start, on the first request. Requests pass the lines below from top to bottom, responses and errors from bottom to top.
 */
export const apiHandler = <
  N extends RouteName,
  P extends z.ZodObject,
  Q extends z.ZodObject,
  H extends z.ZodObject,
  B extends z.ZodType,
  D,
>(
  route: Route & { handler: N; request: { path: P; query: Q; headers: H; body: B } },
  build: (env: ApiEnvironment) => NoInfer<D> & StackDeps,
  run: (
    request: ApiRequest<{ path: P; query: Q; headers: H; body: B }>,
    deps: D,
  ) => (ResponseOf<N> & ApiResponse) | Promise<ResponseOf<N> & ApiResponse>,
  environment: Readonly<Record<string, string | undefined>> = process.env,
) => {
  let built: { env: ApiEnvironment; deps: D & StackDeps } | undefined;
  const coldStart = (): { env: ApiEnvironment; deps: D & StackDeps } => {
    if (built !== undefined) return built;
    for (const capability of route.uses) capabilityEnvironment[capability].parse(environment);
    const env = apiEnvironment.parse(environment);
    built = { env, deps: build(env) };
    return built;
  };

  const begin = (event: ApiEvent): void => {
    const { requestId } = event.requestContext;
    const { deps } = coldStart();
    beginState(event, {
      route,
      requestId,
      deps,
      caller: { account: null, plan: null },
      startedAt: Date.now(),
    });
  };

  return middy<ApiEvent, ApiResult>()
    .use({ before: ({ event }) => begin(event) })
    .use(logRequest)
    .use(finishResponse)
    .use(errorsToResponses)
    .use(compressResponse)
    .use(checkAdmission)
    .handler(async (event: ApiEvent): Promise<ApiResult> => {
      const { deps, env } = coldStart();
      const state = stateOf(event);
      const parts = readRequest(route, event, env.CAPSTACK_PUBLIC_URL);
      const request = { ...state.caller, ...parts, requestId: state.requestId };
      const identified = { ...parts, idempotencyKey: event.headers["idempotency-key"] };
      const response = await runOnce(state, identified, async (resourceId) =>
        run({ ...request, resourceId }, deps),
      );
      return serialize(route, response);
    });
};
