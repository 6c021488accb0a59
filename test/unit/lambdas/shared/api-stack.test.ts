import { afterEach, beforeEach, describe, expect, jest, test } from "@jest/globals";
import { type Plan, standardPlan } from "../../../../core/accounts/plan.ts";
import { parseJsonBody } from "../../../../core/api/json-body.ts";
import { NamedError } from "../../../../core/errors.ts";
import { run as createVideoFromUrl } from "../../../../lambdas/api/create-video-from-url.ts";
import { run as getBalance } from "../../../../lambdas/api/get-balance.ts";
import { run as listVideos } from "../../../../lambdas/api/list-videos.ts";
import { type Api, createApi } from "../api/request.ts";

let api: Api;
let lines: string[];
beforeEach(async () => {
  api = await createApi();
  lines = [];
  jest.spyOn(process.stdout, "write").mockImplementation((line) => {
    lines.push(String(line));
    return true;
  });
});
afterEach(() => {
  jest.restoreAllMocks();
});

const balance = (call = {}) => api.send("get-balance", getBalance, call);
const fromUrl = (call = {}) =>
  api.send("create-video-from-url", createVideoFromUrl, { method: "POST", ...call });

describe("an API key", () => {
  test.each([
    ["absent", null],
    ["empty", ""],
    ["unknown", "cap_unknown"],
    ["endless", "x".repeat(5000)],
  ])("that is %s is rejected", async (_, key) => {
    const response = await balance({ key });
    expect(response).toMatchObject({
      status: 401,
      body: { statusCode: 401, error: "Unauthorized", code: "Unauthorized", requestId: "request-1" },
    });
    expect(typeof response.body.message).toBe("string");
  });

  test("is rejected as soon as it is revoked", async () => {
    expect((await balance()).status).toBe(200);
    await api.accounts.revokeKey(api.account.id, api.keyId, "2026-03-01T12:00:00.000Z");
    expect((await balance()).status).toBe(401);
  });

  test("is checked before the body, so that a caller without one gets no errors about the body", async () => {
    expect((await fromUrl({ key: null, rawBody: "{" })).status).toBe(401);
  });
});

describe("rate limits", () => {
  const limited = async (limits: Partial<Plan>) => {
    await api.plans.put({ ...standardPlan, ...limits });
  };

  test("are in every response to a known key", async () => {
    await limited({ requestsPerSecond: 2, burst: 10 });
    const headers = { "ratelimit-limit": "10", "ratelimit-remaining": "9", "ratelimit-reset": "1" };
    expect((await balance()).headers).toMatchObject(headers);
    const rejected = await fromUrl({ rawBody: "{" });
    expect(rejected).toMatchObject({ status: 400, headers: { "ratelimit-remaining": "8" } });
    expect(rejected.headers).not.toHaveProperty("retry-after");
    expect((await balance({ key: null })).headers).not.toHaveProperty("ratelimit-limit");
  });

  test("return 429 with the time to wait, before anything is read or created", async () => {
    await limited({ requestsPerSecond: 1, burst: 3 });
    const video = { body: { url: "https://a.test/v.mp4" } };
    for (let count = 0; count < 3; count += 1) expect((await fromUrl(video)).status).toBe(201);
    for (const call of [video, { rawBody: "{" }]) {
      expect(await fromUrl(call)).toMatchObject({
        status: 429,
        headers: { "retry-after": "1", "ratelimit-remaining": "0", "ratelimit-reset": "3" },
        body: {
          code: "TooManyRequests",
          error: "Too Many Requests",
          message: expect.stringContaining("Retry after 1 s"),
        },
      });
    }
    expect((await api.videos.list("account", 1, 20)).totalCount).toBe(3);
  });

  test("reject a suspended account without counting its requests, until it is resumed", async () => {
    await api.accounts.change("account", { suspendedAt: "2026-03-01T12:00:00.000Z" });
    expect(await balance()).toMatchObject({
      status: 403,
      body: { code: "AccountSuspended", error: "Forbidden" },
    });
    await api.accounts.change("account", { suspendedAt: null });
    expect((await balance()).status).toBe(200);
  });

  test("record the use of a key", async () => {
    expect(await api.keyUses.lastUsedAt(api.keyId)).toBeNull();
    await balance();
    expect(await api.keyUses.lastUsedAt(api.keyId)).toBe("2026-03-01T12:00:00.000Z");
  });

  test("reject a malformed key without reading the table", async () => {
    const find = jest.spyOn(api.accounts, "findByKey");
    await balance({ key: "cap_short" });
    await balance({ key: `cap_${"é".repeat(43)}` });
    expect(find).not.toHaveBeenCalled();
    await balance({ key: `cap_${"x".repeat(43)}` });
    expect(find).toHaveBeenCalledTimes(1);
  });
});

describe("a request body", () => {
  const video = "https://a.test/v.mp4";
  test.each([
    ["broken", "{", "body must be valid JSON"],
    ["empty", "", "body is required"],
    ["a list", "[]", "body must be an object"],
    ["null", "null", "body must be an object"],
    ["with a wrong type", '{"url":1}', "url must be a string"],
    [
      "with a field twice",
      '{"url":"https://a.test/v.mp4","\\u0075rl":"https://b.test/v.mp4"}',
      "url occurs more than once",
    ],
    ["without a required field", "{}", "url is required"],
    ["with null for a required field", '{"url":null}', "url must be a string"],
    ["with an unknown field", `{"url":"${video}","more":1}`, "more is not a known field"],
    ["with a prototype", `{"url":"${video}","__proto__":{"a":1}}`, "__proto__ is not a known field"],
    ["too deep", `{"url":${"[".repeat(100)}${"]".repeat(100)}}`, "must not nest deeper"],
  ])("that is %s returns 400", async (_, rawBody, message) => {
    const response = await fromUrl({ rawBody });
    expect(response.status).toBe(400);
    expect([response.body.message].flat().join("; ")).toContain(message);
  });

  test("of more than 4.5 MiB returns 413", async () => {
    const response = await fromUrl({ rawBody: `{"url":"${"x".repeat(4.5 * 1024 * 1024)}"}` });
    expect(response).toMatchObject({ status: 413, body: { code: "PayloadTooLarge" } });
  });

  test("returns all problems, each with its field", async () => {
    const { body } = await fromUrl({ rawBody: '{"more":1,"and":2}' });
    expect(body).toMatchObject({
      code: "ValidationFailed",
      message: ["url is required", "more is not a known field", "and is not a known field"],
    });
  });

  test("that is not UTF-8 is rejected", () => {
    expect(() => parseJsonBody(new Uint8Array([0x22, 0xff, 0x22]), undefined)).toThrow("UTF-8");
  });

  test.each(["text/plain", "application/x-www-form-urlencoded", ""])(
    "of JSON with the content type %p is accepted",
    async (type) => {
      const headers = { "content-type": type };
      const response = await fromUrl({ body: { url: "https://a.test/v.mp4" }, headers });
      expect(response.status).toBe(201);
    },
  );

  test("that is compressed returns 415", async () => {
    const headers = { "content-encoding": "gzip" };
    expect(await fromUrl({ body: { url: video }, headers })).toMatchObject({
      status: 415,
      body: { code: "UnsupportedMediaType", message: expect.stringContaining("uncompressed") },
    });
  });

  test("that is a form returns 415", async () => {
    const headers = { "content-type": "multipart/form-data; boundary=x" };
    expect((await fromUrl({ rawBody: "--x\r\n", headers })).status).toBe(415);
  });
});

describe("query parameters", () => {
  const list = (query: string) => api.send("list-videos", listVideos, { query });
  test.each(["page=0", "page=-1", "page=x", "page=", "page=1.5", "limit=0", "limit=101"])(
    "%s is 400",
    async (query) => {
      const response = await list(query);
      expect(response).toMatchObject({ status: 400, body: { code: "ValidationFailed" } });
      expect(response.body.message[0]).toMatch(/^(page|limit) /);
    },
  );

  test("are ignored if unknown, and defaults are applied", async () => {
    expect(await list("more=1")).toMatchObject({
      status: 200,
      body: { data: [], page: 1, limit: 20, totalCount: 0 },
    });
  });

  test("limit ttl to three values", async () => {
    expect((await fromUrl({ query: "ttl=2d", body: { url: "https://a.test/v.mp4" } })).body.message).toEqual([
      "ttl must be one of 1d, 7d, 30d",
    ]);
  });
});

describe("a response", () => {
  test("has CORS headers, the request ID, and only declared fields", async () => {
    const response = await fromUrl({ body: { url: "https://a.test/v.mp4" } });
    expect(Object.keys(response.body).sort()).toEqual(["id", "status", "storageId"]);
    expect(response.headers).toMatchObject({
      "access-control-allow-origin": "*",
      "x-request-id": "request-1",
    });
  });

  test("to HEAD is that to GET, whose length the gateway sends without the body", async () => {
    const [head, get] = [await balance({ method: "HEAD" }), await balance()];
    expect(head.body).toEqual(get.body);
    expect(head.headers["content-type"]).toBe(get.headers["content-type"]);
  });

  test("to a server error reveals no details, which are logged in full", async () => {
    const response = await api.send("get-balance", () => {
      throw new Error("table records-7f3 is missing", { cause: new Error("ECONNREFUSED") });
    });
    expect(response.status).toBe(500);
    expect(JSON.stringify(response)).not.toContain("records-7f3");
    expect(response.body.code).toBe("InternalError");
    expect(lines.join()).toContain("records-7f3");
    expect(lines.join()).toContain("ECONNREFUSED");
  });

  test("with a status that the route does not declare is a server error", async () => {
    expect((await api.send("get-balance", () => ({ status: 202, body: {} }))).status).toBe(500);
  });

  test("to a named error has its status and name", async () => {
    const response = await api.send("get-balance", () => {
      throw new NamedError("TranscriptNotReady", "Wait for it.");
    });
    expect(response).toMatchObject({
      status: 409,
      body: { code: "TranscriptNotReady", message: "Wait for it." },
    });
  });
});

test("is logged in one line, with IDs and without the key", async () => {
  await fromUrl({ body: { url: "https://user-secret.test/v.mp4?token=abc" } });
  expect(lines).toHaveLength(1);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({
    requestId: "request-1",
    accountId: "account",
    route: "POST /videos/url",
    status: 201,
  });
  expect(lines[0]).not.toContain(api.apiKey);
  expect(lines[0]).not.toContain("token=abc");
});

describe("Idempotency-Key", () => {
  const create = (key: string, url: string) =>
    fromUrl({ body: { url }, headers: { "idempotency-key": key } });

  test("returns one response to equal requests, also to concurrent ones", async () => {
    const responses = await Promise.all([1, 2, 3].map(() => create("k", "https://a.test/v.mp4")));
    expect(new Set(responses.map(({ body }) => body.id)).size).toBe(1);
    expect(responses.map(({ status }) => status)).toEqual([201, 201, 201]);
    expect((await create("k", "https://a.test/v.mp4")).body).toEqual(responses[0]?.body);
    expect((await api.videos.list("account", 1, 20)).totalCount).toBe(1);
  });

  test("returns 409 with another body; another key creates another video", async () => {
    await create("k", "https://a.test/v.mp4");
    expect(await create("k", "https://a.test/w.mp4")).toMatchObject({
      status: 409,
      body: { code: "IdempotencyConflict" },
    });
    await create("l", "https://a.test/v.mp4");
    expect((await api.videos.list("account", 1, 20)).totalCount).toBe(2);
  });

  test("continues a request that a server error interrupted, and creates nothing twice", async () => {
    const start = jest.spyOn(api.workflows, "startVideoImport").mockRejectedValueOnce(new Error("throttled"));
    expect((await create("k", "https://a.test/v.mp4")).status).toBe(500);
    expect((await create("k", "https://a.test/w.mp4")).status).toBe(409);
    const again = await create("k", "https://a.test/v.mp4");
    expect(again.status).toBe(201);
    const listed = await api.videos.list("account", 1, 20);
    expect(listed.items.map(({ id }) => id)).toEqual([again.body.id]);
    expect(start).toHaveBeenCalledTimes(2);
  });

  test("is not recorded after a rejection, and has a maximum length", async () => {
    expect((await create("k", "https://10.0.0.1/v.mp4")).status).toBe(400);
    expect((await create("k", "https://a.test/v.mp4")).status).toBe(201);
    expect((await create("x".repeat(256), "https://a.test/v.mp4")).status).toBe(400);
    expect((await create("", "https://a.test/v.mp4")).status).toBe(400);
  });
});
