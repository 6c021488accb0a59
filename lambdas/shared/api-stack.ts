import middy from "@middy/core";
import type { Account } from "../../core/accounts/account.ts";
import type { Plan } from "../../core/accounts/plan.ts";
import { routeOf } from "../../core/api/routes.ts";
import { type ApiEnvironment, apiEnvironment, capabilityEnvironment } from "../environment.ts";
import { admitRequest } from "./admit-request.ts";
import type { ApiEvent, ApiRequest, ApiResponse, ApiResult, RequestShape } from "./api-request.ts";
import { compressResponse } from "./compress-response.ts";
import { errorsToResponses } from "./errors-to-responses.ts";
import { finishResponse } from "./finish-response.ts";
import { logRequest } from "./log-request.ts";
import { readRequest } from "./read-request.ts";
import { runOnce } from "./run-once.ts";
import { serialize } from "./serialize.ts";
import { beginState, type StackDeps, stateOf } from "./stack-state.ts";

const nobody: { account: Account | null; plan: Plan | null } = { account: null, plan: null };
const emptyRequest = {
  ...nobody,
  path: {},
  query: {},
  body: {},
  headers: {},
  resourceId: "",
  publicUrl: "",
};

/**
 * Wraps a route's inner function `run` in everything that all routes share. `build` makes its dependencies from the
 * environment, once per cold start, at the first request. Requests pass the lines below from top to bottom, answers and
 * errors from bottom to top.
 */
export const apiHandler = <S extends RequestShape, D>(
  name: string,
  build: (env: ApiEnvironment) => NoInfer<D> & StackDeps,
  run: (request: ApiRequest<S>, deps: D) => Promise<ApiResponse> | ApiResponse,
  environment: Readonly<Record<string, string | undefined>> = process.env,
) => {
  const route = routeOf(name);
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
    const apiRequest = { ...emptyRequest, requestId };
    beginState(event, {
      route,
      requestId,
      apiRequest,
      ...coldStart(),
      startedAt: Date.now(),
    });
  };

  return middy<ApiEvent, ApiResult>()
    .use({ before: ({ event }) => begin(event) })
    .use(logRequest)
    .use(finishResponse)
    .use(errorsToResponses)
    .use(compressResponse)
    .use(admitRequest)
    .use(readRequest)
    .handler(async (event: ApiEvent): Promise<ApiResult> => {
      const state = stateOf(event);
      // The route's own schemas have made the request what S says.
      const request = state.apiRequest as unknown as ApiRequest<S>;
      const { deps } = coldStart();
      const answer = await runOnce(state, async (resourceId) => run({ ...request, resourceId }, deps));
      return serialize(route, answer);
    });
};
