import http from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, expect, test } from "@jest/globals";
import { serveUploadEvents } from "../../../../containers/ingest/upload-events.ts";
import { type FakeRuntimeApi, startRuntimeApi } from "../../../fakes/runtime-api.ts";

const servers: http.Server[] = [];
const listen = async (handler: http.RequestListener): Promise<number> => {
  const server = http.createServer(handler);
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return (server.address() as AddressInfo).port;
};
afterEach(async () => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  }
});

/** Serves the events to the runtime. Returns what it answered to each. */
const invoke = async (events: unknown[], servicePort: number): Promise<FakeRuntimeApi["answers"]> => {
  const api = await startRuntimeApi(events);
  await expect(serveUploadEvents(api.address, servicePort)).rejects.toThrow();
  await api.close();
  return api.answers;
};

const event = (fields: object) => ({
  rawPath: "/videos",
  rawQueryString: "ttl=1d",
  headers: {
    host: "api.test",
    "x-api-key": "k",
    "content-length": "999",
    "content-type": "multipart/form-data",
  },
  isBase64Encoded: true,
  requestContext: { http: { method: "POST" } },
  ...fields,
});

test("passes the request of an event to the upload service unchanged, and returns its response to the gateway", async () => {
  const servicePort = await listen(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const body = Buffer.concat(pieces).toString("hex");
    response.writeHead(201, { "content-type": "application/json", "x-request-id": "r-1" });
    response.end(JSON.stringify({ url: request.url, key: request.headers["x-api-key"], body }));
  });
  const bytes = Buffer.from([0, 255, 13, 10, 128]);
  const reported = await invoke(
    [event({ body: bytes.toString("base64") }), event({ rawQueryString: "" })],
    servicePort,
  );
  expect(reported).toEqual([
    [
      "i-0/response",
      {
        statusCode: 201,
        headers: expect.objectContaining({ "content-type": "application/json", "x-request-id": "r-1" }),
        body: JSON.stringify({ url: "/videos?ttl=1d", key: "k", body: bytes.toString("hex") }),
        isBase64Encoded: false,
      },
    ],
    [
      "i-1/response",
      expect.objectContaining({ body: JSON.stringify({ url: "/videos", key: "k", body: "" }) }),
    ],
  ]);
});

test("reports a failure without details, and serves the next event", async () => {
  const servicePort = await listen((_, response) => response.end("{}"));
  const reported = await invoke([{ not: "an event" }, event({})], servicePort);
  expect(reported).toEqual([
    ["i-0/error", { errorType: "InternalError", errorMessage: "The upload failed." }],
    ["i-1/response", expect.objectContaining({ statusCode: 200 })],
  ]);
});
