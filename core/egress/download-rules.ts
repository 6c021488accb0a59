import { NamedError } from "../errors.ts";
import { cleanFilename } from "../text/clean-filename.ts";
import { type EgressPolicy, parseSourceUrl } from "./source-url.ts";

/** The pure decisions about fetching a client's address; adapters/egress/egress.ts does the fetching. */

const webPorts = new Set(["", "80", "443"]);
const firstUnprivilegedPort = 1024;

/**
 * Checks one address of the way, the first or a redirect's target, before anything is resolved. Beyond parseSourceUrl:
 * no port below 1024 other than the web's, where mail, shells and the like listen. `field` is its path in the request.
 * Throws NamedError ValidationFailed or AddressNotAllowed.
 */
export const checkedUrl = (text: string, policy: EgressPolicy, field = "url"): URL => {
  const url = parseSourceUrl(text, policy, field);
  const isOpenPort = webPorts.has(url.port) || Number(url.port) >= firstUnprivilegedPort;
  if (policy === "strict" && !isOpenPort) {
    throw new NamedError("AddressNotAllowed", `${field} must not use port ${url.port}.`);
  }
  return url;
};

const redirectStatuses = new Set([301, 302, 303, 307, 308]);

/** Where an answer sends us on to; null when it is not a redirect. Throws like checkedHop, and DownloadFailed. */
export const redirectTarget = (
  from: URL,
  status: number,
  location: string | undefined,
  policy: EgressPolicy,
): URL | null => {
  if (!redirectStatuses.has(status)) return null;
  if (location === undefined || !URL.canParse(location, from.href)) {
    throw new NamedError("DownloadFailed", "The URL redirects without a target.");
  }
  const target = new URL(location, from);
  target.hash = "";
  if (target.protocol !== "https:" && target.protocol !== "http:") {
    // The client's own field was right, so this is no validation failure.
    throw new NamedError("AddressNotAllowed", "The URL redirects to a scheme other than http and https.");
  }
  if (from.protocol === "https:" && target.protocol === "http:") {
    throw new NamedError("DownloadFailed", "The URL redirects from https to unencrypted http.");
  }
  return checkedUrl(target.href, policy);
};

const reasons: Readonly<Record<number, string>> = {
  401: "it requires authentication; use a public or signed URL",
  403: "access is forbidden; use a public or signed URL, and a new one if it has expired",
  404: "there is no such file; check the URL",
  410: "the file is gone",
  429: "its server limits requests; try again later",
};

/** Throws DownloadFailed unless the status promises the whole file. */
export const checkStatus = (status: number): void => {
  if (status === 200 || status === 203) return;
  const reason =
    reasons[status] ?? (status >= 500 ? "its server failed; try again later" : "no file came with it");
  throw new NamedError("DownloadFailed", `The URL returned ${status}: ${reason}.`);
};

/** Failures of a server or of the way to it that may be over in a moment. */
export const isTransientStatus = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 505);

const decode = (text: string): string | null => {
  try {
    return decodeURIComponent(text);
  } catch {
    return null;
  }
};

/**
 * The file's name: what Content-Disposition says, else the last segment of the address if it looks like a file's.
 * Source: RFC 6266, 4.3; `filename*` (RFC 8187) wins.
 */
export const downloadFilename = (url: URL, disposition: string | undefined): string | null => {
  const extended = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition ?? "")?.[1];
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? "");
  const stated = (extended && decode(extended)) || plain?.[1]?.replace(/\\(.)/g, "$1") || plain?.[2];
  const fromDisposition = cleanFilename(stated);
  if (fromDisposition !== null) return fromDisposition;
  const last = cleanFilename(decode(url.pathname.split("/").at(-1) ?? ""));
  return last?.includes(".") ? last : null;
};
