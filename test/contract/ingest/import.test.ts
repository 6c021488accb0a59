import { existsSync } from "node:fs";
import { copyFile, readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createEgress } from "../../../adapters/egress.ts";
import { probeMedia } from "../../../adapters/media-probe.ts";
import { type ImportDeps, importMedia } from "../../../containers/ingest/import-media.ts";
import { importResultSchema } from "../../../core/workflows/video-import.ts";
import { media } from "./upload-service.ts";

const key = "videos/v1/source";
let server: Server;
let address: string;
let objects: Map<string, Buffer>;
let openUploads: number;
/** Folders in which files were examined. */
let folders: string[];

beforeEach(async () => {
  objects = new Map();
  openUploads = 0;
  folders = [];
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://test");
    if (pathname === "/page") return void response.end("<!doctype html><title>Sign in</title>");
    const found = await readFile(media(pathname.slice(1))).catch(() => null);
    if (found === null) return void response.writeHead(404).end();
    // As object stores do: no telling type.
    response.writeHead(200, { "content-type": "application/octet-stream" }).end(found);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterEach(async () => {
  expect(folders.filter((folder) => existsSync(folder))).toEqual([]);
  expect(openUploads).toBe(0);
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const deps = (): ImportDeps => ({
  egress: createEgress({ policy: "loopback", retryPausesMs: [] }),
  probe: (file, signal) => {
    folders.push(path.dirname(file));
    return probeMedia(file, signal);
  },
  openUpload: (objectKey) => {
    const pieces: Buffer[] = [];
    openUploads += 1;
    let isOpen = true;
    const end = (): void => {
      if (isOpen) openUploads -= 1;
      isOpen = false;
    };
    return {
      write: async (piece) => void pieces.push(Buffer.from(piece)),
      complete: async () => {
        end();
        objects.set(objectKey, Buffer.concat(pieces));
        return 0;
      },
      abort: async () => end(),
    };
  },
  download: (objectKey, target) => copyFile(media(objectKey), target),
  deleteObject: async (objectKey) => void objects.delete(objectKey),
});
const none = new AbortController().signal;
const quota = { maxVideoBytes: 10 * 1024 ** 3, maxVideoSeconds: 21_600 };
const run = (url: string | null, sourceKey = key, signal = none, limits: Partial<typeof quota> = {}) =>
  importMedia({ videoId: "v1", sourceKey, url, ...quota, ...limits }, deps(), signal);

describe("import by address", () => {
  test("stores the file and says what it is", async () => {
    const result = importResultSchema.parse(await run(`${address}/video/sy_portrait.mp4`));
    expect(result).toMatchObject({ filename: "sy_portrait.mp4", media: { width: 360, height: 640 } });
    expect(objects.get(key)?.equals(await readFile(media("video/sy_portrait.mp4")))).toBe(true);
  });

  test.each([
    ["/page", "DownloadFailed", /HTML page/],
    ["/missing.mp4", "DownloadFailed", /404/],
    ["/video/sy_text.mp4", "UnsupportedMediaType", /text file/],
    ["/video/sy_concat_lfi.mp4", "UnsupportedMediaType", /playlist/],
    ["/video/sy_zero.mp4", "UnsupportedMediaType", /empty/],
    ["/video/sy_trunc_nomoov.mp4", "MediaUnreadable", /moov/],
  ])("%s: %s, and no object", async (target, name, message) => {
    await expect(run(`${address}${target}`)).rejects.toMatchObject({
      name,
      message: expect.stringMatching(message),
    });
    expect(objects.size).toBe(0);
  });

  test("more than the account may import: no object", async () => {
    const film = `${address}/video/sy_base.mp4`;
    const tooLarge = { name: "MediaTooLarge" };
    await expect(run(film, key, none, { maxVideoBytes: 1000 })).rejects.toMatchObject(tooLarge);
    await expect(run(film, key, none, { maxVideoSeconds: 10 })).rejects.toMatchObject(tooLarge);
    expect(objects.size).toBe(0);
  });

  test("a private address", async () => {
    await expect(run("http://10.0.0.1/a.mp4")).rejects.toMatchObject({ name: "AddressNotAllowed" });
  });

  test("stops when told to", async () => {
    const stopped = run(`${address}/video/sy_base.mp4`, key, AbortSignal.abort(new Error("stopped")));
    await expect(stopped).rejects.toThrow("stopped");
  });
});

describe("import of what a client has put into the bucket", () => {
  test("says what it is", async () => {
    const result = await run(null, "video/sy_noaudio.mp4");
    expect(result).toMatchObject({ media: { audio: null, durationSeconds: 11 } });
  });

  test("removes what is longer than the account may have", async () => {
    objects.set("video/sy_noaudio.mp4", Buffer.from("film"));
    const imported = run(null, "video/sy_noaudio.mp4", none, { maxVideoSeconds: 10.5 });
    await expect(imported).rejects.toMatchObject({
      name: "MediaTooLarge",
      message: expect.stringMatching(/11 seconds.*10.5/),
    });
    expect(objects.size).toBe(0);
  });

  test("removes what is of no use", async () => {
    objects.set("video/sy_gif_named.mp4", Buffer.from("GIF89a"));
    await expect(run(null, "video/sy_gif_named.mp4")).rejects.toMatchObject({ name: "UnsupportedMediaType" });
    expect(objects.size).toBe(0);
  });
});
