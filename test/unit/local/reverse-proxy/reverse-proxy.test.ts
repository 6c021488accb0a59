import { describe, expect, test } from "@jest/globals";
import { isTooLargeForApi } from "../../../../local/reverse-proxy/error-responses.ts";
import { hasBody, passedOnHeaders, requestHeaders } from "../../../../local/reverse-proxy/headers.ts";
import { route } from "../../../../local/reverse-proxy/routing.ts";

const facts = { apiId: "a1b2", mediaBucket: "capstack-media" };

describe("route", () => {
  test.each([
    ["POST", "/videos", "ingest", "/videos"],
    ["POST", "/videos?ttl=1d", "ingest", "/videos?ttl=1d"],
    ["POST", "/fonts", "ingest", "/fonts"],
    ["GET", "/videos", "api", "/_aws/execute-api/a1b2/videos"],
    ["OPTIONS", "/videos", "api", "/_aws/execute-api/a1b2/videos"],
    ["POST", "/videos/url", "api", "/_aws/execute-api/a1b2/videos/url"],
    ["POST", "/videos/v/task?dryRun=true", "api", "/_aws/execute-api/a1b2/videos/v/task?dryRun=true"],
    ["GET", "/", "api", "/_aws/execute-api/a1b2/"],
    [
      "GET",
      "/capstack-media-other/x?X-Amz-Signature=1",
      "api",
      "/_aws/execute-api/a1b2/capstack-media-other/x?X-Amz-Signature=1",
    ],
    [
      "GET",
      "/capstack-media/tasks/t/1.json?X-Amz-Signature=1",
      "storage",
      "/capstack-media/tasks/t/1.json?X-Amz-Signature=1",
    ],
    [
      "PUT",
      "/capstack-media/videos/v?partNumber=1&X-Amz-Signature=ab",
      "storage",
      "/capstack-media/videos/v?partNumber=1&X-Amz-Signature=ab",
    ],
    ["OPTIONS", "/capstack-media/videos/v", "storage", "/capstack-media/videos/v"],
  ])("%s %s goes to %s", (method, target, backend, path) => {
    expect(route(method, target, facts)).toEqual({ backend, path });
  });

  test.each([["/capstack-media/videos/v"], ["/capstack-media"], ["/capstack-media?list-type=2"]])(
    "an unsigned %s is refused as the private bucket does",
    (target) => {
      expect(route("GET", target, facts)).toEqual({ backend: "none", refusal: "AccessDenied" });
    },
  );

  test.each([
    ["/../../_ministack/reset"],
    ["/a/%2e%2e/../../../_ministack/reset"],
    ["http://elsewhere/../_ministack/reset"],
    ["//elsewhere/_ministack/reset"],
    ["*"],
  ])("%s stays inside the API", (target) => {
    const { path } = route("POST", target, facts) as { path: string };
    expect(path).toMatch(/^\/_aws\/execute-api\/a1b2\//);
    expect(path).not.toContain("..");
  });
});

describe("headers", () => {
  test("keeps order, repeated names, case and the host; drops those of the connection", () => {
    const raw =
      "Host a:1 X-One 1 x-one 2 Connection close,X-Hop X-Hop h Keep-Alive 5 Expect 100-continue".split(" ");
    expect(passedOnHeaders(raw, "close,X-Hop")).toEqual(["Host", "a:1", "X-One", "1", "x-one", "2"]);
  });

  test.each([
    [{ "content-length": "3" }, true],
    [{ "transfer-encoding": "chunked" }, true],
    [{ "content-length": "0" }, false],
    [{}, false],
  ])("%j has a body: %s", (headers, expected) => {
    expect(hasBody(headers)).toBe(expected);
  });

  test("a body without a length is framed in chunks, an absent one has length 0", () => {
    const kept = ["connection", "keep-alive"];
    const chunked = { method: "DELETE", rawHeaders: [], headers: { "transfer-encoding": "chunked" } };
    expect(requestHeaders(chunked)).toEqual([...kept, "transfer-encoding", "chunked"]);
    expect(requestHeaders({ method: "POST", rawHeaders: [], headers: {} })).toEqual([
      ...kept,
      "content-length",
      "0",
    ]);
    expect(requestHeaders({ method: "GET", rawHeaders: [], headers: {} })).toEqual(kept);
  });
});

test.each([
  [{}, false],
  [{ "transfer-encoding": "chunked" }, false],
  [{ "content-length": "10485760" }, false],
  [{ "content-length": "10485761" }, true],
])("a body of %o is too large for the gateway: %s", (headers, isTooLarge) => {
  expect(isTooLargeForApi(headers)).toBe(isTooLarge);
});
