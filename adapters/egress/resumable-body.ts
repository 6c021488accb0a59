import { createHash, type Hash } from "node:crypto";
import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import { EgressTimeout, fileChanged, isTransient } from "./download-failure.ts";

/** What identifies one version of a file: RFC 9110, 8.8 and 13.1.5. A weak ETag does not vouch for equal bytes. */
interface Version {
  etag: string | null;
  lastModified: string | null;
  sizeBytes: number | null;
  /** The header that vouches for equal bytes; null without one. */
  validator: string | null;
}

/**
 * Whether Last-Modified vouches for equal bytes: not when the file was changed in the second of the response. Source: RFC
 * 9110, 8.8.2.2.
 */
const isDateStrong = ({ "last-modified": lastModified, date }: IncomingHttpHeaders): boolean => {
  const sentMs = date === undefined ? Date.now() : Date.parse(date);
  return sentMs - Date.parse(lastModified ?? "") >= 1000;
};

const versionOf = ({ statusCode, headers }: IncomingMessage): Version => {
  const etag = headers.etag?.startsWith("W/") ? null : (headers.etag ?? null);
  const range = /^bytes \d+-\d+\/(\d+)$/.exec(headers["content-range"] ?? "");
  const size = statusCode === 206 ? range?.[1] : headers["content-length"];
  return {
    etag,
    lastModified: headers["last-modified"] ?? null,
    validator: etag ?? (isDateStrong(headers) ? (headers["last-modified"] ?? null) : null),
    sizeBytes: size === undefined ? null : Number(size),
  };
};

/** Whether a later response is of a different version; validators that either omits are ignored. */
const differs = (first: Version, later: Version): boolean => {
  const fields = ["etag", "lastModified", "sizeBytes"] as const;
  return fields.some(
    (field) => first[field] !== null && later[field] !== null && first[field] !== later[field],
  );
};

export interface ResumableOptions {
  /** Opens the URL again, with these headers. Throws like the first request. */
  reopen: (headers: Readonly<Record<string, string>>) => Promise<IncomingMessage>;
  /** Idle timeout between two chunks; time that the reader takes does not count. */
  idleSeconds: number;
  /** Pauses before the attempts that follow one without progress. */
  retryPausesMs: readonly number[];
  signal: AbortSignal;
}

/** Returns the next chunk of a body; null at its end. Throws EgressTimeout. */
const nextPiece = async (pieces: AsyncIterator<Buffer>, idleSeconds: number): Promise<Buffer | null> => {
  let timer: NodeJS.Timeout | undefined;
  const silence = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new EgressTimeout("StallTimeout")), idleSeconds * 1000);
  });
  try {
    const next = await Promise.race([pieces.next(), silence]);
    return next.done ? null : next.value;
  } finally {
    clearTimeout(timer);
  }
};

/** Reads and drops `count` bytes that were received before; `prefix` must agree with them. */
async function* withoutPrefix(
  pieces: AsyncIterable<Buffer>,
  count: number,
  prefix: Hash | null,
): AsyncGenerator<Buffer> {
  const again = prefix && createHash("sha256");
  let dropped = 0;
  for await (const piece of pieces) {
    if (dropped === count) {
      yield piece;
      continue;
    }
    const known = piece.subarray(0, count - dropped);
    again?.update(known);
    dropped += known.length;
    if (dropped < count) continue;
    if (again && prefix && !prefix.copy().digest().equals(again.digest())) throw fileChanged();
    if (known.length < piece.length) yield piece.subarray(known.length);
  }
  if (dropped < count) throw Object.assign(new Error("shorter than before"), { code: "ECONNRESET" });
}

/** Returns the offset at which a reopened response continues. Throws fileChanged. */
const piecesFrom = (
  response: IncomingMessage,
  received: number,
  first: Version,
  prefix: Hash | null,
): AsyncIterable<Buffer> => {
  if (differs(first, versionOf(response))) throw fileChanged();
  if (response.statusCode !== 206) return withoutPrefix(response, received, prefix);
  const start = /^bytes (\d+)-/.exec(response.headers["content-range"] ?? "")?.[1];
  if (Number(start) !== received) throw fileChanged();
  return response;
};

const rangeHeaders = (received: number, { validator }: Version): Record<string, string> =>
  validator === null || received === 0 ? {} : { range: `bytes=${received}-`, "if-range": validator };

/**
 * Yields the bytes of a file and resumes after a broken connection: by range if the server sent a validator,
 * else from the start with the first bytes compared by hash. Never joins two versions of a file. Attempts are counted
 * again from zero whenever new bytes arrive.
 *
 * @throws NamedError DownloadFailed for a changed file, and what the last attempt failed with
 */
export async function* resumableBody(
  opened: IncomingMessage,
  { reopen, idleSeconds, retryPausesMs, signal }: ResumableOptions,
): AsyncGenerator<Buffer> {
  const first = versionOf(opened);
  // Hashing takes about 1 s of CPU per GiB: used only if there is no validator.
  const prefix = first.validator !== null ? null : createHash("sha256");
  let response: IncomingMessage | null = opened;
  let received = 0;
  let pauses = [...retryPausesMs];
  while (true) {
    try {
      response ??= await reopen(rangeHeaders(received, first));
      const source = received === 0 ? response : piecesFrom(response, received, first, prefix);
      const pieces = source[Symbol.asyncIterator]();
      for (
        let piece = await nextPiece(pieces, idleSeconds);
        piece;
        piece = await nextPiece(pieces, idleSeconds)
      ) {
        received += piece.length;
        prefix?.update(piece);
        pauses = [...retryPausesMs];
        yield piece;
      }
      return;
    } catch (error) {
      const pauseMs = pauses.shift();
      if (pauseMs === undefined || !isTransient(error) || signal.aborted) throw error;
      response?.destroy();
      response = null;
      await delay(pauseMs, undefined, { signal });
    } finally {
      if (response?.complete === false) response.destroy();
    }
  }
}
