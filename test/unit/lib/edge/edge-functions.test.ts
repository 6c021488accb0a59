import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { apiRequestCode } from "../../../../lib/edge-functions.ts";

const root = join(import.meta.dirname, "../../../..");

interface EdgeRequest {
  method: string;
  uri: string;
  headers: Record<string, { value: string }>;
}
interface EdgeResponse {
  statusCode: number;
  headers: Record<string, { value: string }>;
  body: string;
}

/** Runs the code of a CloudFront function, with its module `cloudfront`. */
const load = (code: string, selected: string[]) => {
  const body = code.replace('import cf from "cloudfront";', "");
  const handler = new Function("cf", `${body}\nreturn handler;`)({
    selectRequestOriginById: (id: string) => selected.push(id),
  }) as (event: object) => EdgeRequest | EdgeResponse;
  return (method: string, uri: string, length?: number) => {
    const headers = length === undefined ? {} : { "content-length": { value: String(length) } };
    return handler({ request: { method, uri, headers }, context: { requestId: "r-1" } });
  };
};

describe("the function before the API", () => {
  test("sends files of any size to the upload service, and nothing else", () => {
    const selected: string[] = [];
    const run = load(apiRequestCode(root, "uploads"), selected);
    expect(run("POST", "/videos", 10 * 1024 ** 3)).toMatchObject({ uri: "/videos" });
    expect(run("POST", "/fonts/")).toMatchObject({ uri: "/fonts/" });
    expect(selected).toEqual(["uploads", "uploads"]);
    expect(run("GET", "/videos")).toMatchObject({ uri: "/videos" });
    expect(run("POST", "/videos/url", 100)).toMatchObject({ uri: "/videos/url" });
    expect(run("GET", "/")).toMatchObject({ uri: "/" });
    expect(selected).toHaveLength(2);
  });

  test.each([
    ["/videos", "POST /videos/upload"],
    ["/fonts", "WOFF2"],
  ])("without an upload service rejects a large file for %s and names the alternative", (uri, way) => {
    const run = load(apiRequestCode(root, ""), []);
    expect(run("POST", uri, 4_400_000)).toMatchObject({ uri });
    const rejected = run("POST", uri, 4_400_001) as EdgeResponse;
    expect(rejected).toMatchObject({
      statusCode: 413,
      headers: {
        "content-type": { value: "application/json; charset=utf-8" },
        "x-request-id": { value: "r-1" },
      },
    });
    expect(JSON.parse(rejected.body)).toEqual({
      statusCode: 413,
      error: "Content Too Large",
      message: expect.stringContaining(way),
      code: "PayloadTooLarge",
      requestId: "r-1",
    });
  });

  test("rejects a JSON body that the gateway would reject in its own shape", () => {
    const run = load(apiRequestCode(root, "uploads"), []);
    expect(run("PUT", "/videos/1/task/2/transcript", 10 * 1024 ** 2)).toMatchObject({ method: "PUT" });
    expect(run("PUT", "/videos/1/task/2/transcript", 10 * 1024 ** 2 + 1)).toMatchObject({ statusCode: 413 });
  });

  test("stays below the maximum size of a CloudFront function", () => {
    // 10 KB. Source: CloudFront quotas.
    expect(Buffer.byteLength(apiRequestCode(root, "uploads"))).toBeLessThan(10_000);
  });
});

test("the function before media converts the path of a link to the key of the object", () => {
  const run = load(readFileSync(join(root, "lib/edge/media-request.js"), "utf8"), []);
  expect(run("GET", "/media/tasks/1/render/captioned.mp4")).toMatchObject({
    uri: "/tasks/1/render/captioned.mp4",
  });
});

describe("the function before the console", () => {
  const run = load(readFileSync(join(root, "lib/edge/console-request.js"), "utf8"), []);

  test.each(["/console/main-AB12.js", "/console/captions-1f/fonts/noto-sans.woff2", "/console/style-1.css"])(
    "leaves the file %s",
    (uri) => {
      expect(run("GET", uri)).toMatchObject({ uri });
    },
  );

  test.each([
    "/console",
    "/console/",
    "/console/videos/1/task/2",
    "/console/a.txt",
    "/console/../media/x.js",
  ])("shows the page for %s", (uri) => {
    expect(run("GET", uri)).toMatchObject({ uri: "/console/index.html" });
  });
});
