import { NamedError } from "../errors.ts";
import type { Account, AccountStore, KeyUses } from "./account.ts";
import { authenticate } from "./authenticate.ts";
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
 * What every request with a key passes before anything else of it is looked at, in functions and in the streaming
 * process alike. `onStanding` receives the rate limit status of the account as soon as it is known, also when it throws NamedError
 * TooManyRequests; else throws what authenticate does.
 */
export const admitRequest = async (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  onRateLimit: (account: Account, standing: RateLimitStatus) => void,
  deps: RequestAdmissionDeps,
): Promise<{ account: Account; plan: Plan }> => {
  const { account, keyId } = await authenticate(headers, deps);
  const plan = await planOf(account, deps);
  const standing = await deps.limitRequests(account.id, plan);
  onRateLimit(account, standing);
  if (standing.retryAfterSeconds !== null) {
    throw new NamedError(
      "TooManyRequests",
      `The account may send ${plan.requestsPerSecond} requests a second, ${plan.burst} at once: wait ${standing.retryAfterSeconds} s and try again.`,
    );
  }
  await deps.keyUses.note(keyId);
  return { account, plan };
};
