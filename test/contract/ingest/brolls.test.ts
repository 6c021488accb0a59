import { existsSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { createEgress } from "../../../adapters/egress.ts";
import { probeMedia } from "../../../adapters/media-probe.ts";
import { type FetchBrollsDeps, fetchBrolls } from "../../../containers/ingest/fetch-brolls.ts";
import { type BrollJob, brollPlanSchema } from "../../../core/broll/broll-plan.ts";
import { brollJobKey, brollPlanKey } from "../../../core/storage/keys.ts";
import { media } from "./upload-service.ts";

let server: Server;
let address: string;
let requests: string[];
let objects: Map<string, Buffer>;
let openUploads: number;
let folders: string[];

beforeEach(async () => {
  jest.spyOn(console, "log").mockImplementation(() => {});
  requests = [];
  objects = new Map();
  openUploads = 0;
  folders = [];
  server = createServer(async (request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://test");
    requests.push(pathname);
    if (pathname === "/page") return void response.end("<!doctype html><title>Sign in</title>");
    if (pathname === "/private")
      return void response.writeHead(302, { location: "http://10.0.0.1/a.mp4" }).end();
    const found = await readFile(media(pathname.slice(1))).catch(() => null);
    if (found === null) return void response.writeHead(404).end();
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

const deps = (): FetchBrollsDeps => ({
  egress: createEgress({ policy: "loopback", retryPausesMs: [] }),
  probe: (file, signal) => {
    folders.push(path.dirname(file));
    return probeMedia(file, signal);
  },
  openUpload: (key) => {
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
        objects.set(key, Buffer.concat(pieces));
        return 0;
      },
      abort: async () => end(),
    };
  },
  readJson: async (key) => JSON.parse(String(objects.get(key))),
  sizeOf: async (key) => objects.get(key)?.length ?? null,
  writeJson: async (key, value) => void objects.set(key, Buffer.from(JSON.stringify(value))),
});

const run = (urls: readonly string[], signal = new AbortController().signal) => {
  const job: BrollJob = {
    taskId: "t1",
    items: urls.map((url, index) => ({
      startTime: index,
      endTime: index + 1,
      url: url.startsWith("/") ? address + url : url,
      name: `customBrolls[${index}]`,
    })),
  };
  objects.set(brollJobKey("t1"), Buffer.from(JSON.stringify(job)));
  return fetchBrolls(brollJobKey("t1"), deps(), signal);
};
const plan = () => brollPlanSchema.parse(JSON.parse(String(objects.get(brollPlanKey("t1")))));

const [portrait, wide] = ["/video/sy_portrait.mp4", "/video/sy_noaudio.mp4"];

describe("fetching b-rolls", () => {
  test("stores the clips, each address once, and writes what is to be shown", async () => {
    expect(await run([portrait, wide, portrait])).toEqual({ clips: 2 });
    expect(plan()).toMatchObject([
      {
        startTime: 0,
        endTime: 1,
        url: address + portrait,
        key: "tasks/t1/broll/clip-0",
        media: { width: 360 },
      },
      { startTime: 1, key: "tasks/t1/broll/clip-1", media: { audio: null } },
      { startTime: 2, key: "tasks/t1/broll/clip-0", media: { width: 360 } },
    ]);
    expect(objects.get("tasks/t1/broll/clip-0")?.equals(await readFile(media(portrait.slice(1))))).toBe(true);
    expect(requests).toEqual([portrait, wide]);
  });

  test.each([
    [
      "/missing.mp4",
      /customBrolls\[1\]: The address answered 404: there is no such file; check the address\. Correct it/,
    ],
    ["/page", /customBrolls\[1\]: .*HTML page/],
    ["/video/sy_text.mp4", /customBrolls\[1\]: .*text file/],
    ["/video/sy_trunc_nomoov.mp4", /customBrolls\[1\]: .*moov/],
    ["/video/sy_concat_lfi.mp4", /customBrolls\[1\]: .*playlist/],
    ["/audio/ae_mono.mp3", /customBrolls\[1\]: .*no picture/],
    ["/private", /customBrolls\[1\]: .*not reachable/],
    ["http://10.0.0.1/a.mp4", /customBrolls\[1\]: .*not reachable/],
  ])("%s fails by name, and there is no plan", async (bad, message) => {
    await expect(run([portrait, bad, wide])).rejects.toMatchObject({
      name: "BrollUnavailable",
      message: expect.stringMatching(message),
    });
    expect([...objects.keys()].sort()).toEqual([
      "tasks/t1/broll/clip-0",
      "tasks/t1/broll/clip-0.json",
      "tasks/t1/broll/job.json",
    ]);
    expect(requests).not.toContain(wide);
  });

  test("a second try fetches only what the first did not", async () => {
    await expect(run([portrait, "/missing.mp4"])).rejects.toMatchObject({ name: "BrollUnavailable" });
    requests.length = 0;
    await run([portrait, wide]);
    expect(requests).toEqual([wide]);
    expect(plan()).toHaveLength(2);
    const first = objects.get(brollPlanKey("t1"));
    await run([portrait, wide]);
    expect(objects.get(brollPlanKey("t1"))).toEqual(first);
  });

  test("stops when told to, blaming no clip", async () => {
    await expect(run([portrait], AbortSignal.abort(new Error("stopped")))).rejects.toThrow("stopped");
  });
});
