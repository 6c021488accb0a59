import { NamedError } from "../errors.ts";
import type { Account, AccountStore } from "./account.ts";

/** What keys look like (create-account.ts); anything else costs no look-up. */
const keyForm = /^cap_[A-Za-z0-9_-]{43}$/;

export interface Caller {
  account: Account;
  keyId: string;
}

/**
 * The account whose key stands in the request's `x-api-key` header. `headers` has lower-case names, as API Gateway and
 * Node's HTTP server give them. Throws NamedError Unauthorized for a missing, unknown or revoked key, AccountSuspended
 * for a good key of a suspended account.
 */
export const authenticate = async (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  deps: { accounts: Pick<AccountStore, "findByKey">; sha256: (text: string) => string },
): Promise<Caller> => {
  const key = headers["x-api-key"];
  if (typeof key !== "string" || key === "") {
    throw new NamedError("Unauthorized", "Send your API key in the x-api-key header.");
  }
  // The lookup is by hash, so its duration tells nothing about the key.
  const caller = keyForm.test(key) ? await deps.accounts.findByKey(deps.sha256(key)) : null;
  if (caller === null) throw new NamedError("Unauthorized", "The API key is unknown or has been revoked.");
  if (caller.account.suspendedAt !== null) {
    throw new NamedError("AccountSuspended", "The account is suspended: ask the operator of this service.");
  }
  return caller;
};
