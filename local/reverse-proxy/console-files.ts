import { createReadStream, existsSync, statSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { pipeline } from "node:stream";
import { consoleHeaders, immutableCacheControl, pageCacheControl } from "../../console/response-headers.ts";

const mediaTypes: Readonly<Record<string, string>> = {
  ".html": "text/html; charset=utf-8",
  ".js": "text/javascript; charset=utf-8",
  ".css": "text/css; charset=utf-8",
  ".json": "application/json",
  ".woff2": "font/woff2",
  ".ttf": "font/ttf",
};

/** Sends a file of the console; every other path below /console is one of its screens, which index.html shows. */
export function sendConsoleFile(
  folder: string,
  name: string,
  method: string,
  response: ServerResponse,
): void {
  const isFile = /^([\w-]+\/)*[\w-]+\.(js|css|json|woff2|ttf)$/.test(name) && existsSync(join(folder, name));
  const path = join(folder, isFile ? name : "index.html");
  response.writeHead(200, {
    ...consoleHeaders,
    "content-type": mediaTypes[extname(path)] ?? "application/octet-stream",
    "content-length": statSync(path).size,
    "cache-control": isFile ? immutableCacheControl : pageCacheControl,
  });
  if (method === "HEAD") response.end();
  else pipeline(createReadStream(path), response, () => {});
}
