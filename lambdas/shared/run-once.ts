import { canonicalJson } from "../../core/api/canonical-json.ts";
import { runIdempotently } from "../../core/api/idempotency.ts";
import type { ApiResponse } from "./api-request.ts";
import type { StackState } from "./stack-state.ts";

/**
 * Runs a creating route once per Idempotency-Key; any other route, or a dry run, simply runs. `run` is given the id for
 * what it creates.
 */
export const runOnce = async (
  { route, deps, apiRequest }: StackState,
  run: (resourceId: string) => Promise<ApiResponse>,
): Promise<ApiResponse> => {
  const { account, headers } = apiRequest;
  const query = apiRequest.query as Readonly<Record<string, unknown>>;
  const isDryRun = query.dryRun === "true";
  if (!route.idempotent || isDryRun || account === null) return run(deps.newId());
  const { idempotency } = deps;
  if (idempotency === undefined) throw new Error(`${route.handler} creates and has no idempotency store`);
  // What the request says, not how it is spelt: a client that repeats it may write its fields in another order.
  const identity = [route.handler, apiRequest.path, query, apiRequest.body];
  const fingerprint = deps.sha256(canonicalJson(identity));
  const request = { accountId: account.id, key: headers["idempotency-key"], fingerprint };
  const answer = await runIdempotently(
    request,
    async (resourceId) => {
      const { status, body } = await run(resourceId);
      return { status, body };
    },
    { ...deps, idempotency },
  );
  return { status: answer.status, body: answer.body };
};
