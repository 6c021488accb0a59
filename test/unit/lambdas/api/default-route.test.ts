import { describe, expect, test } from "@jest/globals";
import { allowedMethods, routeNotFound } from "../../../../core/api/match-route.ts";
import { respond } from "../../../../lambdas/api/default-route.ts";
import type { ApiEvent } from "../../../../lambdas/shared/api-request.ts";
import { anEvent, toAnswer } from "./request.ts";

describe("the default route", () => {
  const request = (method: string, rawPath: string) => {
    const event = anEvent({ method });
    return toAnswer(respond({ ...event, rawPath } as ApiEvent));
  };

  test("returns 404 for an unknown path", () => {
    expect(request("GET", "/videos/a/b/c")).toMatchObject({ status: 404, body: { code: "RouteNotFound" } });
    expect(request("GET", "/")).toMatchObject({ status: 404 });
  });

  test("returns 404 for a path of files with a trailing slash, and 413 for one without", () => {
    for (const path of ["/videos", "/fonts"]) {
      expect(request("POST", `${path}/`)).toMatchObject({
        status: 404,
        body: { code: "RouteNotFound", message: expect.stringContaining("Remove the trailing slash") },
      });
      expect(request("POST", path)).toMatchObject({ status: 413, body: { code: "PayloadTooLarge" } });
    }
  });

  test("returns 405 with Allow for another method of a known path", () => {
    expect(request("DELETE", "/videos")).toMatchObject({
      status: 405,
      body: { code: "MethodNotAllowed" },
      headers: { allow: "GET, HEAD, POST, OPTIONS" },
    });
  });

  test("returns 204 with the CORS headers for a preflight request", () => {
    expect(request("OPTIONS", "/videos/v/task/t/transcript")).toMatchObject({
      status: 204,
      headers: {
        "access-control-allow-methods": "GET, HEAD, PUT, OPTIONS",
        "access-control-allow-headers": expect.stringContaining("x-api-key"),
      },
    });
    expect(request("OPTIONS", "/nothing").status).toBe(204);
  });

  test("matches whole paths, and a dot only with a dot", () => {
    expect(allowedMethods("/openapi.json")).toEqual(["GET", "HEAD", "OPTIONS"]);
    expect(allowedMethods("/openapixjson")).toEqual([]);
    expect(allowedMethods("/videos/")).toEqual([]);
    expect(allowedMethods("/videos/upload")).toEqual(["POST", "OPTIONS"]);
    expect(routeNotFound("/videos/").message).toBe(
      "The path /videos/ does not exist. Remove the trailing slash.",
    );
    expect(routeNotFound("/nothing/").message).toBe(
      "The path /nothing/ does not exist. GET /docs lists the paths.",
    );
  });
});
