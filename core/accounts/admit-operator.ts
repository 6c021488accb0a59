import { NamedError } from "../errors.ts";
import type { KeyUses } from "./account.ts";
import { apiKeyOf, checkRate } from "./authenticate.ts";
import { accountKeyPattern, operatorKeyPattern } from "./key-kinds.ts";
import type { OperatorKeyStore } from "./operator-key.ts";
import type { RateLimitStatus, RequestLimiter, RequestRate } from "./request-limit.ts";

export interface OperatorAdmissionDeps {
  operatorKeys: Pick<OperatorKeyStore, "findId">;
  keyUses: Pick<KeyUses, "note">;
  limitRequests: RequestLimiter;
  sha256: (text: string) => string;
}

/** Rate limit of one operator's key: a person's pages, and a program that polls. */
const operatorRate: RequestRate = { requestsPerSecond: 20, burst: 200 };

/**
 * Authenticates a request to a route of the operator. Calls `onRateLimit` as soon as the status of the limit is known, also before it
 * throws NamedError TooManyRequests. Throws NamedError Unauthorized for a missing, unknown or revoked key, WrongKeyKind for the key
 * of an account, valid or not: such a key is never looked up.
 */
export const admitOperator = async (
  headers: Readonly<Record<string, string | readonly string[] | undefined>>,
  onRateLimit: (keyId: string, status: RateLimitStatus) => void,
  deps: OperatorAdmissionDeps,
): Promise<void> => {
  const key = apiKeyOf(headers);
  if (accountKeyPattern.test(key)) {
    throw new NamedError(
      "WrongKeyKind",
      "This route requires an operator key. Create one with npm run admin -- operator-keys create.",
    );
  }
  const keyId = operatorKeyPattern.test(key) ? await deps.operatorKeys.findId(deps.sha256(key)) : null;
  if (keyId === null)
    throw new NamedError("Unauthorized", "The operator key is unknown or has been revoked.");
  const status = await deps.limitRequests(`operator-${keyId}`, operatorRate);
  onRateLimit(keyId, status);
  checkRate("An operator key", operatorRate, status);
  await deps.keyUses.note(keyId);
};
