import { describe, expect, test } from "@jest/globals";
import { createSignedLinks } from "../../../../adapters/links/signed-links.ts";
import { route } from "../../../../local/reverse-proxy/routing.ts";
import { aLinkKey } from "../../../fakes/link-key.ts";

const { privateKey, publicKey } = aLinkKey();
const publicUrl = "http://127.0.0.1:8787";
const targets = {
  apiId: "a1b2",
  mediaBucket: "capstack-media",
  consoleFolder: "",
  publicUrl,
  linkPublicKey: publicKey,
};

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
  ])("routes %s %s to %s", (method, target, backend, path) => {
    expect(route(method, target, targets)).toEqual({ backend, path });
  });

  test.each([
    ["/console", ""],
    ["/console/", ""],
    ["/console/main-AB12.js", "main-AB12.js"],
    ["/console/videos/v/tasks/t?x=1", "videos/v/tasks/t"],
  ])("routes GET %s to the console", (target, name) => {
    expect(route("GET", target, targets)).toEqual({ backend: "console", name });
    expect(route("POST", target, targets).backend).toBe("api");
  });

  test.each([["/capstack-media/videos/v"], ["/capstack-media"], ["/capstack-media?list-type=2"]])(
    "rejects an unsigned request for %s",
    (target) => {
      expect(route("GET", target, targets)).toEqual({ backend: "none", error: "AccessDenied" });
    },
  );

  test("routes a valid link to the object, with the headers of its response, and no other method", async () => {
    const links = createSignedLinks({ publicUrl, readKey: async () => ({ id: "local", privateKey }) });
    const url = await links.signDownload("tasks/1/a b.mp4", "2026-03-31T12:00:00.000Z", "a.mp4", "video/mp4");
    const at = (method: string, time: string) =>
      route(method, url.slice(publicUrl.length), targets, new Date(time));
    for (const method of ["GET", "HEAD"]) {
      expect(at(method, "2026-03-30T00:00:00.000Z")).toEqual({
        backend: "storage",
        path: "/capstack-media/tasks/1/a%20b.mp4",
        responseHeaders: {
          "content-type": "video/mp4",
          "content-disposition": "attachment; filename=\"a.mp4\"; filename*=UTF-8''a.mp4",
        },
      });
    }
    const denied = { backend: "none", error: "AccessDenied" };
    expect(at("PUT", "2026-03-30T00:00:00.000Z")).toEqual(denied);
    expect(at("GET", "2026-04-01T00:00:00.000Z")).toEqual(denied);
  });

  test.each([
    ["/../../_ministack/reset"],
    ["/a/%2e%2e/../../../_ministack/reset"],
    ["http://elsewhere/../_ministack/reset"],
    ["//elsewhere/_ministack/reset"],
    ["*"],
  ])("keeps %s within the API's prefix", (target) => {
    const { path } = route("POST", target, targets) as { path: string };
    expect(path).toMatch(/^\/_aws\/execute-api\/a1b2\//);
    expect(path).not.toContain("..");
  });
});
