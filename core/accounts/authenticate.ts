import { NamedError } from "../errors.ts";
import type { Account, AccountStore } from "./account.ts";

/** Format of keys (create-account.ts); other texts are rejected without a lookup. */
const keyPattern = /^cap_[A-Za-z0-9_-]{43}$/;

export interface Caller {
  account: Account;
  keyId: string;
}

/**
 * Returns the account of the key in the `x-api-key` header. `headers` has lower-case names, as API Gateway and Node's HTTP
 * server provide them. Throws NamedError Unauthorized for a missing, unknown or revoked key, AccountSuspended for a valid key
 * of a suspended account.
 */
export const authenticate = async (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  deps: { accounts: Pick<AccountStore, "findByKey">; sha256: (text: string) => string },
): Promise<Caller> => {
  const key = headers["x-api-key"];
  if (typeof key !== "string" || key === "") {
    throw new NamedError("Unauthorized", "Send your API key in the x-api-key header.");
  }
  // The lookup is by hash, so its duration reveals nothing about the key.
  const caller = keyPattern.test(key) ? await deps.accounts.findByKey(deps.sha256(key)) : null;
  if (caller === null) throw new NamedError("Unauthorized", "The API key is unknown or has been revoked.");
  if (caller.account.suspendedAt !== null) {
    throw new NamedError(
      "AccountSuspended",
      "The account is suspended. Contact the operator of this service.",
    );
  }
  return caller;
};
