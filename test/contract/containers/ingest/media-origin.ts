import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { expect } from "@jest/globals";
import { createEgress } from "../../../../adapters/egress/egress.ts";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import type { FetchMediaDeps } from "../../../../containers/ingest/fetch-media.ts";
import { media } from "./upload-service.ts";

export type MediaOrigin = Awaited<ReturnType<typeof openMediaOrigin>>;

/** A server with the files of test/media, and a bucket in memory for downloads. */
export const openMediaOrigin = async () => {
  const requests: string[] = [];
  const objects = new Map<string, Buffer>();
  /** Folders in which files were examined. */
  const folders: string[] = [];
  let openUploads = 0;
  const server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://test");
    requests.push(pathname);
    if (pathname === "/page") return void response.end("<!doctype html><title>Sign in</title>");
    if (pathname === "/private")
      return void response.writeHead(302, { location: "http://10.0.0.1/a.mp4" }).end();
    const found = await readFile(media(pathname.slice(1))).catch(() => null);
    if (found === null) return void response.writeHead(404).end();
    // Like object stores: a generic type.
    response.writeHead(200, { "content-type": "application/octet-stream" }).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));

  const openUpload: FetchMediaDeps["openUpload"] = (key) => {
    const chunks: Buffer[] = [];
    openUploads += 1;
    let isOpen = true;
    const end = (): void => {
      if (isOpen) openUploads -= 1;
      isOpen = false;
    };
    return {
      write: async (chunk) => void chunks.push(Buffer.from(chunk)),
      complete: async () => {
        end();
        objects.set(key, Buffer.concat(chunks));
        return 0;
      },
      abort: async () => end(),
    };
  };

  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    objects,
    deps: (): FetchMediaDeps => ({
      egress: createEgress({ policy: "loopback", retryPausesMs: [] }),
      probe: (file, signal) => {
        folders.push(path.dirname(file));
        return probeMedia(file, signal);
      },
      openUpload,
    }),
    /** Also checks that no connection and no file is left. */
    async close(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
      expect(openUploads).toBe(0);
    },
  };
};
