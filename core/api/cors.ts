/**
 * Headers of every response, in lower case. All origins are allowed: accounts are protected by their keys, which browsers do not
 * send automatically.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "allow, etag, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, x-request-id",
};

/** Returns the headers for a preflight request to a path with these methods. */
export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  ...corsHeaders,
  "access-control-allow-methods": methods.join(", "),
  "access-control-allow-headers": "content-type, x-api-key, idempotency-key, if-match",
  "access-control-max-age": "86400",
});
