import type { Account, AccountStore, KeyUses } from "./account.ts";
import { authenticate, checkRate } from "./authenticate.ts";
import { type Plan, type PlanStore, planOf } from "./plan.ts";
import type { RateLimitStatus, RequestLimiter } from "./request-limit.ts";

export interface RequestAdmissionDeps {
  accounts: Pick<AccountStore, "findByKey">;
  plans: Pick<PlanStore, "get">;
  keyUses: Pick<KeyUses, "note">;
  limitRequests: RequestLimiter;
  sha256: (text: string) => string;
}

/**
 * Authenticates a request and applies the account's rate limit, in functions and in the streaming process alike. Calls
 * `onRateLimit` as soon as the status of the limit is known, also before it throws NamedError TooManyRequests; else throws as
 * `authenticate` does.
 */
export const admitRequest = async (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  onRateLimit: (account: Account, status: RateLimitStatus) => void,
  deps: RequestAdmissionDeps,
): Promise<{ account: Account; plan: Plan }> => {
  const { account, keyId } = await authenticate(headers, deps);
  const plan = await planOf(account, deps);
  const status = await deps.limitRequests(account.id, plan);
  onRateLimit(account, status);
  checkRate("The account", plan, status);
  await deps.keyUses.note(keyId);
  return { account, plan };
};
