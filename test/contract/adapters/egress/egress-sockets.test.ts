import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { createServer as createTlsServer } from "node:https";
import type { AddressInfo, Socket } from "node:net";
import { createServer as createTcpServer } from "node:net";
import { gzipSync } from "node:zlib";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createEgress } from "../../../../adapters/egress/egress.ts";
import type { Resolve } from "../../../../adapters/egress/guarded-agent.ts";
import { createWebhookSender } from "../../../../adapters/egress/webhook-sender.ts";
import type { EgressPolicy } from "../../../../core/egress/source-url.ts";
import { selfSigned } from "../../../fakes/certificate.ts";
import { loopbackAddresses, privateAddresses } from "../../../fakes/forbidden-addresses.ts";
import { watchConnections } from "./connections.ts";

let watched: ReturnType<typeof watchConnections>;
const ends: (() => void)[] = [];

beforeEach(() => {
  watched = watchConnections();
});
afterEach(() => {
  watched.stop();
  for (const end of ends.splice(0)) end();
});

const listen = async (server: Server | ReturnType<typeof createTcpServer>): Promise<number> => {
  const sockets = new Set<Socket>();
  server.on("connection", (socket: Socket) => {
    sockets.add(socket);
    socket.on("error", () => {});
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  ends.push(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  return (server.address() as AddressInfo).port;
};
const serve = (respond: (request: IncomingMessage, response: ServerResponse) => void): Promise<number> =>
  listen(createServer(respond));

const resolving =
  (...resolutions: string[][]): Resolve =>
  async () =>
    (resolutions.length > 1 ? resolutions.shift() : resolutions[0])?.map((address) => ({
      address,
      family: address.includes(":") ? 6 : 4,
    })) ?? [];
const unasked: Resolve = async (name) => {
  throw new Error(`${name} must not be looked up`);
};

type Way = (address: string, policy: EgressPolicy, resolve: Resolve) => Promise<unknown>;

/** The two kinds of outgoing requests: downloads of imports and b-rolls, and webhooks. Both return the error's name. */
const ways: [string, Way][] = [
  [
    "a file",
    (address, policy, resolve) =>
      createEgress({ policy, resolve, retryPausesMs: [0, 0] })
        .fetchFile(address, { connectSeconds: 10 })
        .then(
          ({ body }) => void body.destroy(),
          (error: Error) => error.name,
        ),
  ],
  [
    "a webhook",
    async (address, policy, resolve) => {
      const sender = createWebhookSender({ policy, resolve, timeoutSeconds: 10 });
      return (await sender.post(address, "{}", {}, new AbortController().signal)).error;
    },
  ],
];

const policies: [EgressPolicy, string[]][] = [
  ["strict", [...loopbackAddresses, ...privateAddresses]],
  ["loopback", privateAddresses],
];
const cases = ways.flatMap(([name, way]) =>
  policies.flatMap(([policy, addresses]) => addresses.map((address) => ({ name, way, policy, address }))),
);

describe("no socket is opened", () => {
  test.each(cases)("for $name to $address ($policy), given or resolved", async ({ way, policy, address }) => {
    const literal = address.includes(":") ? `[${address}]` : address;
    for (const scheme of ["http", "https"]) {
      expect(await way(`${scheme}://${literal}:8080/`, policy, unasked)).toBe("AddressNotAllowed");
      const url = `${scheme}://files.example:8080/`;
      expect(await way(url, policy, resolving([address]))).toBe("AddressNotAllowed");
      expect(await way(url, policy, resolving(["93.184.216.34", address]))).toBe("AddressNotAllowed");
      expect(await way(url, policy, resolving([address, "2606:4700::1111"]))).toBe("AddressNotAllowed");
    }
    expect(watched.attempts).toEqual([]);
  });

  test.each(ways)("for %s to a link-local address with a zone, or to an invalid one", async (_, way) => {
    for (const resolution of [["fe80::1%lo"], ["2606:4700::1111%2"], ["nonsense"], [""], []])
      expect(await way("http://files.example/", "loopback", resolving(resolution))).toBe("AddressNotAllowed");
    expect(watched.attempts).toEqual([]);
  });
});

describe("DNS rebinding", () => {
  test.each(ways)("connects %s to the address that was checked", async (_, way) => {
    const port = await serve((_request, response) => response.end("here"));
    const resolve = resolving(["127.0.0.1"], ["169.254.169.254"]);
    expect(await way(`http://files.example:${port}/`, "loopback", resolve)).not.toBe("AddressNotAllowed");
    expect(watched.attempts).toEqual(["127.0.0.1"]);
  });

  test.each([
    ["redirect to the same name", 302],
    ["retry", 503],
  ])("checks the address again after a %s", async (_, status) => {
    const port = await serve((_request, response) =>
      response.writeHead(status, { location: `http://files.example:${port}/2` }).end(),
    );
    const egress = createEgress({
      policy: "loopback",
      resolve: resolving(["127.0.0.1"], ["169.254.169.254"]),
      retryPausesMs: [0, 0],
    });
    await expect(egress.fetchFile(`http://files.example:${port}/1`)).rejects.toMatchObject({
      name: "AddressNotAllowed",
    });
    expect(watched.attempts).toEqual(["127.0.0.1"]);
  });
});

test("connects to one of several permitted addresses, and to no other address", async () => {
  const port = await serve((_request, response) => response.end("here"));
  const resolve = resolving(["127.0.0.9", "::1", "127.0.0.1"]);
  const egress = createEgress({ policy: "loopback", resolve, retryPausesMs: [0, 0] });
  const { body } = await egress.fetchFile(`http://files.example:${port}/`);
  expect((await body.toArray()).join("")).toBe("here");
  expect(watched.attempts.every((address) => loopbackAddresses.concat("127.0.0.9").includes(address))).toBe(
    true,
  );
  expect(watched.attempts).toContain("127.0.0.1");
});

const failure = (message: RegExp) =>
  expect.objectContaining({ name: "DownloadFailed", message: expect.stringMatching(message) });
const egress = createEgress({ policy: "loopback", resolve: resolving(["127.0.0.1"]), retryPausesMs: [0, 0] });
const take = async (address: string, idleSeconds = 0.3): Promise<string> => {
  const { body } = await egress.fetchFile(address, { idleSeconds, connectSeconds: 10 });
  return Buffer.concat(await body.toArray()).toString("latin1");
};

/** A server that sends `first` and then `more` repeatedly, for any request. */
const babbler = (first: string, more: string, everyMs = 5): Promise<number> =>
  listen(
    createTcpServer((socket) => {
      socket.write(first);
      const timer = setInterval(() => socket.write(more), everyMs);
      socket.on("close", () => clearInterval(timer));
    }),
  );

describe("rejects servers that send", () => {
  const chunked = "HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n";
  test.each<[string, string, string, number]>([
    ["a header a byte at a time", "HTTP/1.1 200 OK\r\nx: ", "a", 20],
    ["endless headers", "HTTP/1.1 200 OK\r\n", `x: ${"a".repeat(1000)}\r\n`, 5],
    ["one huge header", `HTTP/1.1 200 OK\r\nx: ${"a".repeat(70_000)}`, "a", 20],
    ["endless 103 responses", "", "HTTP/1.1 103 Early Hints\r\nx: y\r\n\r\n", 20],
    ["endless 100 responses", "", "HTTP/1.1 100 Continue\r\n\r\n", 20],
    ["an endless chunk extension", `${chunked}1;`, "x".repeat(100), 20],
    ["endless trailers", `${chunked}1\r\na\r\n0\r\n`, `x: ${"y".repeat(1000)}\r\n`, 5],
  ])("%s", async (_, first, more, everyMs) => {
    const port = await babbler(first, more, everyMs);
    await expect(take(`http://127.0.0.1:${port}/`)).rejects.toEqual(
      failure(/timed out|valid HTTP|closed before/),
    );
  });
});

describe("TLS", () => {
  const year = 365 * 86_400_000;
  test.each([
    ["without a trusted signature", "files.example", new Date(Date.now() + year / 2)],
    ["that has expired", "files.example", new Date(Date.now() - year)],
    ["of another name", "other.example", new Date(Date.now() + year / 2)],
  ])("names a certificate %s as the reason, and sends no request", async (_, name, until) => {
    let requests = 0;
    const port = await listen(
      createTlsServer(selfSigned(name, until), (_request, response) => {
        requests += 1;
        response.end();
      }),
    );
    await expect(take(`https://files.example:${port}/`, 5)).rejects.toEqual(failure(/certificate/));
    const sender = createWebhookSender({ policy: "loopback", resolve: resolving(["127.0.0.1"]) });
    const posted = await sender.post(
      `https://files.example:${port}/`,
      "{}",
      {},
      new AbortController().signal,
    );
    expect(posted).toMatchObject({ status: null, error: expect.stringMatching(/CERT|ALTNAME/) });
    expect(requests).toBe(0);
  });

  test("does not follow a redirect to unencrypted HTTP, also not to loopback", async () => {
    const port = await serve((_request, response) => response.end("inside"));
    const { redirectTarget } = await import("../../../../core/egress/download-rules.ts");
    const from = new URL("https://files.example/");
    for (const policy of ["strict", "loopback"] as const)
      expect(() => redirectTarget(from, 302, `http://127.0.0.1:${port}/`, policy)).toThrow("unencrypted");
  });
});

describe("compressed data", () => {
  const bomb = gzipSync(Buffer.alloc(5_000_000));
  test.each(["gzip", "GZIP", "br", "deflate", "identity, gzip"])(
    "with encoding %s is rejected",
    async (coding) => {
      const port = await serve((_request, response) =>
        response.writeHead(200, { "content-encoding": coding }).end(bomb),
      );
      await expect(take(`http://127.0.0.1:${port}/`)).rejects.toEqual(failure(/compressed/));
    },
  );

  test("without an encoding is stored unchanged, and at most 1 KB of a webhook's response is kept", async () => {
    const port = await serve((_request, response) => response.end(bomb));
    expect(await take(`http://127.0.0.1:${port}/`)).toBe(bomb.toString("latin1"));
    const coded = await serve((_request, response) =>
      response.writeHead(200, { "content-encoding": "gzip" }).end(bomb),
    );
    const sender = createWebhookSender({ policy: "loopback" });
    const { responseBody } = await sender.post(
      `http://127.0.0.1:${coded}/`,
      "{}",
      {},
      new AbortController().signal,
    );
    expect(responseBody.length).toBeLessThanOrEqual(1024);
  });
});
