export type Destination =
  /** The ingest process. */
  | { backend: "ingest"; path: string }
  /** The emulator's S3, for signed URLs. */
  | { backend: "storage"; path: string }
  /** The emulator's HTTP API. */
  | { backend: "api"; path: string }
  /** A file of the console by its name, without folders. */
  | { backend: "console"; name: string }
  /** An unsigned URL of the private bucket, which S3 rejects. */
  | { backend: "none"; refusal: "AccessDenied" };

/** Names that the routing depends on, known after the deployment. */
export interface RoutingTargets {
  apiId: string;
  mediaBucket: string;
  /** The built console. */
  consoleFolder: string;
}

/** Uploads, whose bodies exceed the limits of an HTTP API (10 MB) and a function (6 MB). */
const streamedUploads = new Set(["/videos", "/fonts"]);

/**
 * Routes a request by method and path, as CloudFront does in AWS. Dot segments are resolved first, so that no path leaves the
 * API's prefix.
 */
export function route(method: string, target: string, targets: RoutingTargets): Destination {
  const url = parseTarget(target);
  const path = url.pathname + url.search;
  const [, first, ...rest] = url.pathname.split("/");
  if (first === "console" && (method === "GET" || method === "HEAD"))
    return { backend: "console", name: rest.join("/") };
  if (method === "POST" && streamedUploads.has(url.pathname)) return { backend: "ingest", path };
  if (first === targets.mediaBucket) {
    // The emulator accepts unsigned requests, but the bucket is private. A preflight request is never signed.
    const isSigned = url.searchParams.has("X-Amz-Signature") || method === "OPTIONS";
    return isSigned ? { backend: "storage", path } : { backend: "none", refusal: "AccessDenied" };
  }
  return { backend: "api", path: `/_aws/execute-api/${targets.apiId}${path}` };
}

/** Parses the origin form (`/a?b`), also with an empty first segment (`//a`), and the absolute form that proxies receive. */
function parseTarget(target: string): URL {
  if (target.startsWith("/")) return new URL(`http://reverse-proxy${target}`);
  return URL.canParse(target) ? new URL(target) : new URL("http://reverse-proxy/");
}
