/**
 * Returns the headers of every response of the console. Scripts, styles and requests come from and go to this origin alone; `blob:` is for
 * files that the page itself makes.
 *
 * @param storageOrigin receives the parts of uploads, where it is another origin
 */
export const consoleHeaders = (storageOrigin?: string): Readonly<Record<string, string>> => ({
  "content-security-policy": [
    "default-src 'self'",
    ...(storageOrigin === undefined ? [] : [`connect-src 'self' ${storageOrigin}`]),
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
});

/** The page, which names the other files. */
export const consolePage = "index.html";

const mediaTypes: Readonly<Record<string, string>> = {
  html: "text/html; charset=utf-8",
  js: "text/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
  json: "application/json",
  woff2: "font/woff2",
  ttf: "font/ttf",
};

/** Headers of one file of the console. Names have the hash of the content, apart from that of the page. */
export const consoleFileHeaders = (name: string): { contentType: string; cacheControl: string } => ({
  contentType: mediaTypes[name.split(".").at(-1) ?? ""] ?? "application/octet-stream",
  cacheControl: name === consolePage ? "no-cache" : "public, max-age=31536000, immutable",
});
