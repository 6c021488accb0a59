import { expect, test } from "@jest/globals";
import { forwardedHeaders, hasBody, requestHeaders } from "../../../../local/reverse-proxy/headers.ts";

test("forwardedHeaders keeps order, repeated names, case and host, and drops hop-by-hop headers", () => {
  const raw =
    "Host a:1 X-One 1 x-one 2 Connection close,X-Hop X-Hop h Keep-Alive 5 Expect 100-continue".split(" ");
  expect(forwardedHeaders(raw, "close,X-Hop")).toEqual(["Host", "a:1", "X-One", "1", "x-one", "2"]);
});

test.each([
  [{ "content-length": "3" }, true],
  [{ "transfer-encoding": "chunked" }, true],
  [{ "content-length": "0" }, false],
  [{}, false],
])("hasBody(%j) is %s", (headers, expected) => {
  expect(hasBody(headers)).toBe(expected);
});

test("requestHeaders frames a body without a length in chunks, and declares an absent one", () => {
  const keepAlive = ["connection", "keep-alive"];
  const chunked = { method: "DELETE", rawHeaders: [], headers: { "transfer-encoding": "chunked" } };
  expect(requestHeaders(chunked)).toEqual([...keepAlive, "transfer-encoding", "chunked"]);
  expect(requestHeaders({ method: "POST", rawHeaders: [], headers: {} })).toEqual([
    ...keepAlive,
    "content-length",
    "0",
  ]);
  expect(requestHeaders({ method: "GET", rawHeaders: [], headers: {} })).toEqual(keepAlive);
});
