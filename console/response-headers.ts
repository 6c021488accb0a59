/**
 * Headers of every response of the console. Scripts, styles and requests come from and go to this origin alone; `blob:` is for files that
 * the page itself makes.
 */
export const consoleHeaders: Readonly<Record<string, string>> = {
  "content-security-policy": [
    "default-src 'self'",
    "img-src 'self' data: blob:",
    "media-src 'self' blob:",
    "object-src 'none'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
  ].join("; "),
  "referrer-policy": "no-referrer",
  "x-content-type-options": "nosniff",
  "cross-origin-opener-policy": "same-origin",
};

/** Names of files that have the hash of their content never change it. */
export const immutableCacheControl = "public, max-age=31536000, immutable";
export const pageCacheControl = "no-cache";
