import { errorStatus, isNamedError, NamedError } from "../errors.ts";

/** The first response to a request. */
export interface StoredResponse {
  status: number;
  body: unknown;
}

export type IdempotencyClaim =
  /** No other request has started this work, or the lease of one has ended: do it with this resource ID. */
  | { kind: "granted"; resourceId: string }
  /** The same request is in progress. */
  | { kind: "busy" }
  /** The key was used for a different request. */
  | { kind: "conflict" }
  /** Completed. `response` is null if it was too large to store. */
  | { kind: "done"; resourceId: string; response: StoredResponse | null };

export interface IdempotencyStore {
  /**
   * One conditional write, in which exactly one of several equal requests succeeds. A claim whose lease has ended without a
   * response is granted again, with the resource ID of the first.
   */
  claim(request: {
    accountId: string;
    key: string;
    fingerprint: string;
    resourceId: string;
    leaseUntil: Date;
    expiresAt: Date;
  }): Promise<IdempotencyClaim>;
  complete(
    accountId: string,
    key: string,
    resourceId: string,
    response: StoredResponse | null,
  ): Promise<void>;
  /** Releases the key: the request was rejected and created nothing. */
  release(accountId: string, key: string, resourceId: string): Promise<void>;
  /**
   * Ends the claim without a response. It is not known what was created, so the next equal request is granted the claim
   * immediately, with the same resource ID.
   */
  interrupt(accountId: string, key: string, resourceId: string): Promise<void>;
}

const lifetimeMs = 24 * 3_600_000;
/** Longer than the timeout of any request. */
const leaseMs = 60_000;
const pollMs = 100;
/** Time for which an equal request waits for the one in progress. */
const waitMs = 20_000;
const maxKeyLength = 255;
/** A record has at most 400 KB. Larger responses are made again from the resource. */
const maxStoredCharacters = 100_000;

export interface IdempotencyDeps {
  idempotency: IdempotencyStore;
  newId: () => string;
  now: () => Date;
  wait: (milliseconds: number) => Promise<void>;
}

/**
 * Runs a request that creates a resource once per Idempotency-Key and account for 24 hours. Equal requests, also concurrent ones, get
 * the first response; a different request with the same key is rejected with 409. `run` receives the ID of the resource and must find
 * what an earlier attempt with that ID has created. Without a key, the request always runs.
 *
 * `fingerprint` identifies the request: a hash of method, path, query and body. Throws NamedError ValidationFailed,
 * IdempotencyConflict, and the errors of `run`. Errors are not stored: after a 4xx the key can be used again; after a 5xx the same
 * request can be retried and continues the first one.
 */
export const runIdempotently = async (
  request: { accountId: string; key: string | undefined; fingerprint: string },
  run: (resourceId: string) => Promise<StoredResponse>,
  deps: IdempotencyDeps,
): Promise<StoredResponse> => {
  const { accountId, key, fingerprint } = request;
  if (key === undefined) return run(deps.newId());
  if (key === "" || key.length > maxKeyLength) {
    throw new NamedError("ValidationFailed", [`Idempotency-Key must have 1 to ${maxKeyLength} characters`]);
  }
  const claim = await settledClaim({ accountId, key, fingerprint }, deps);
  if (claim.kind === "done") return claim.response ?? run(claim.resourceId);
  let response: StoredResponse;
  try {
    response = await run(claim.resourceId);
  } catch (error) {
    const isRejection = isNamedError(error) && errorStatus[error.name] < 500;
    await deps.idempotency[isRejection ? "release" : "interrupt"](accountId, key, claim.resourceId);
    throw error;
  }
  const isSmall = JSON.stringify(response.body ?? null).length <= maxStoredCharacters;
  await deps.idempotency.complete(accountId, key, claim.resourceId, isSmall ? response : null);
  return response;
};

const settledClaim = async (
  request: { accountId: string; key: string; fingerprint: string },
  deps: IdempotencyDeps,
): Promise<Extract<IdempotencyClaim, { resourceId: string }>> => {
  const resourceId = deps.newId();
  for (let waited = 0; waited <= waitMs; waited += pollMs) {
    const now = deps.now().getTime();
    const claim = await deps.idempotency.claim({
      ...request,
      resourceId,
      leaseUntil: new Date(now + leaseMs),
      expiresAt: new Date(now + lifetimeMs),
    });
    if (claim.kind === "conflict") {
      throw new NamedError(
        "IdempotencyConflict",
        "This Idempotency-Key was used for a different request. Use a new one.",
      );
    }
    if (claim.kind !== "busy") return claim;
    await deps.wait(pollMs);
  }
  throw new NamedError(
    "IdempotencyConflict",
    "The first request with this Idempotency-Key is still in progress. Retry in a minute.",
  );
};
