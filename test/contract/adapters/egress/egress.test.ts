import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { type AddressInfo, createServer as createTcpServer } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createEgress, type FetchLimits } from "../../../../adapters/egress/egress.ts";
import type { Resolve } from "../../../../adapters/egress/guarded-agent.ts";

type Responder = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let port: number;
let responders: Record<string, Responder>;
let requests: IncomingMessage[];
let connections: number;

beforeEach(async () => {
  responders = {};
  requests = [];
  connections = 0;
  server = createServer((request, response) => {
    requests.push(request);
    const responder = responders[request.url ?? ""];
    if (responder) responder(request, response);
    else response.writeHead(404).end("no");
  });
  server.on("connection", () => {
    connections += 1;
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  ({ port } = server.address() as AddressInfo);
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

const here = (path: string): string => `http://127.0.0.1:${port}${path}`;
const redirectTo =
  (location: string): Responder =>
  (_request, response) =>
    void response.writeHead(302, { location }).end();
const send =
  (body: string | Buffer, headers: Record<string, string> = {}): Responder =>
  (_request, response) =>
    void response.writeHead(200, headers).end(body);

const loopback = createEgress({ policy: "loopback", retryPausesMs: [0, 0] });

const download = async (
  path: string,
  limits: Partial<FetchLimits> = {},
  egress = loopback,
): Promise<Buffer> => {
  const { body } = await egress.fetchFile(path.startsWith("http") ? path : here(path), limits);
  const pieces: Buffer[] = [];
  for await (const piece of body) pieces.push(piece as Buffer);
  return Buffer.concat(pieces);
};
const failed = (message: RegExp) =>
  expect.objectContaining({ name: "DownloadFailed", message: expect.stringMatching(message) });

describe("fetching a file", () => {
  test("streams the file with the headers of its server", async () => {
    responders["/a.mp4"] = send("media", {
      "content-disposition": 'attachment; filename="b.mp4"',
      "content-length": "5",
    });
    const fetched = await loopback.fetchFile(here("/a.mp4"));
    expect(fetched).toMatchObject({ contentDisposition: 'attachment; filename="b.mp4"', sizeBytes: 5 });
    expect((await fetched.body.toArray()).join("")).toBe("media");
    expect(requests[0]?.headers).toMatchObject({ "accept-encoding": "identity", host: `127.0.0.1:${port}` });
  });

  test("follows redirects, relative ones too", async () => {
    responders["/1"] = redirectTo("/2");
    responders["/2"] = redirectTo(here("/3"));
    responders["/3"] = send("there");
    const fetched = await loopback.fetchFile(here("/1"));
    expect(fetched.url.pathname).toBe("/3");
    expect((await fetched.body.toArray()).join("")).toBe("there");
  });

  test("rejects a redirect loop", async () => {
    responders["/loop"] = redirectTo("/loop");
    await expect(download("/loop")).rejects.toEqual(failed(/redirects more than 5 times/));
    expect(requests).toHaveLength(6);
  });

  test("reports the status of rejected requests", async () => {
    await expect(download("/missing")).rejects.toEqual(failed(/404/));
    responders["/private"] = (_request, response) => void response.writeHead(403).end();
    await expect(download("/private")).rejects.toEqual(failed(/403: access is forbidden/));
  });

  test("retries transient failures at most twice", async () => {
    let calls = 0;
    responders["/busy"] = (_request, response) => {
      calls += 1;
      response.writeHead(calls < 3 ? 503 : 200).end("at last");
    };
    expect(String(await download("/busy"))).toBe("at last");
    responders["/down"] = (_request, response) => void response.writeHead(502).end();
    const before = requests.length;
    await expect(download("/down")).rejects.toEqual(failed(/502/));
    expect(requests.length - before).toBe(3);
  });

  test("limits the size, declared or not", async () => {
    const tooLarge = expect.objectContaining({ name: "MediaTooLarge" });
    responders["/announced"] = send(Buffer.alloc(2000), { "content-length": "2000" });
    await expect(download("/announced", { maxBytes: 1000 })).rejects.toEqual(tooLarge);
    responders["/chunked"] = (_request, response) => {
      response.write(Buffer.alloc(900));
      response.end(Buffer.alloc(900));
    };
    await expect(download("/chunked", { maxBytes: 1000 })).rejects.toEqual(tooLarge);
    expect(await download("/chunked", { maxBytes: 1800 })).toHaveLength(1800);
  });

  test("rejects a body that ends early", async () => {
    responders["/cut"] = (_request, response) => {
      response.writeHead(200, { "content-length": "1000" });
      response.write("some", () => response.destroy());
    };
    await expect(download("/cut")).rejects.toEqual(failed(/closed before the file was complete/));
  });

  test("times out while no bytes arrive, before the headers or in the body", async () => {
    responders["/mute"] = () => {};
    await expect(download("/mute", { idleSeconds: 0.2 })).rejects.toEqual(failed(/timed out/));
    responders["/stalled"] = (_request, response) => void response.write("some");
    await expect(download("/stalled", { idleSeconds: 0.2 })).rejects.toEqual(failed(/timed out/));
    await expect(download("/stalled", { totalSeconds: 0.2 })).rejects.toEqual(failed(/timed out/));
  });

  test("does not decompress data", async () => {
    responders["/gzip"] = send("x", { "content-encoding": "gzip" });
    await expect(download("/gzip")).rejects.toEqual(failed(/compressed/));
  });

  test("does not reveal internals when the server does not respond, or not with HTTP", async () => {
    const other = createTcpServer((socket) => {
      socket.on("error", () => {});
      socket.end("SSH-2.0-OpenSSH_9.2\r\n", () => socket.destroy());
    });
    await new Promise<void>((resolve) => other.listen(0, "127.0.0.1", resolve));
    const otherPort = (other.address() as AddressInfo).port;
    await expect(download(`http://127.0.0.1:${otherPort}/`)).rejects.toEqual(failed(/valid HTTP/));
    await expect(download(`https://127.0.0.1:${otherPort}/`)).rejects.toEqual(failed(/TLS/));
    await new Promise((resolve) => other.close(resolve));
    await expect(download(`http://127.0.0.1:${otherPort}/`)).rejects.toEqual(failed(/rejects connections/));
  });

  test("reports a name that does not resolve", async () => {
    const resolve: Resolve = async () => {
      throw Object.assign(new Error("getaddrinfo ENOTFOUND"), { code: "ENOTFOUND" });
    };
    const egress = createEgress({ policy: "strict", resolve });
    await expect(egress.fetchFile("http://nowhere.example/")).rejects.toEqual(failed(/cannot be resolved/));
  });

  test("throws the reason of the caller's signal, not DownloadFailed", async () => {
    responders["/mute"] = () => abort.abort(new Error("stopped"));
    const abort = new AbortController();
    await expect(loopback.fetchFile(here("/mute"), {}, abort.signal)).rejects.toThrow("stopped");
  });

  test("ignores the proxy of the environment", async () => {
    responders["/direct"] = send("direct");
    process.env.http_proxy = "http://127.0.0.1:1";
    try {
      expect(String(await download("/direct"))).toBe("direct");
    } finally {
      delete process.env.http_proxy;
    }
  });
});

describe("addresses that are not public", () => {
  const neverResolve: Resolve = async (hostname) => {
    throw new Error(`${hostname} must not be looked up`);
  };
  const strict = createEgress({ policy: "strict", resolve: neverResolve });

  test.each([
    "http://127.0.0.1:PORT/",
    "http://127.1:PORT/",
    "http://2130706433:PORT/",
    "http://0x7f000001:PORT/",
    "http://0x7f.1:PORT/",
    "http://0177.0.0.1:PORT/",
    "http://127.0.0.1.:PORT/",
    "http://１２７.0.0.1:PORT/",
    "http://127。0。0。1:PORT/",
    "http://0.0.0.0:PORT/",
    "http://0:PORT/",
    "http://[::1]:PORT/",
    "http://[::]:PORT/",
    "http://[::ffff:127.0.0.1]:PORT/",
    "http://[::ffff:7f00:1]:PORT/",
    "http://[0:0:0:0:0:ffff:127.0.0.1]:PORT/",
    "http://[::127.0.0.1]:PORT/",
    "http://[64:ff9b::127.0.0.1]:PORT/",
    "http://[64:ff9b::a9fe:a9fe]/",
    "http://[64:ff9b:1::1]/",
    "http://[2002:7f00:1::]/",
    "http://localhost:PORT/",
    "http://LOCALHOST.:PORT/",
    "http://a.localhost:PORT/",
    "http://169.254.169.254/latest/meta-data/",
    "http://169.254.170.2/v2/credentials",
    "http://[fd00:ec2::254]/",
    "http://[fe80::1]/",
    "http://10.0.0.1/",
    "http://172.16.0.1/",
    "http://192.168.0.1/",
    "http://100.64.0.1/",
    "http://192.0.0.1/",
    "http://198.18.0.1/",
    "http://224.0.0.1/",
    "http://240.0.0.1/",
    "http://255.255.255.255/",
    "http://user@93.184.216.34/",
    "http://93.184.216.34:22/",
  ])("rejects %s without a connection", async (address) => {
    const attempt = strict.fetchFile(address.replace("PORT", String(port)));
    await expect(attempt).rejects.toMatchObject({ name: "AddressNotAllowed" });
    expect(connections).toBe(0);
  });

  test.each([
    [["127.0.0.1"]],
    [["::1"]],
    [["::ffff:127.0.0.1"]],
    [["64:ff9b::7f00:1"]],
    [["10.1.2.3"]],
    [["fe80::1"]],
    [["93.184.216.34", "127.0.0.1"]],
    [[]],
  ])("rejects a name that resolves to %j without a connection", async (addresses) => {
    const resolve: Resolve = async () =>
      addresses.map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    const egress = createEgress({ policy: "strict", resolve, retryPausesMs: [0, 0] });
    await expect(egress.fetchFile(`http://files.example:${port}/`)).rejects.toMatchObject({
      name: "AddressNotAllowed",
    });
    expect(connections).toBe(0);
  });

  test("resolves a name once and connects to the checked IP address", async () => {
    responders["/"] = send("pinned");
    let lookups = 0;
    const resolve: Resolve = async () => {
      lookups += 1;
      return [{ address: lookups === 1 ? "127.0.0.1" : "10.0.0.1", family: 4 }];
    };
    const egress = createEgress({ policy: "loopback", resolve });
    const found = await download(`http://files.example:${port}/`, {}, egress);
    expect(String(found)).toBe("pinned");
    expect(lookups).toBe(1);
    expect(requests[0]?.headers.host).toBe(`files.example:${port}`);
  });

  test("checks a redirect like the first URL, and resolves its name again", async () => {
    const resolve: Resolve = async (hostname) => [
      { address: hostname === "inside.example" ? "10.0.0.1" : "127.0.0.1", family: 4 },
    ];
    const egress = createEgress({ policy: "loopback", resolve });
    for (const target of [
      "http://10.0.0.1/",
      "http://169.254.169.254/",
      "http://[::ffff:192.168.0.1]/",
      "http://user:pass@127.0.0.1/",
      "http://inside.example/",
    ]) {
      responders["/go"] = redirectTo(target);
      await expect(egress.fetchFile(here("/go"))).rejects.toMatchObject({ name: "AddressNotAllowed" });
    }
    responders["/go"] = redirectTo("file:///etc/passwd");
    await expect(egress.fetchFile(here("/go"))).rejects.toMatchObject({ name: "AddressNotAllowed" });
  });

  test("permits loopback addresses on one machine, and no other private ones", async () => {
    responders["/"] = send("own");
    expect(String(await download("/"))).toBe("own");
    await expect(loopback.fetchFile("http://192.168.0.1/")).rejects.toMatchObject({
      name: "AddressNotAllowed",
    });
  });
});
