/**
 * Browsers of any origin may call: what protects an account is its key, which no browser sends by itself.
 * Lower-case names, on every answer.
 */
export const corsHeaders: Readonly<Record<string, string>> = {
  "access-control-allow-origin": "*",
  "access-control-expose-headers":
    "allow, etag, retry-after, ratelimit-limit, ratelimit-remaining, ratelimit-reset, x-request-id",
};

/** Answers a preflight for a path with these methods. */
export const preflightHeaders = (methods: readonly string[]): Record<string, string> => ({
  ...corsHeaders,
  "access-control-allow-methods": methods.join(", "),
  "access-control-allow-headers": "content-type, x-api-key, idempotency-key, if-match",
  "access-control-max-age": "86400",
});
