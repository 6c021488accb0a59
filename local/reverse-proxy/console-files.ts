import { createReadStream, existsSync, statSync } from "node:fs";
import type { ServerResponse } from "node:http";
import { join } from "node:path";
import { pipeline } from "node:stream";
import { consoleFileHeaders, consoleHeaders, consolePage } from "../../console/response-headers.ts";

/** Sends a file of the console; every other path below /console is one of its screens, which index.html shows. */
export function sendConsoleFile(
  folder: string,
  name: string,
  method: string,
  response: ServerResponse,
): void {
  const isFile = /^([\w-]+\/)*[\w-]+\.(js|css|json|woff2|ttf)$/.test(name) && existsSync(join(folder, name));
  const file = isFile ? name : consolePage;
  const path = join(folder, file);
  const { contentType, cacheControl } = consoleFileHeaders(file);
  response.writeHead(200, {
    ...consoleHeaders(),
    "content-type": contentType,
    "content-length": statSync(path).size,
    "cache-control": cacheControl,
  });
  if (method === "HEAD") response.end();
  else pipeline(createReadStream(path), response, () => {});
}
