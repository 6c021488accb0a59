export type Destination =
  /** The streaming upload process. */
  | { backend: "ingest"; path: string }
  /** The emulator's S3, for addresses that the product has signed. */
  | { backend: "storage"; path: string }
  /** The emulator's HTTP API. */
  | { backend: "api"; path: string }
  /** An unsigned address of the private bucket: what S3 itself refuses. */
  | { backend: "none"; refusal: "AccessDenied" };

/** What the routing depends on, known once the template is deployed. */
export interface RoutingFacts {
  apiId: string;
  mediaBucket: string;
}

/** Uploads that no function could take (an HTTP API passes at most 10 MB, a function 6 MB). */
const streamedUploads = new Set(["/videos", "/fonts"]);

/**
 * Where a request goes, as CloudFront decides in the cloud: by method and path. Dot segments are resolved first, so that
 * no path climbs out of the API's own prefix.
 */
export function route(method: string, target: string, facts: RoutingFacts): Destination {
  const url = parseTarget(target);
  const path = url.pathname + url.search;
  if (method === "POST" && streamedUploads.has(url.pathname)) return { backend: "ingest", path };
  if (url.pathname.split("/")[1] === facts.mediaBucket) {
    // The emulator serves unsigned requests as well; the bucket of the product is private. A preflight is never signed.
    const isSigned = url.searchParams.has("X-Amz-Signature") || method === "OPTIONS";
    return isSigned ? { backend: "storage", path } : { backend: "none", refusal: "AccessDenied" };
  }
  return { backend: "api", path: `/_aws/execute-api/${facts.apiId}${path}` };
}

/** Accepts the origin form (`/a?b`), also with an empty first segment (`//a`), and the absolute form of proxies. */
function parseTarget(target: string): URL {
  if (target.startsWith("/")) return new URL(`http://front-door${target}`);
  return URL.canParse(target) ? new URL(target) : new URL("http://front-door/");
}
