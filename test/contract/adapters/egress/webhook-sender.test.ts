import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { createWebhookSender } from "../../../../adapters/egress/webhook-sender.ts";

type Respond = (request: IncomingMessage, response: ServerResponse) => void;

let server: Server;
let address: string;
let respond: Respond;
let requests: { method: string | undefined; headers: IncomingMessage["headers"]; body: string }[];

beforeEach(async () => {
  requests = [];
  server = createServer((request, response) => {
    let body = "";
    request.on("data", (piece: Buffer) => {
      body += piece.toString("utf8");
    });
    request.on("end", () => {
      requests.push({ method: request.method, headers: request.headers, body });
      respond(request, response);
    });
  });
  await new Promise<void>((listening) => server.listen(0, "127.0.0.1", listening));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}/hook`;
});

afterEach(async () => {
  server.closeAllConnections();
  await new Promise((closed) => server.close(closed));
});

const never = new AbortController().signal;
const post = (
  options: Partial<Parameters<typeof createWebhookSender>[0]> = {},
  url = address,
  signal: AbortSignal = never,
) =>
  createWebhookSender({ policy: "loopback", ...options }).post(
    url,
    '{"name":"Zoë 🎬"}',
    { "content-type": "application/json", "x-signature": "abc" },
    signal,
  );

describe("the webhook sender", () => {
  test("posts the bytes and headers unchanged and returns the response", async () => {
    respond = (_, response) => response.writeHead(202).end("thanks");
    expect(await post()).toEqual({ status: 202, error: null, responseBody: "thanks" });
    expect(requests).toMatchObject([
      {
        method: "POST",
        body: '{"name":"Zoë 🎬"}',
        headers: { "content-type": "application/json", "content-length": "20", "x-signature": "abc" },
      },
    ]);
  });

  test.each([301, 302, 307, 308])("does not follow a %d", async (status) => {
    respond = (_, response) => response.writeHead(status, { location: address }).end();
    expect(await post()).toMatchObject({ status, error: null });
    expect(requests).toHaveLength(1);
  });

  test.each<[string, Respond]>([
    ["never answers", () => {}],
    ["stops after its headers", (_, response) => void response.writeHead(200).write("x")],
    [
      "answers a byte at a time",
      (request, response) => {
        response.writeHead(200);
        const timer = setInterval(() => response.write("."), 100);
        request.once("close", () => clearInterval(timer));
      },
    ],
  ])("times out for a recipient that %s", async (_, behavior) => {
    respond = behavior;
    expect(await post({ timeoutSeconds: 1 })).toEqual({ status: null, error: "TimedOut", responseBody: "" });
  });

  test("keeps the first KB of an endless response and closes the connection", async () => {
    let isClosed = false;
    respond = (request, response) => {
      response.writeHead(200);
      request.once("close", () => {
        isClosed = true;
      });
      const fill = (): void => {
        while (!response.destroyed && response.write("0123456789".repeat(100)));
      };
      response.on("drain", fill);
      fill();
    };
    const { status, responseBody: kept } = await post();
    expect(status).toBe(200);
    expect(kept).toHaveLength(1024);
    for (let tries = 0; !isClosed && tries < 50; tries += 1) await new Promise((go) => setTimeout(go, 10));
    expect(isClosed).toBe(true);
  });

  test("returns the name of a failure", async () => {
    respond = (request) => request.socket.resetAndDestroy();
    expect(await post()).toMatchObject({ status: null, error: expect.stringMatching(/RESET|SOCKET/) });
    expect(await post({}, "http://127.0.0.1:9/")).toMatchObject({ status: null });
    const unknown = async (): Promise<never> => {
      throw Object.assign(new Error("no such name"), { code: "ENOTFOUND" });
    };
    expect(await post({ resolve: unknown }, "http://hook.example/")).toMatchObject({ error: "ENOTFOUND" });
  });

  test("is aborted by its signal", async () => {
    respond = () => {};
    const abort = new AbortController();
    const sent = post({ timeoutSeconds: 60 }, address, abort.signal);
    abort.abort();
    expect(await sent).toMatchObject({ status: null, error: "Superseded" });
  });

  test.each([
    ["a loopback literal in the cloud", "strict", undefined],
    ["a private literal anywhere", "loopback", "http://10.0.0.1/"],
    ["a name that resolves to a private address", "loopback", "http://hook.example/"],
  ] as const)("connects to no forbidden address: %s", async (_, policy, url) => {
    respond = (__, response) => response.end();
    const resolve = async () => [
      { address: "127.0.0.1", family: 4 },
      { address: "192.168.0.1", family: 4 },
    ];
    expect(await post({ policy, resolve }, url)).toMatchObject({ status: null, error: "AddressNotAllowed" });
    expect(requests).toEqual([]);
  });
});
