/**
 * Maximum body of POST /videos and POST /fonts in bytes when a function serves them: an event holds 6 MB, and a binary body grows
 * by a third in base64. Source: Lambda quotas.
 */
export const maxFunctionBodyBytes = 4_400_000;

/** Maximum body of every other request in bytes. Source: quotas of HTTP APIs. */
export const maxApiBodyBytes = 10 * 1024 ** 2;
