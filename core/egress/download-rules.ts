import { NamedError } from "../errors.ts";
import { cleanFilename } from "../text/clean-filename.ts";
import { percentDecoded } from "../text/percent-decoded.ts";
import { type EgressPolicy, parseSourceUrl } from "./source-url.ts";

/** Pure rules for downloads from clients' URLs; adapters/egress/egress.ts applies them. */

const webPorts = new Set(["", "80", "443"]);
const firstUnprivilegedPort = 1024;

/**
 * Parses and checks a URL, a client's or a redirect's target, before its host is resolved. Beyond parseSourceUrl, rejects
 * ports below 1024 other than 80 and 443, where mail servers, shells and the like listen. `field` is its path in the
 * request. Throws NamedError ValidationFailed or AddressNotAllowed.
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

/** Returns the target of a redirect; null when the response is none. Throws like checkedUrl, and DownloadFailed. */
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
    // Not ValidationFailed: the client's field was valid.
    throw new NamedError("AddressNotAllowed", "The URL redirects to a scheme other than http and https.");
  }
  if (from.protocol === "https:" && target.protocol === "http:") {
    throw new NamedError("DownloadFailed", "The URL redirects from https to unencrypted http.");
  }
  return checkedUrl(target.href, policy);
};

const reasons: Readonly<Record<number, string>> = {
  401: "authentication is required. Use a public or signed URL",
  403: "access is forbidden. Use a public URL, or a signed URL that has not expired",
  404: "the file does not exist. Check the URL",
  410: "the file has been deleted. Upload it elsewhere",
  429: "the server limits requests. Retry later",
};

/** Throws NamedError DownloadFailed unless the status means that the whole file follows. */
export const checkStatus = (status: number): void => {
  if (status === 200 || status === 203) return;
  const reason =
    reasons[status] ?? (status >= 500 ? "the server failed. Retry later" : "the response contains no file");
  throw new NamedError("DownloadFailed", `The URL returned ${status}: ${reason}.`);
};

/** Returns whether a status reports a temporary failure of a server or proxy. */
export const isTransientStatus = (status: number): boolean =>
  status === 408 || status === 429 || (status >= 500 && status !== 501 && status !== 505);

/**
 * Returns the name of a downloaded file: from Content-Disposition, else the last segment of the URL if it looks like a file
 * name. Source: RFC 6266, 4.3; `filename*` (RFC 8187) takes precedence.
 */
export const downloadFilename = (url: URL, disposition: string | undefined): string | null => {
  const extended = /;\s*filename\*\s*=\s*UTF-8'[^']*'([^;\s]+)/i.exec(disposition ?? "")?.[1];
  const plain = /;\s*filename\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^;\s]+))/i.exec(disposition ?? "");
  const stated = (extended && percentDecoded(extended)) || plain?.[1]?.replace(/\\(.)/g, "$1") || plain?.[2];
  const fromDisposition = cleanFilename(stated);
  if (fromDisposition !== null) return fromDisposition;
  const last = cleanFilename(percentDecoded(url.pathname.split("/").at(-1) ?? ""));
  return last?.includes(".") ? last : null;
};
