import { NamedError } from "../errors.ts";
import type { Account, AccountStore } from "./account.ts";
import { accountKeyPattern, isOperatorKey } from "./key-kinds.ts";
import type { RateLimitStatus, RequestRate } from "./request-limit.ts";

export interface Caller {
  account: Account;
  keyId: string;
}

/** Returns the key in the `x-api-key` header. Throws NamedError Unauthorized without one. */
export const apiKeyOf = (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
): string => {
  const key = headers["x-api-key"];
  if (typeof key === "string" && key !== "") return key;
  throw new NamedError("Unauthorized", "Send your API key in the x-api-key header.");
};

/** Throws NamedError TooManyRequests if the rate limit of `caller` is exceeded. */
export const checkRate = (
  caller: string,
  { requestsPerSecond, burst }: RequestRate,
  { retryAfterSeconds }: RateLimitStatus,
): void => {
  if (retryAfterSeconds === null) return;
  throw new NamedError(
    "TooManyRequests",
    `${caller} is limited to ${requestsPerSecond} requests per second, with bursts of ${burst}. Retry after ${retryAfterSeconds} s.`,
  );
};

/**
 * Returns the account of the key in the `x-api-key` header. `headers` has lower-case names, as API Gateway and Node's HTTP
 * server provide them. Throws NamedError Unauthorized for a missing, unknown or revoked key, WrongKeyKind for an operator's key,
 * AccountSuspended for a valid key of a suspended account.
 */
export const authenticate = async (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  deps: { accounts: Pick<AccountStore, "findByKey">; sha256: (text: string) => string },
): Promise<Caller> => {
  const key = apiKeyOf(headers);
  if (isOperatorKey(key)) {
    throw new NamedError("WrongKeyKind", "This route requires the key of an account, not an operator key.");
  }
  // The lookup is by hash, so its duration reveals nothing about the key.
  const caller = accountKeyPattern.test(key) ? await deps.accounts.findByKey(deps.sha256(key)) : null;
  if (caller === null) throw new NamedError("Unauthorized", "The API key is unknown or has been revoked.");
  if (caller.account.suspendedAt !== null) {
    throw new NamedError(
      "AccountSuspended",
      "The account is suspended. Contact the operator of this service.",
    );
  }
  return caller;
};
