import { NamedError } from "../errors.ts";
import type { Account, AccountStore } from "./account.ts";

/** Keys are 47 characters long; anything far beyond is not hashed. */
const maxKeyLength = 200;

/**
 * The account whose key stands in the request's `x-api-key` header. `headers` has lower-case names, as API Gateway and
 * Node's HTTP server give them. Throws NamedError Unauthorized for a missing, unknown or revoked key.
 */
export const authenticate = async (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  deps: { accounts: Pick<AccountStore, "findByKey">; sha256: (text: string) => string },
): Promise<Account> => {
  const key = headers["x-api-key"];
  if (typeof key !== "string" || key === "") {
    throw new NamedError("Unauthorized", "Send your API key in the x-api-key header.");
  }
  // The lookup is by hash, so its duration tells nothing about the key.
  const account = key.length > maxKeyLength ? null : await deps.accounts.findByKey(deps.sha256(key));
  if (account === null) throw new NamedError("Unauthorized", "The API key is unknown or has been revoked.");
  return account;
};
