import { once } from "node:events";
import { readFile } from "node:fs/promises";
import { request as httpRequest } from "node:http";
import { connect } from "node:net";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { waitFor } from "../../local/engine/wait-for.ts";
import {
  boundary,
  closing,
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

describe("an upload", () => {
  test("is stored, examined, recorded, and lets waiting tasks go on", async () => {
    const content = await base();
    const answer = await post(service, [file(content), closing], { target: "/videos?ttl=7d" });
    expect(answer.status).toBe(201);
    expect(Object.keys(answer.body).sort()).toEqual(["id", "status", "storageId"]);
    expect(answer.body.status).toBe("uploaded");
    const video = await service.records.videos.get(answer.body.id);
    expect(video).toMatchObject({
      accountId: service.account.id,
      filename: "clip.mp4",
      ttl: "7d",
      origin: { kind: "direct" },
      status: "uploaded",
      media: { durationSeconds: 11, width: 640, height: 360 },
    });
    expect(service.storage.objects.get(`videos/${answer.body.id}/source`)?.equals(content)).toBe(true);
    expect(service.admitted).toEqual([service.account.id]);
    expect(service.records.events.map(({ status }) => status)).toEqual(["inProgress", "uploaded"]);
    expect(answer.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "cache-control": "no-store",
      "x-request-id": expect.any(String),
    });
  });

  test("needs no file name, no type and no length, and other fields may stand around it", async () => {
    const content = await readFile(media("audio/ax_bear.opus"));
    const pieces = [
      part('name="note"', "hello"),
      part('name="file"', content),
      part('name="more"', "x"),
      closing,
    ];
    const answer = await post(service, pieces);
    expect(answer).toMatchObject({ status: 201, body: { status: "uploaded" } });
    expect(await service.records.videos.get(answer.body.id)).toMatchObject({
      filename: null,
      media: { video: null },
    });
    expect(service.storage.mediaTypes).toEqual(["audio/ogg"]);
  });

  test("is judged by its bytes, whatever it is called", async () => {
    const content = await base();
    const disguised = part('name="file"; filename="notes.txt"', content, "Content-Type: text/plain");
    expect((await post(service, [disguised, closing])).status).toBe(201);
    const named = part("name=file; filename*=UTF-8''%E5%90%8D.mp4", content);
    const { body } = await post(service, [named, closing]);
    expect(await service.records.videos.get(body.id)).toMatchObject({ filename: "名.mp4" });
  });

  test("may come in pieces of any size", async () => {
    const whole = Buffer.concat([file(await readFile(media("video/sy_0.4s.mp4"))), closing]);
    const pieces = Array.from({ length: Math.ceil(whole.length / 997) }, (_, index) =>
      whole.subarray(index * 997, (index + 1) * 997),
    );
    expect((await post(service, pieces)).status).toBe(201);
  });

  test("that takes long to examine is left to the import machine", async () => {
    await service.stop(0);
    service = await startUploadService({
      probeMilliseconds: 10,
      probe: (_path, signal) =>
        new Promise((_resolve, reject) => {
          signal.addEventListener("abort", () => reject(signal.reason));
        }),
    });
    const answer = await post(service, [file(await base()), closing]);
    expect(answer).toMatchObject({ status: 201, body: { status: "inProgress" } });
    expect(service.workflows.started).toEqual([`import ${answer.body.id}-1`]);
    expect(service.storage.objects.size).toBe(1);
    expect(service.admitted).toEqual([]);
  });
});

describe("refused", () => {
  test.each([
    ["a text file", "video/sy_text.mp4", 415, "UnsupportedMediaType", /text file/],
    ["a GIF image", "video/sy_gif_named.mp4", 415, "UnsupportedMediaType", /GIF image/],
    ["a script", "video/sy_concat_lfi.mp4", 415, "UnsupportedMediaType", /playlist/],
    ["a recording without index", "video/sy_trunc_nomoov.mp4", 415, "UnsupportedMediaType", /moov/],
    ["a damaged file", "video/ax_sample_missing_stsd.mp4", 415, "UnsupportedMediaType", /damaged/],
    ["an empty file", "video/sy_zero.mp4", 400, "ValidationFailed", /^file is empty/],
  ])("%s", async (_name, name, status, code, message) => {
    const answer = await post(service, [file(await readFile(media(name))), closing]);
    expect(answer.status).toBe(status);
    expect(answer.body).toMatchObject({ statusCode: status, code, requestId: expect.any(String) });
    expect([answer.body.message].flat()[0]).toMatch(message);
    await nothingLeft();
  });

  test.each<[string, Buffer[], Record<string, string>, number, RegExp]>([
    [
      "another field's file",
      [part('name="video"; filename="a.mp4"', "x"), closing],
      {},
      400,
      /^file is required/,
    ],
    ["no part", [closing], {}, 400, /^file is required/],
    ["two files", [file("RIFF\x24\0\0\0WAVEfmt "), file("x"), closing], {}, 400, /^file must be sent once/],
    ["no closing boundary", [file("RIFF\x24\0\0\0WAVEfmt ")], {}, 400, /complete and proper/],
    ["no multipart at all", [Buffer.from("hello")], {}, 400, /complete and proper/],
    ["no boundary", [Buffer.from("x")], { "content-type": "multipart/form-data" }, 400, /boundary/],
    [
      "a form",
      [Buffer.from("a=b")],
      { "content-type": "application/x-www-form-urlencoded" },
      415,
      /multipart/,
    ],
    ["JSON", [Buffer.from("{}")], { "content-type": "application/json" }, 415, /multipart/],
    ["bare bytes", [Buffer.from("x")], { "content-type": "video/mp4" }, 415, /multipart/],
    [
      "an endless number of parts",
      [...Array(150).fill(part('name="a"', "b")), closing],
      {},
      400,
      /too many parts/,
    ],
    ["a huge announcement", [], { "content-length": String(11 * 1024 ** 3) }, 413, /POST \/videos\/upload/],
  ])("%s", async (_name, pieces, headers, status, message) => {
    const answer = await post(service, pieces, { headers });
    expect(answer.status).toBe(status);
    expect([answer.body.message].flat()[0]).toMatch(message);
    await nothingLeft();
  });

  test("a ttl that is none", async () => {
    const answer = await post(service, [closing], { target: "/videos?ttl=2d" });
    expect(answer).toMatchObject({ status: 400, body: { message: ["ttl must be one of 1d, 7d, 30d"] } });
  });

  test("without a key, before the body: also a client that sends all of it first gets to read why", async () => {
    const large = Buffer.alloc(8 * 1024 * 1024);
    for (const headers of [{ "x-api-key": "" }, { "x-api-key": "cap_wrong" }]) {
      const answer = await post(service, [file(large), closing], { headers });
      expect(answer).toMatchObject({ status: 401, body: { code: "Unauthorized" } });
    }
    await nothingLeft();
  });

  test("a client that sends Expect gets the error before it sends the body", async () => {
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

  test("other paths and methods, in the one shape", async () => {
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

describe("an upload that breaks off", () => {
  test("leaves nothing behind and the service at work", async () => {
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
    expect((await post(service, [file(await base()), closing])).status).toBe(201);
  });

  test("at the end of its grace, when the process stops", async () => {
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

  test("the same file again gets the first answer and is stored once", async () => {
    const pieces = [file(await base()), closing];
    const first = await post(service, pieces, { headers });
    const second = await post(service, pieces, { headers });
    expect(second).toMatchObject({ status: 201, body: first.body });
    expect(service.storage.objects.size).toBe(1);
    expect(service.storage.open.size).toBe(0);
  });

  test("both at once make one video", async () => {
    const pieces = [file(await base()), closing];
    const answers = await Promise.all([
      post(service, pieces, { headers }),
      post(service, pieces, { headers }),
    ]);
    expect(answers[0]?.body).toEqual(answers[1]?.body);
    expect((await service.records.videos.list(service.account.id, 1, 10)).totalCount).toBe(1);
  });

  test("another file with the same key is a conflict", async () => {
    await post(service, [file(await base()), closing], { headers });
    const other = await readFile(media("video/sy_0.4s.mp4"));
    const answer = await post(service, [file(other), closing], { headers });
    expect(answer).toMatchObject({ status: 409, body: { code: "IdempotencyConflict" } });
    expect(service.storage.objects.size).toBe(1);
    expect(service.storage.open.size).toBe(0);
  });

  test("a refused upload leaves the key free", async () => {
    const text = await post(service, [file("some text"), closing], { headers });
    expect(text.status).toBe(415);
    expect((await post(service, [file(await base()), closing], { headers })).status).toBe(201);
  });
});
