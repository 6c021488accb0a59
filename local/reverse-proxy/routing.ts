import type { KeyObject } from "node:crypto";
import { verifyLink } from "../../adapters/links/verify-link.ts";
import { mediaPathPrefix } from "../../core/storage/media-link-format.ts";

export type Destination =
  /** The ingest process. */
  | { backend: "ingest"; path: string }
  /** The emulator's S3, for links to media and the URLs of parts. A link sets headers of a successful response. */
  | { backend: "storage"; path: string; responseHeaders?: Readonly<Record<string, string>> }
  /** The emulator's HTTP API. */
  | { backend: "api"; path: string }
  /** A file of the console by its name, without folders. */
  | { backend: "console"; name: string }
  /** An invalid link, or an unsigned URL of the private bucket, which S3 rejects. */
  | { backend: "none"; error: "AccessDenied" };

/** Names that the routing depends on, known after the deployment. */
export interface RoutingTargets {
  apiId: string;
  mediaBucket: string;
  /** The built console. */
  consoleFolder: string;
  /** URL that links are signed for, without a trailing slash. */
  publicUrl: string;
  /** Verifies links to media. */
  linkPublicKey: KeyObject;
}

/** Uploads, whose bodies exceed the limits of an HTTP API (10 MB) and a function (6 MB). */
const streamedUploads = new Set(["/videos", "/fonts"]);

/**
 * Routes a request by method and path, as CloudFront does in AWS. Dot segments are resolved first, so that no path leaves the
 * API's prefix.
 */
export function route(
  method: string,
  target: string,
  targets: RoutingTargets,
  now: Date = new Date(),
): Destination {
  const url = parseTarget(target);
  const path = url.pathname + url.search;
  const [, first, ...rest] = url.pathname.split("/");
  if (first === "console" && (method === "GET" || method === "HEAD"))
    return { backend: "console", name: rest.join("/") };
  if (method === "POST" && streamedUploads.has(url.pathname)) return { backend: "ingest", path };
  if (url.pathname.startsWith(mediaPathPrefix)) return mediaRoute(method, path, targets, now);
  if (first === targets.mediaBucket) {
    // The emulator accepts unsigned requests, but the bucket is private. A preflight request is never signed.
    const isSigned = url.searchParams.has("X-Amz-Signature") || method === "OPTIONS";
    return isSigned ? { backend: "storage", path } : { backend: "none", error: "AccessDenied" };
  }
  return { backend: "api", path: `/_aws/execute-api/${targets.apiId}${path}` };
}

/** Methods of CloudFront's behavior for links. */
const mediaMethods = new Set(["GET", "HEAD", "OPTIONS"]);

/**
 * Verifies a link as CloudFront does. CloudFront signs its requests to S3, which then sets the headers that the link requests;
 * the emulator accepts unsigned requests, and the proxy sets the headers.
 */
function mediaRoute(
  method: string,
  path: string,
  { publicUrl, linkPublicKey, mediaBucket }: RoutingTargets,
  now: Date,
): Destination {
  const link = mediaMethods.has(method) ? verifyLink(`${publicUrl}${path}`, () => linkPublicKey, now) : null;
  if (link === null) return { backend: "none", error: "AccessDenied" };
  const key = link.key.split("/").map(encodeURIComponent).join("/");
  return {
    backend: "storage",
    path: `/${mediaBucket}/${key}`,
    responseHeaders: {
      "content-disposition": link.response["response-content-disposition"],
      "content-type": link.response["response-content-type"],
    },
  };
}

/** Parses the origin form (`/a?b`), also with an empty first segment (`//a`), and the absolute form that proxies receive. */
function parseTarget(target: string): URL {
  if (target.startsWith("/")) return new URL(`http://reverse-proxy${target}`);
  return URL.canParse(target) ? new URL(target) : new URL("http://reverse-proxy/");
}
