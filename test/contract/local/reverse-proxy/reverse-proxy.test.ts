import { createHash, randomBytes } from "node:crypto";
import http, { type IncomingMessage, type ServerResponse } from "node:http";
import net, { type AddressInfo } from "node:net";
import { Readable } from "node:stream";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { Backend } from "../../../../local/reverse-proxy/backend.ts";
import { ReverseProxy } from "../../../../local/reverse-proxy/reverse-proxy.ts";
import { aLinkKey } from "../../../fakes/link-key.ts";

type Handler = (request: IncomingMessage, response: ServerResponse) => void;

const servers: http.Server[] = [];
let proxy: ReverseProxy;
let emulator: Backend;
let ingest: Backend;
let base: string;

async function startServer(handler: Handler, port = 0): Promise<number> {
  const server = http.createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(port, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
}

const targets = {
  apiId: "api1",
  mediaBucket: "bucket1",
  consoleFolder: "",
  publicUrl: "http://127.0.0.1:8787",
  linkPublicKey: aLinkKey().publicKey,
};

beforeEach(async () => {
  emulator = new Backend();
  ingest = new Backend();
  proxy = new ReverseProxy({ emulator, ingest, timeoutMs: 5000 });
  base = `http://127.0.0.1:${await proxy.listen(0)}`;
  proxy.setTargets(targets);
});

afterEach(async () => {
  await proxy.close();
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Responds with the request. */
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
    response.writeHead(200, { "content-type": "application/json", "x-echo": "yes" }).end(body);
  });
};

test("forwards method, path, headers, host and body, and returns the response", async () => {
  emulator.setPort(await startServer(echo));
  const response = await fetch(`${base}/videos/v1/task?ttl=1d`, {
    method: "POST",
    headers: { "x-api-key": "k", "content-type": "application/json" },
    body: '{"a":1}',
  });
  expect(response.headers.get("x-echo")).toBe("yes");
  expect(await response.json()).toMatchObject({
    method: "POST",
    url: "/_aws/execute-api/api1/videos/v1/task?ttl=1d",
    headers: { "x-api-key": "k", "content-length": "7", host: base.slice("http://".length) },
    bytes: 7,
  });
});

test("streams a large chunked upload to the ingest process, and nothing else", async () => {
  ingest.setPort(await startServer(echo));
  emulator.setPort(await startServer((_, response) => response.end("api")));
  const chunk = randomBytes(1024 * 1024);
  const hash = createHash("sha256");
  const chunks = Array.from({ length: 48 }, () => {
    hash.update(chunk);
    return chunk;
  });
  const response = await fetch(`${base}/videos`, {
    method: "POST",
    body: Readable.toWeb(Readable.from(chunks)) as ReadableStream,
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
    await startServer((request, response) => {
      expect(request.headers.range).toBe("bytes=0-");
      const headers = {
        "content-length": content.length,
        "content-range": "bytes 0-8388607/8388608",
        etag: '"e"',
      };
      response.writeHead(206, headers).end(content);
    }),
  );
  const response = await fetch(`${base}/bucket1/x?X-Amz-Signature=1`, { headers: { range: "bytes=0-" } });
  expect(response.status).toBe(206);
  expect(response.headers.get("content-range")).toBe("bytes 0-8388607/8388608");
  expect(Buffer.from(await response.arrayBuffer()).equals(content)).toBe(true);
});

test("forwards responses without a body", async () => {
  emulator.setPort(
    await startServer((request, response) => {
      if (request.method === "HEAD") response.writeHead(200, { "content-length": 12 }).end();
      else response.writeHead(204).end();
    }),
  );
  const head = await fetch(`${base}/x`, { method: "HEAD" });
  expect([head.status, head.headers.get("content-length")]).toEqual([200, "12"]);
  expect((await fetch(`${base}/x`, { method: "POST" })).status).toBe(204);
  expect((await fetch(`${base}/x`, { method: "DELETE" })).status).toBe(204);
});

test("rejects an unsigned URL of the bucket", async () => {
  const response = await fetch(`${base}/bucket1/x`);
  expect(response.status).toBe(403);
  expect(await response.text()).toContain("<Code>AccessDenied</Code>");
});

describe("while a backend restarts", () => {
  test.each(["GET", "POST"])("a %s request waits until the backend is ready", async (method) => {
    const response = fetch(`${base}/x`, { method, ...(method === "POST" ? { body: "text" } : {}) });
    const port = await startServer(echo);
    emulator.setPort(port);
    expect(await (await response).json()).toMatchObject({ method, bytes: method === "POST" ? 4 : 0 });
  });

  test("a request whose connection was refused is retried with its body", async () => {
    const port = await startServer(() => {});
    const stopped = servers.pop();
    await new Promise((resolve) => stopped?.close(resolve));
    emulator.setPort(port);
    const response = fetch(`${base}/x`, { method: "PUT", body: "text" });
    emulator.setPort(await startServer(echo));
    expect(await (await response).json()).toMatchObject({ method: "PUT", bytes: 4 });
  });

  test("a GET request without a response is retried", async () => {
    let calls = 0;
    emulator.setPort(
      await startServer((request, response) => {
        calls += 1;
        if (calls === 1) request.socket.destroy();
        else response.end("second");
      }),
    );
    expect(await (await fetch(`${base}/x`)).text()).toBe("second");
  });

  test("a POST request that may have been processed is not retried", async () => {
    let calls = 0;
    emulator.setPort(
      await startServer((request) => {
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

  test("a request returns 503 after the timeout", async () => {
    const impatient = new ReverseProxy({ emulator: new Backend(), ingest, timeoutMs: 0 });
    const port = await impatient.listen(0);
    impatient.setTargets(targets);
    expect((await fetch(`http://127.0.0.1:${port}/x`)).status).toBe(503);
    await impatient.close();
  });
});

test("every request returns 503 before the service is ready", async () => {
  const early = new ReverseProxy({ emulator, ingest });
  const port = await early.listen(0);
  expect((await fetch(`http://127.0.0.1:${port}/templates`)).status).toBe(503);
  await early.close();
});

test("a response that comes before the end of the request body reaches the client", async () => {
  ingest.setPort(
    await startServer((request, response) => {
      request.once("data", () => response.writeHead(415).end("not a video"));
    }),
  );
  const received = await new Promise<string>((resolve, reject) => {
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
  expect(received).toBe("415 not a video");
});

test("an error response of the gateway gets the API's shape, one of a function is forwarded", async () => {
  const port = await startServer((request, response) => {
    const own = request.url?.endsWith("/own") ? { "x-request-id": "r1" } : {};
    request.resume();
    response.writeHead(500, { "content-type": "application/json", ...own });
    response.end(JSON.stringify({ message: "Internal Server Error" }));
  });
  emulator.setPort(port);
  const fromGateway = await fetch(`${base}/templates`);
  expect(fromGateway.status).toBe(500);
  expect(await fromGateway.json()).toEqual({
    statusCode: 500,
    error: "Internal Server Error",
    message: expect.stringContaining("Retry the request"),
    code: "InternalError",
    requestId: fromGateway.headers.get("x-request-id"),
  });
  expect(await (await fetch(`${base}/own`)).json()).toEqual({ message: "Internal Server Error" });
});

test("a truncated response resets the connection of the client", async () => {
  emulator.setPort(
    await startServer((request, response) => {
      response.writeHead(200, { "content-length": 1000 });
      response.write("half");
      setImmediate(() => request.socket.destroy());
    }),
  );
  const response = await fetch(`${base}/bucket1/x?X-Amz-Signature=1`);
  await expect(response.text()).rejects.toThrow();
});

test("a client that disconnects aborts its request to the backend", async () => {
  const { promise: closed, resolve: reportClose } = Promise.withResolvers<boolean>();
  ingest.setPort(
    await startServer((request) => {
      request.once("data", () => client.destroy());
      request.once("close", () => reportClose(request.complete));
      request.on("error", () => {});
    }),
  );
  const client = net.connect(Number(new URL(base).port), "127.0.0.1");
  client.write("POST /videos HTTP/1.1\r\nHost: x\r\nContent-Length: 1000000\r\n\r\nbegin");
  const isComplete = await closed;
  expect(isComplete).toBe(false);
});

test("a port in use is reported with the remedy", async () => {
  const taken = Number(new URL(base).port);
  const second = new ReverseProxy({ emulator, ingest });
  await expect(second.listen(taken)).rejects.toThrow(/Port \d+ is in use\. .*--port/);
});
