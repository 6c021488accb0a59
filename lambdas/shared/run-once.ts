import { canonicalJson } from "../../core/api/canonical-json.ts";
import { runIdempotently } from "../../core/api/idempotency.ts";
import type { ApiResponse } from "./api-request.ts";
import type { StackState } from "./stack-state.ts";

/** The parts of a request that identify it, and its Idempotency-Key. */
export interface IdentifiedRequest {
  path: unknown;
  query: Readonly<Record<string, unknown>>;
  body: unknown;
  idempotencyKey: string | undefined;
}

/**
 * Runs an idempotent route once per Idempotency-Key; runs any other route, and a dry run, directly. `run` receives the ID for the resource
 * that it creates.
 */
export const runOnce = async (
  { route, deps, caller: { account } }: StackState,
  { path, query, body, idempotencyKey }: IdentifiedRequest,
  run: (resourceId: string) => Promise<ApiResponse>,
): Promise<ApiResponse> => {
  if (!route.idempotent || query.dryRun === true || account === null) return run(deps.newId());
  const { idempotency } = deps;
  if (idempotency === undefined)
    throw new Error(`${route.handler} is idempotent and has no idempotency store`);
  // A client may serialize the fields of a retry in another order, so parsed values are compared.
  const fingerprint = deps.sha256(canonicalJson([route.handler, path, query, body]));
  return runIdempotently(
    { accountId: account.id, key: idempotencyKey, fingerprint },
    async (resourceId) => {
      const response = await run(resourceId);
      return { status: response.status, body: response.body };
    },
    { ...deps, idempotency },
  );
};
