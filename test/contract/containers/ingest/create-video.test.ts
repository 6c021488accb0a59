import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { waitFor } from "../../local/engine/wait-for.ts";
import {
  boundary,
  closingBoundary,
  media,
  part,
  post,
  startUploadService,
  type UploadService,
} from "./upload-service.ts";

let service: UploadService;
beforeEach(async () => {
  service = await startUploadService();
});
afterEach(async () => await service.stop(0));

const file = (content: Buffer | string): Buffer =>
  part('name="file"; filename="clip.mp4"', content, "Content-Type: video/mp4");
const base = (): Promise<Buffer> => readFile(media("video/sy_base.mp4"));
const nothingLeft = async (): Promise<void> => {
  expect(service.storage.objects.size).toBe(0);
  expect(service.storage.open.size).toBe(0);
  expect((await service.records.videos.list(service.account.id, 1, 10)).totalCount).toBe(0);
};

describe("POST /videos", () => {
  test("stores, probes and records the file, and admits waiting tasks", async () => {
    const content = await base();
    const response = await post(service, [file(content), closingBoundary], { target: "/videos?ttl=7d" });
    expect(response.status).toBe(201);
    expect(Object.keys(response.body).sort()).toEqual(["id", "status", "storageId"]);
    expect(response.body.status).toBe("uploaded");
    const video = await service.records.videos.get(response.body.id);
    expect(video).toMatchObject({
      accountId: service.account.id,
      filename: "clip.mp4",
      ttl: "7d",
      origin: { kind: "direct" },
      status: "uploaded",
      media: { durationSeconds: 11, width: 640, height: 360 },
    });
    expect(service.storage.objects.get(`videos/${response.body.id}/source`)?.equals(content)).toBe(true);
    expect(service.admitted).toEqual([service.account.id]);
    expect(service.records.events.map(({ status }) => status)).toEqual(["inProgress", "uploaded"]);
    expect(response.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "x-request-id": expect.any(String),
    });
  });

  test("accepts a part without a file name, type and length, among other fields", async () => {
    const content = await readFile(media("audio/ax_bear.opus"));
    const chunks = [
      part('name="note"', "hello"),
      part('name="file"', content),
      part('name="more"', "x"),
      closingBoundary,
    ];
    const response = await post(service, chunks);
    expect(response).toMatchObject({ status: 201, body: { status: "uploaded" } });
    expect(await service.records.videos.get(response.body.id)).toMatchObject({
      filename: null,
      media: { video: null },
    });
    expect(service.storage.mediaTypes).toEqual(["audio/ogg"]);
  });

  test("identifies the file by its bytes and not by its name or type", async () => {
    const content = await base();
    const disguised = part('name="file"; filename="notes.txt"', content, "Content-Type: text/plain");
    expect((await post(service, [disguised, closingBoundary])).status).toBe(201);
    const named = part("name=file; filename*=UTF-8''%E5%90%8D.mp4", content);
    const { body } = await post(service, [named, closingBoundary]);
    expect(await service.records.videos.get(body.id)).toMatchObject({ filename: "名.mp4" });
  });

  test("accepts chunks of any size", async () => {
    const whole = Buffer.concat([file(await readFile(media("video/sy_0.4s.mp4"))), closingBoundary]);
    const chunks = Array.from({ length: Math.ceil(whole.length / 997) }, (_, index) =>
      whole.subarray(index * 997, (index + 1) * 997),
    );
    expect((await post(service, chunks)).status).toBe(201);
  });

  test("leaves a slow probe to the import machine", async () => {
    await service.stop(0);
    service = await startUploadService({
      probeMilliseconds: 10,
      probe: (_path, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    });
    const response = await post(service, [file(await base()), closingBoundary]);
    expect(response).toMatchObject({ status: 201, body: { status: "inProgress" } });
    expect(service.workflows.started).toEqual([`import ${response.body.id}-1`]);
    expect(service.storage.objects.size).toBe(1);
    expect(service.admitted).toEqual([]);
  });
});

describe("POST /videos rejects", () => {
  test.each([
    ["a text file", "video/sy_text.mp4", 415, "UnsupportedMediaType", /text file/],
    ["a GIF image", "video/sy_gif_named.mp4", 415, "UnsupportedMediaType", /GIF image/],
    ["a script", "video/sy_concat_lfi.mp4", 415, "UnsupportedMediaType", /playlist/],
    ["a recording without index", "video/sy_trunc_nomoov.mp4", 415, "UnsupportedMediaType", /moov/],
    ["a damaged file", "video/ax_sample_missing_stsd.mp4", 415, "UnsupportedMediaType", /damaged/],
    ["an empty file", "video/sy_zero.mp4", 400, "ValidationFailed", /^file is empty/],
  ])("%s", async (_name, name, status, code, message) => {
    const response = await post(service, [file(await readFile(media(name))), closingBoundary]);
    expect(response.status).toBe(status);
    expect(response.body).toMatchObject({ statusCode: status, code, requestId: expect.any(String) });
    expect([response.body.message].flat()[0]).toMatch(message);
    await nothingLeft();
  });

  test.each<[string, Buffer[], Record<string, string>, number, RegExp]>([
    [
      "a file in another field",
      [part('name="video"; filename="a.mp4"', "x"), closingBoundary],
      {},
      400,
      /^file is required/,
    ],
    ["no part", [closingBoundary], {}, 400, /^file is required/],
    [
      "two files",
      [file("RIFF\x24\0\0\0WAVEfmt "), file("x"), closingBoundary],
      {},
      400,
      /^file must be sent once/,
    ],
    ["no closing boundary", [file("RIFF\x24\0\0\0WAVEfmt ")], {}, 400, /complete and valid/],
    ["a body that is not multipart", [Buffer.from("hello")], {}, 400, /complete and valid/],
    ["no boundary", [Buffer.from("x")], { "content-type": "multipart/form-data" }, 400, /boundary/],
    [
      "a form",
      [Buffer.from("a=b")],
      { "content-type": "application/x-www-form-urlencoded" },
      415,
      /multipart/,
    ],
    ["JSON", [Buffer.from("{}")], { "content-type": "application/json" }, 415, /multipart/],
    ["a compressed body", [Buffer.from("x")], { "content-encoding": "gzip" }, 415, /uncompressed/],
    ["bare bytes", [Buffer.from("x")], { "content-type": "video/mp4" }, 415, /multipart/],
    [
      "too many parts",
      [...Array(150).fill(part('name="a"', "b")), closingBoundary],
      {},
      400,
      /at most 100 parts/,
    ],
    [
      "a declared length above the limit",
      [],
      { "content-length": String(11 * 1024 ** 3) },
      413,
      /POST \/videos\/upload/,
    ],
  ])("%s", async (_name, chunks, headers, status, message) => {
    const response = await post(service, chunks, { headers });
    expect(response.status).toBe(status);
    expect([response.body.message].flat()[0]).toMatch(message);
    await nothingLeft();
  });

  test("an unknown ttl", async () => {
    const response = await post(service, [closingBoundary], { target: "/videos?ttl=2d" });
    expect(response).toMatchObject({ status: 400, body: { message: ["ttl must be one of 1d, 7d, 30d"] } });
  });

  test("a request without a valid key before its body, and the client that sends the whole body first reads the response", async () => {
    const large = Buffer.alloc(8 * 1024 * 1024);
    for (const headers of [{ "x-api-key": "" }, { "x-api-key": "cap_wrong" }]) {
      const response = await post(service, [file(large), closingBoundary], { headers });
      expect(response).toMatchObject({ status: 401, body: { code: "Unauthorized" } });
    }
    await nothingLeft();
  });

  test("a client that sends Expect before it sends the body", async () => {
    const request = httpRequest({
      host: "127.0.0.1",
      port: service.port,
      path: "/videos",
      method: "POST",
      agent: false,
      headers: { expect: "100-continue", "content-type": `multipart/form-data; boundary=${boundary}` },
    });
    let gotContinue = false;
    request.on("continue", () => {
      gotContinue = true;
    });
    request.on("error", () => {});
    request.flushHeaders();
    const [response] = await once(request, "response");
    request.destroy();
    expect(response.statusCode).toBe(401);
    expect(gotContinue).toBe(false);
  });

  test("other paths and methods with the errors of the API", async () => {
    expect(await post(service, [], { target: "/nowhere" })).toMatchObject({
      status: 404,
      body: { code: "RouteNotFound" },
    });
    const wrong = await post(service, [], { method: "DELETE" });
    expect(wrong).toMatchObject({ status: 405, body: { code: "MethodNotAllowed" } });
    expect(wrong.headers.allow).toContain("POST");
    expect((await post(service, [], { method: "OPTIONS" })).status).toBe(204);
    expect(await post(service, [], { target: "/health", method: "GET" })).toMatchObject({
      status: 200,
      body: { status: "ok" },
    });
  });
});

describe("an interrupted upload", () => {
  test("leaves no object and no record, and the service keeps working", async () => {
    const socket = connect(service.port, "127.0.0.1");
    await once(socket, "connect");
    const head = [
      "POST /videos HTTP/1.1",
      "host: test",
      `x-api-key: ${service.apiKey}`,
      `content-type: multipart/form-data; boundary=${boundary}`,
      "content-length: 100000000",
      "",
      "",
    ];
    socket.write(head.join("\r\n"));
    socket.write(file(await base()));
    await waitFor(async () => service.storage.open.size === 1);
    socket.destroy();
    await waitFor(async () => service.storage.open.size === 0);
    await nothingLeft();
    expect((await post(service, [file(await base()), closingBoundary])).status).toBe(201);
  });

  test("is aborted after the grace period when the process stops", async () => {
    const pending = post(service, [file(await base())], { headers: { "content-length": "100000000" } });
    const broken = expect(pending).rejects.toThrow();
    await waitFor(async () => service.storage.open.size === 1);
    await service.stop(10);
    await broken;
    await nothingLeft();
  });
});

describe("Idempotency-Key", () => {
  const headers = { "idempotency-key": "once" };

  test("returns the first response to the same file and stores it once", async () => {
    const chunks = [file(await base()), closingBoundary];
    const first = await post(service, chunks, { headers });
    const second = await post(service, chunks, { headers });
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(service.storage.objects.size).toBe(1);
    expect(service.storage.open.size).toBe(0);
  });

  test("creates one video for two concurrent requests", async () => {
    const chunks = [file(await base()), closingBoundary];
    const responses = await Promise.all([
      post(service, chunks, { headers }),
      post(service, chunks, { headers }),
    ]);
    expect(responses[0]?.body).toEqual(responses[1]?.body);
    expect((await service.records.videos.list(service.account.id, 1, 10)).totalCount).toBe(1);
  });

  test("rejects another file with the same key", async () => {
    await post(service, [file(await base()), closingBoundary], { headers });
    const other = await readFile(media("video/sy_0.4s.mp4"));
    const response = await post(service, [file(other), closingBoundary], { headers });
    expect(response).toMatchObject({ status: 409, body: { code: "IdempotencyConflict" } });
    expect(service.storage.objects.size).toBe(1);
    expect(service.storage.open.size).toBe(0);
  });

  test("does not record the key of a rejected upload", async () => {
    const text = await post(service, [file("some text"), closingBoundary], { headers });
    expect(text.status).toBe(415);
    expect((await post(service, [file(await base()), closingBoundary], { headers })).status).toBe(201);
  });
});
