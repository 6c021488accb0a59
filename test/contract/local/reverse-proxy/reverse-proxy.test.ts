import { createHash, randomBytes } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import net, { type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Backend } from "../../../../local/reverse-proxy/backend.ts";
import { ReverseProxy } from "../../../../local/reverse-proxy/reverse-proxy.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const servers: http.Server[] = [];
let door: ReverseProxy;
let emulator: Backend;
let ingest: Backend;
let base: string;

async function serverWith(handler: Handler, port = 0): Promise<number> {
  const server = http.createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const facts = { apiId: "api1", mediaBucket: "media" };

beforeEach(async () => {
  emulator = new Backend();
  ingest = new Backend();
  door = new ReverseProxy({ emulator, ingest, timeoutMs: 5000 });
  base = `http://127.0.0.1:${await door.listen(0)}`;
  door.setTargets(facts);
});

afterEach(async () => {
  await door.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Answers with what arrived. */
const echo: Handler = (request, response) => {
  const hash = createHash("sha256");
  let bytes = 0;
  request.on("data", (chunk: Buffer) => {
    hash.update(chunk);
    bytes += chunk.length;
  });
  request.on("end", () => {
    const { method, url, headers } = request;
    const body = JSON.stringify({ method, url, headers, bytes, sha256: hash.digest("hex") });
    response.writeHead(200, { "content-type": "application/json", "x-answer": "yes" }).end(body);
  });
};

test("passes method, path, headers, host and body on, and the answer back", async () => {
  emulator.setPort(await serverWith(echo));
  const response = await fetch(`${base}/videos/v1/task?ttl=1d`, {
    method: "POST",
    headers: { "x-api-key": "k", "content-type": "application/json" },
    body: '{"a":1}',
  });
  expect(response.headers.get("x-answer")).toBe("yes");
  expect(await response.json()).toMatchObject({
    method: "POST",
    url: "/_aws/execute-api/api1/videos/v1/task?ttl=1d",
    headers: { "x-api-key": "k", "content-length": "7", host: base.slice("http://".length) },
    bytes: 7,
  });
});

test("streams a large chunked upload to the upload process, and nothing else there", async () => {
  ingest.setPort(await serverWith(echo));
  emulator.setPort(await serverWith((_, response) => response.end("api")));
  const piece = randomBytes(1024 * 1024);
  const hash = createHash("sha256");
  const pieces = Array.from({ length: 48 }, () => {
    hash.update(piece);
    return piece;
  });
  const response = await fetch(`${base}/videos`, {
    method: "POST",
    body: Readable.toWeb(Readable.from(pieces)) as ReadableStream,
    duplex: "half",
  } as RequestInit);
  expect(await response.json()).toMatchObject({
    url: "/videos",
    bytes: 48 * 1024 * 1024,
    sha256: hash.digest("hex"),
    headers: { "transfer-encoding": "chunked" },
  });
  expect(await (await fetch(`${base}/videos`)).text()).toBe("api");
});

test("streams a download with its status, range headers and length", async () => {
  const content = randomBytes(8 * 1024 * 1024);
  emulator.setPort(
    await serverWith((request, response) => {
      expect(request.headers.range).toBe("bytes=0-");
      const headers = {
        "content-length": content.length,
        "content-range": "bytes 0-8388607/8388608",
        etag: '"e"',
      };
      response.writeHead(206, headers).end(content);
    }),
  );
  const response = await fetch(`${base}/media/x?X-Amz-Signature=1`, { headers: { range: "bytes=0-" } });
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe("bytes 0-8388607/8388608");
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
});

test("answers without a body keep their meaning", async () => {
  emulator.setPort(
    await serverWith((request, response) => {
      if (request.method === "HEAD") response.writeHead(200, { "content-length": 12 }).end();
      else response.writeHead(204).end();
    }),
  );
  const head = await fetch(`${base}/x`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "12"]);
  expect((await fetch(`${base}/x`, { method: "POST" })).status).toBe(204);
  expect((await fetch(`${base}/x`, { method: "DELETE" })).status).toBe(204);
});

test("refuses an unsigned address of the bucket itself", async () => {
  const response = await fetch(`${base}/media/x`);
  expect(response.status).toBe(403);
  expect(await response.text()).toContain("<Code>AccessDenied</Code>");
});

describe("while a backend is away", () => {
  test.each(["GET", "POST"])("a %s waits until it is up again", async (method) => {
    const answer = fetch(`${base}/x`, { method, ...(method === "POST" ? { body: "text" } : {}) });
    const port = await serverWith(echo);
    emulator.setPort(port);
    expect(await (await answer).json()).toMatchObject({ method, bytes: method === "POST" ? 4 : 0 });
  });

  test("a refused connection is tried again, body and all", async () => {
    const port = await serverWith(() => {});
    const gone = servers.pop();
    await new Promise((resolve) => gone?.close(resolve));
    emulator.setPort(port);
    const answer = fetch(`${base}/x`, { method: "PUT", body: "text" });
    emulator.setPort(await serverWith(echo));
    expect(await (await answer).json()).toMatchObject({ method: "PUT", bytes: 4 });
  });

  test("a read whose answer never began is made again", async () => {
    let calls = 0;
    emulator.setPort(
      await serverWith((request, response) => {
        calls += 1;
        if (calls === 1) request.socket.destroy();
        else response.end("second");
      }),
    );
    expect(await (await fetch(`${base}/x`)).text()).toBe("second");
  });

  test("a write that may have been done is not made again", async () => {
    let calls = 0;
    emulator.setPort(
      await serverWith((request) => {
        calls += 1;
        request.socket.destroy();
      }),
    );
    const response = await fetch(`${base}/x`, { method: "POST", body: "text" });
    expect(response.status).toBe(503);
    expect(Number(response.headers.get("retry-after"))).toBeGreaterThan(0);
    expect(await response.json()).toMatchObject({
      statusCode: 503,
      code: "ServiceUnavailable",
      message: expect.any(String),
    });
    expect(calls).toBe(1);
  });

  test("patience ends with 503", async () => {
    const hasty = new ReverseProxy({ emulator: new Backend(), ingest, timeoutMs: 0 });
    const port = await hasty.listen(0);
    hasty.setTargets(facts);
    expect((await fetch(`http://127.0.0.1:${port}/x`)).status).toBe(503);
    await hasty.close();
  });
});

test("before the service is ready everything is 503", async () => {
  const early = new ReverseProxy({ emulator, ingest });
  const port = await early.listen(0);
  expect((await fetch(`http://127.0.0.1:${port}/templates`)).status).toBe(503);
  await early.close();
});

test("an answer that comes before the end of the body reaches the client", async () => {
  ingest.setPort(
    await serverWith((request, response) => {
      request.once("data", () => response.writeHead(415).end("not a video"));
    }),
  );
  const answer = await new Promise<string>((resolve, reject) => {
    const request = http.request(`${base}/videos`, {
      method: "POST",
      headers: { "content-length": 64 * 1024 * 1024 },
    });
    request.on("response", (response) => {
      response.setEncoding("utf8").on("data", (text) => resolve(`${response.statusCode} ${text}`));
    });
    request.on("error", reject);
    request.write(Buffer.alloc(1024 * 1024));
  });
  expect(answer).toBe("415 not a video");
});

test("a function without an answer is a fault in the API's own shape; a fault that it tells of itself stays", async () => {
  const port = await serverWith((request, response) => {
    const own = request.url?.endsWith("/own") ? { "x-request-id": "r1" } : {};
    request.resume();
    response.writeHead(500, { "content-type": "application/json", ...own });
    response.end(JSON.stringify({ message: "Internal Server Error" }));
  });
  emulator.setPort(port);
  const bare = await fetch(`${base}/templates`);
  expect(bare.status).toBe(500);
  expect(await bare.json()).toEqual({
    statusCode: 500,
    error: "Internal Server Error",
    message: expect.stringContaining("Try again"),
    code: "InternalError",
    requestId: bare.headers.get("x-request-id"),
  });
  expect(await (await fetch(`${base}/own`)).json()).toEqual({ message: "Internal Server Error" });
});

test("an answer that breaks off is broken off for the client too", async () => {
  emulator.setPort(
    await serverWith((request, response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write("half");
      setImmediate(() => request.socket.destroy());
    }),
  );
  const response = await fetch(`${base}/media/x?X-Amz-Signature=1`);
  await expect(response.text()).rejects.toThrow();
});

test("a client that goes away takes its request to the backend with it", async () => {
  let gone: () => void = () => {};
  const backendSaw = new Promise<void>((resolve) => {
    gone = resolve;
  });
  ingest.setPort(
    await serverWith((request) => {
      request.once("data", () => client.destroy());
      request.once("close", () => gone());
      request.on("error", () => {});
    }),
  );
  const client = net.connect(Number(new URL(base).port), "127.0.0.1");
  client.write("POST /videos HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nbegin");
  await backendSaw;
});

test("a busy port is one sentence with the remedy", async () => {
  const taken = Number(new URL(base).port);
  const second = new ReverseProxy({ emulator, ingest });
  await expect(second.listen(taken)).rejects.toThrow(/Port \d+ is in use: .*--port/);
});
