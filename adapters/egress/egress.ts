import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { setTimeout as delay } from "node:timers/promises";
import {
  checkedUrl,
  checkStatus,
  isTransientStatus,
  redirectTarget,
} from "../../core/egress/download-rules.ts";
import type { EgressPolicy } from "../../core/egress/source-url.ts";
import { NamedError } from "../../core/errors.ts";
import { asDownloadFailure, EgressTimeout, fileChanged, isTransient } from "./download-failure.ts";
import { createByteGuard } from "./egress-guard.ts";
import { type Resolve, resolveAll } from "./guarded-agent.ts";
import { httpGet } from "./http-get.ts";
import { resumableBody } from "./resumable-body.ts";

export interface EgressOptions {
  policy: EgressPolicy;
  resolve?: Resolve;
  /** Pauses before the second and third attempt of a request, or of a body that broke off, without progress. */
  retryPausesMs?: readonly number[];
}

export interface FetchLimits {
  maxBytes: number;
  maxRedirects: number;
  connectSeconds: number;
  /** Idle timeout: before the headers, and between two chunks of the body. */
  idleSeconds: number;
  totalSeconds: number;
  /** Minimum average rate; slower transfers are aborted after a minute's grace. */
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
  /** From Content-Length; null without one. */
  sizeBytes: number | null;
  /** Errors with NamedError DownloadFailed or MediaTooLarge when it cannot be completed. */
  body: Readable;
}

export interface Egress {
  /** Throws NamedError AddressNotAllowed, DownloadFailed, MediaTooLarge, ValidationFailed. */
  fetchFile(url: string, limits?: Partial<FetchLimits>, signal?: AbortSignal): Promise<FetchedFile>;
}

type Headers = Readonly<Record<string, string>>;

const ownHeaders: Headers = { accept: "*/*", "accept-encoding": "identity", "user-agent": "Capstack" };

const tooLarge = (maxBytes: number): NamedError =>
  new NamedError("MediaTooLarge", `The file is larger than ${maxBytes / 1024 ** 3} GiB, the maximum.`);

/** Throws unless the response is the file, or with `range` the rest of it, in plain bytes of a permitted size. */
const checkResponse = (response: IncomingMessage, { maxBytes }: FetchLimits, isRange: boolean): void => {
  if (isRange && response.statusCode === 416) throw fileChanged();
  if (!(isRange && response.statusCode === 206)) checkStatus(response.statusCode ?? 0);
  const encoding = response.headers["content-encoding"]?.toLowerCase() ?? "identity";
  if (encoding !== "identity" && encoding !== "") {
    throw new NamedError("DownloadFailed", "The URL's server sent compressed data that was not requested.");
  }
  if (Number(response.headers["content-length"] ?? 0) > maxBytes) throw tooLarge(maxBytes);
};

/**
 * The only client for URLs from callers. Connects to an IP address that was checked immediately before, not to a
 * name that could resolve again. Follows redirects itself and checks each URL. Uses no proxy, no cookies and no
 * decompression. Resumes an interrupted body.
 */
export const createEgress = ({
  policy,
  resolve = resolveAll,
  retryPausesMs = [1000, 4000],
}: EgressOptions): Egress => {
  const get = async (url: URL, headers: Headers, limits: FetchLimits, signal: AbortSignal) => {
    const { connectSeconds, idleSeconds: headerSeconds } = limits;
    for (const pauseMs of [...retryPausesMs, null]) {
      try {
        const response = await httpGet(url, {
          policy,
          resolve,
          headers: { ...ownHeaders, ...headers },
          connectSeconds,
          headerSeconds,
          signal,
        });
        if (pauseMs === null || !isTransientStatus(response.statusCode ?? 0)) return response;
        response.destroy();
      } catch (error) {
        if (pauseMs === null || signal.aborted || !isTransient(error)) throw error;
      }
      await delay(pauseMs, undefined, { signal });
    }
    throw new Error("unreachable");
  };

  /** Follows redirects to the file. */
  const open = async (requestedUrl: string, headers: Headers, limits: FetchLimits, signal: AbortSignal) => {
    let url = checkedUrl(requestedUrl, policy);
    for (let hop = 0; hop <= limits.maxRedirects; hop++) {
      const response = await get(url, headers, limits, signal);
      try {
        const target = redirectTarget(url, response.statusCode ?? 0, response.headers.location, policy);
        if (target === null) {
          checkResponse(response, limits, "range" in headers);
          return { url, response };
        }
        url = target;
        response.destroy();
      } catch (error) {
        response.destroy();
        throw error;
      }
    }
    throw new NamedError("DownloadFailed", `The URL redirects more than ${limits.maxRedirects} times.`);
  };

  return {
    async fetchFile(requestedUrl, overrides = {}, signal) {
      const limits = { ...fileLimits, ...overrides };
      const timeout = AbortSignal.timeout(limits.totalSeconds * 1000);
      const either = signal ? AbortSignal.any([signal, timeout]) : timeout;
      /** Rethrows the caller's abort reason; sockets report any abort as a broken connection. */
      const failure = (error: unknown): Error => {
        if (signal?.aborted) return signal.reason;
        return asDownloadFailure(timeout.aborted ? new EgressTimeout("StallTimeout") : error);
      };
      try {
        const { url, response } = await open(requestedUrl, {}, limits, either);
        const { headers } = response;
        const length = Number(headers["content-length"] ?? Number.NaN);
        const bytes = resumableBody(response, {
          reopen: async (range) => (await open(requestedUrl, range, limits, either)).response,
          idleSeconds: limits.idleSeconds,
          retryPausesMs,
          signal: either,
        });
        const guard = createByteGuard({
          maxBytes: limits.maxBytes,
          minBytesPerSecond: limits.minBytesPerSecond,
          onTooMany: () => tooLarge(limits.maxBytes),
          onTooSlow: () => new NamedError("DownloadFailed", "The URL's server sends too slowly."),
        });
        const source = Readable.from(bytes, { objectMode: false });
        source.on("error", (error) => guard.destroy(failure(error)));
        guard.once("close", () => source.destroy());
        return {
          url,
          contentDisposition: headers["content-disposition"],
          sizeBytes: Number.isFinite(length) ? length : null,
          body: source.pipe(guard),
        };
      } catch (error) {
        throw failure(error);
      }
    },
  };
};
