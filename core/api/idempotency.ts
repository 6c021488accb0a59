import { errorStatus, isNamedError, NamedError } from "../errors.ts";

/** An answer as it was given the first time. */
export interface StoredResponse {
  status: number;
  body: unknown;
}

export type IdempotencyClaim =
  /** Nobody has done this yet, or who began has died: do it, under this resource id. */
  | { kind: "granted"; resourceId: string }
  /** The same request is being done right now. */
  | { kind: "busy" }
  /** Another request has used the key. */
  | { kind: "conflict" }
  /** Done; `answer` is null when it was too large to keep. */
  | { kind: "done"; resourceId: string; answer: StoredResponse | null };

export interface IdempotencyStore {
  /**
   * One conditional write that exactly one of several equal requests wins. A claim whose lease has ended without an
   * answer is granted again, with the resource id of the first.
   */
  claim(request: {
    accountId: string;
    key: string;
    fingerprint: string;
    resourceId: string;
    leaseUntil: Date;
    expiresAt: Date;
  }): Promise<IdempotencyClaim>;
  complete(accountId: string, key: string, resourceId: string, answer: StoredResponse | null): Promise<void>;
  /** Gives the key free: the request was refused, nothing was created. */
  release(accountId: string, key: string, resourceId: string): Promise<void>;
  /**
   * Ends the claim without an answer: it is not known what was created, so the next equal request is granted it at once,
   * with the same resource id.
   */
  interrupt(accountId: string, key: string, resourceId: string): Promise<void>;
}

const lifetimeMs = 24 * 3_600_000;
/** Longer than any request may take. */
const leaseMs = 60_000;
const pollMs = 100;
/** How long an equal request waits for the one under way. */
const waitMs = 20_000;
const maxKeyLength = 255;
/** A record holds 400 KB; larger answers are made again from what they are about. */
const maxStoredCharacters = 100_000;

export interface IdempotencyDeps {
  idempotency: IdempotencyStore;
  newId: () => string;
  now: () => Date;
  wait: (milliseconds: number) => Promise<void>;
}

/**
 * Runs a creating request once per Idempotency-Key and account for 24 hours: equal requests get the first one's answer,
 * also when they come at once; another request with the same key gets 409. `run` is given the id for what it creates
 * and must find what an earlier try with that id has made. Without a key it simply runs.
 *
 * `fingerprint` identifies the request: a hash over method, path, query and body. Throws NamedError ValidationFailed,
 * IdempotencyConflict, and whatever `run` throws. Failures are no answers: after a refusal (4xx) the key is free again;
 * after a fault (5xx) the same request may be sent again and goes on where the first one broke off.
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
  if (claim.kind === "done") return claim.answer ?? run(claim.resourceId);
  let answer: StoredResponse;
  try {
    answer = await run(claim.resourceId);
  } catch (error) {
    const isRefusal = isNamedError(error) && errorStatus[error.name] < 500;
    await deps.idempotency[isRefusal ? "release" : "interrupt"](accountId, key, claim.resourceId);
    throw error;
  }
  const isSmall = JSON.stringify(answer.body ?? null).length <= maxStoredCharacters;
  await deps.idempotency.complete(accountId, key, claim.resourceId, isSmall ? answer : null);
  return answer;
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
        "This Idempotency-Key was used with another request: use a new one.",
      );
    }
    if (claim.kind !== "busy") return claim;
    await deps.wait(pollMs);
  }
  throw new NamedError("IdempotencyConflict", "The same request is still under way: try again in a minute.");
};
