import type { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import { type Agent, errors, request } from "undici";
import {
  checkedHop,
  checkStatus,
  isTransientStatus,
  redirectTarget,
} from "../../core/egress/download-rules.ts";
import type { EgressPolicy } from "../../core/egress/source-url.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";
import { createByteGuard } from "./egress-guard.ts";
import { createGuardedAgent, type Resolve } from "./guarded-agent.ts";

export interface EgressOptions {
  policy: EgressPolicy;
  resolve?: Resolve;
  /** Pauses before the second and third try of a request that failed for a moment. */
  retryPausesMs?: readonly number[];
}

export interface FetchLimits {
  maxBytes: number;
  maxRedirects: number;
  connectSeconds: number;
  /** Longest silence: before the headers, and between two pieces of the body. */
  idleSeconds: number;
  totalSeconds: number;
  /** Slower than this on average, after a minute's grace, is given up. */
  minBytesPerSecond: number;
}

export const fileLimits: FetchLimits = {
  maxBytes: 10 * 1024 ** 3,
  maxRedirects: 5,
  connectSeconds: 5,
  idleSeconds: 30,
  totalSeconds: 3.5 * 3600,
  minBytesPerSecond: 16 * 1024,
};

export interface FetchedFile {
  /** After redirects. */
  url: URL;
  contentDisposition: string | undefined;
  /** As announced; null when the server does not say. */
  sizeBytes: number | null;
  /** Errors with a NamedError (DownloadFailed, MediaTooLarge) when it breaks off, stalls or grows too large. */
  body: Readable;
}

export interface Egress {
  /** Throws NamedError AddressNotAllowed, DownloadFailed, MediaTooLarge, ValidationFailed. */
  fetchFile(address: string, limits?: Partial<FetchLimits>, signal?: AbortSignal): Promise<FetchedFile>;
}

/**
 * The only way out for addresses that callers gave. A connection goes to an address that was checked just before, not
 * to a name that could resolve anew; one forbidden address among a name's several refuses it. Redirects are followed by
 * hand, each checked like the first. No proxy, no cookies, no decompression.
 */
export const createEgress = ({ policy, resolve, retryPausesMs = [1000, 4000] }: EgressOptions): Egress => {
  const ask = async (url: URL, agent: Agent, limits: FetchLimits, signal: AbortSignal) => {
    // Undici's own time for the headers starts anew at each preliminary answer (1xx).
    const late = new AbortController();
    const timer = setTimeout(
      () => late.abort(stalled()),
      (limits.connectSeconds + limits.idleSeconds) * 1000,
    );
    try {
      return await request(url, {
        dispatcher: agent,
        signal: AbortSignal.any([signal, late.signal]),
        headers: { accept: "*/*", "accept-encoding": "identity", "user-agent": "Capstack" },
      });
    } finally {
      clearTimeout(timer);
    }
  };

  const get = async (url: URL, agent: Agent, limits: FetchLimits, signal: AbortSignal) => {
    for (const pauseMs of [...retryPausesMs, null]) {
      try {
        const answer = await ask(url, agent, limits, signal);
        if (pauseMs === null || !isTransientStatus(answer.statusCode)) return answer;
        answer.body.on("error", () => {}).destroy();
      } catch (error) {
        if (pauseMs === null || signal.aborted || !isTransient(error)) throw error;
      }
      await delay(pauseMs, undefined, { signal });
    }
    throw new Error("unreachable");
  };

  return {
    async fetchFile(address, overrides = {}, signal) {
      const limits = { ...fileLimits, ...overrides };
      const agent = createGuardedAgent(limits, policy, resolve);
      const timeout = AbortSignal.timeout(limits.totalSeconds * 1000);
      const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
      try {
        let url = checkedHop(address, policy);
        for (let hop = 0; hop <= limits.maxRedirects; hop++) {
          const answer = await get(url, agent, limits, either);
          const target = redirectTarget(url, answer.statusCode, header(answer.headers.location), policy);
          if (target === null) {
            const body = openBody(answer, limits, signal);
            body.once("close", () => void agent.destroy());
            const length = Number(header(answer.headers["content-length"]) ?? Number.NaN);
            return {
              url,
              contentDisposition: header(answer.headers["content-disposition"]),
              sizeBytes: Number.isFinite(length) ? length : null,
              body,
            };
          }
          answer.body.on("error", () => {}).destroy();
          url = target;
        }
        throw new NamedError(
          "DownloadFailed",
          `The address redirects more than ${limits.maxRedirects} times.`,
        );
      } catch (error) {
        await agent.destroy();
        if (signal?.aborted) throw error;
        throw asDownloadFailure(error);
      }
    },
  };
};

const header = (value: string | string[] | undefined): string | undefined =>
  Array.isArray(value) ? value[0] : value;

type Answer = Awaited<ReturnType<typeof request>>;

const openBody = (answer: Answer, limits: FetchLimits, signal: AbortSignal | undefined): Readable => {
  try {
    checkStatus(answer.statusCode);
    const encoding = header(answer.headers["content-encoding"])?.toLowerCase() ?? "identity";
    if (encoding !== "identity" && encoding !== "") {
      throw new NamedError(
        "DownloadFailed",
        "The address answered with compressed data although none was asked for.",
      );
    }
    if (Number(header(answer.headers["content-length"]) ?? 0) > limits.maxBytes)
      throw tooLarge(limits.maxBytes);
  } catch (error) {
    answer.body.on("error", () => {}).destroy();
    throw error;
  }
  const guard = createByteGuard({
    maxBytes: limits.maxBytes,
    minBytesPerSecond: limits.minBytesPerSecond,
    onTooMany: () => tooLarge(limits.maxBytes),
    onTooSlow: () =>
      new NamedError("DownloadFailed", "The address sends too slowly; the download was given up."),
  });
  answer.body.on("error", (error: Error) =>
    guard.destroy(signal?.aborted ? error : asDownloadFailure(error)),
  );
  guard.once("close", () => answer.body.destroy());
  return answer.body.pipe(guard);
};

const stalled = (cause?: unknown): NamedError =>
  new NamedError("DownloadFailed", "The address's server stopped sending; the download timed out.", {
    cause,
  });

const tooLarge = (maxBytes: number): NamedError =>
  new NamedError(
    "MediaTooLarge",
    `The file is larger than ${maxBytes / 1024 ** 3} GiB, the most that is accepted.`,
  );

const transientCodes = new Set([
  "ECONNRESET",
  "ECONNREFUSED",
  "ETIMEDOUT",
  "EPIPE",
  "EAI_AGAIN",
  "UND_ERR_SOCKET",
  "UND_ERR_CONNECT_TIMEOUT",
]);

/** Node and undici tell by `code`, DOMExceptions by `name` (their code is a number). */
const codesOf = (error: Error): string[] => [String((error as NodeJS.ErrnoException).code), error.name];

const isTransient = (error: unknown): boolean => {
  const chain = causes(error);
  return !chain.some(isNamedError) && chain.flatMap(codesOf).some((code) => transientCodes.has(code));
};

/** One sentence for what undici, the resolver, TLS or the socket said. */
const asDownloadFailure = (error: unknown): Error => {
  if (isNamedError(error)) return error;
  const fail = (sentence: string): NamedError => new NamedError("DownloadFailed", sentence, { cause: error });
  const chain = causes(error);
  const named = chain.find(isNamedError);
  if (named) return named;
  const codes = new Set(chain.flatMap(codesOf));
  const isAny = (...wanted: string[]): boolean => wanted.some((code) => codes.has(code));
  if (isAny("ENOTFOUND", "EAI_AGAIN", "EAI_NONAME"))
    return fail("The address's host name cannot be resolved.");
  if (isAny("ECONNREFUSED")) return fail("The address's server refuses connections.");
  if (isAny("UND_ERR_CONNECT_TIMEOUT", "ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH")) {
    return fail("The address's server cannot be reached.");
  }
  // An abort that is not the caller's is that of the total time.
  if (
    isAny("UND_ERR_HEADERS_TIMEOUT", "UND_ERR_BODY_TIMEOUT", "TimeoutError", "UND_ERR_ABORTED", "AbortError")
  ) {
    return stalled(error);
  }
  if (chain.some((cause) => /certificate|CERT|ERR_TLS|ERR_SSL|SELF_SIGNED/.test(codeText(cause)))) {
    return fail("The address's certificate is not valid, or its server speaks no proper TLS.");
  }
  if (error instanceof errors.HTTPParserError || isAny("UND_ERR_HEADERS_OVERFLOW")) {
    return fail("The address's server does not answer in proper HTTP.");
  }
  return fail("The connection to the address's server broke off.");
};

const codeText = (error: Error): string => `${(error as NodeJS.ErrnoException).code ?? ""} ${error.message}`;

/** An error with what caused it. Told by shape: some are DOMExceptions, which are no proper errors everywhere. */
const causes = (error: unknown): Error[] => {
  const chain: Error[] = [];
  for (let next = error; isErrorLike(next) && chain.length < 8; next = next.cause) {
    chain.push(next);
    // Several addresses were tried, each with its own error.
    if ("errors" in next && Array.isArray(next.errors)) chain.push(...next.errors.filter(isErrorLike));
  }
  return chain;
};

const isErrorLike = (value: unknown): value is Error =>
  typeof value === "object" && value !== null && "message" in value && "name" in value;
