import { beforeAll, describe, expect, test } from "@jest/globals";
import { routes } from "../../core/api/routes.ts";
import { ofType, synthesize, type Template } from "./synthesized.ts";

let template: Template;

beforeAll(async () => {
  ({ template } = await synthesize());
}, 180_000);

describe("the API", () => {
  test("has a route for each function of the route table, and one for all other requests", () => {
    const keys = ofType(template, "AWS::ApiGatewayV2::Route").map(([, { RouteKey }]) => RouteKey);
    const expected = routes
      .filter(({ servedBy }) => servedBy === "function")
      .flatMap(({ method, path }) =>
        // The gateway does not serve HEAD for a GET route.
        (method === "GET" ? ["GET", "HEAD"] : [method]).map((verb) => `${verb} ${path}`),
      );
    expect(keys.sort()).toEqual([...expected, "$default"].sort());
  });

  test("limits the cost of a flood of requests without a key", () => {
    const [, stage] = ofType(template, "AWS::ApiGatewayV2::Stage")[0] ?? ["", {}];
    expect(stage.DefaultRouteSettings).toEqual({ ThrottlingRateLimit: 200, ThrottlingBurstLimit: 400 });
    const polled = { ThrottlingRateLimit: 1000, ThrottlingBurstLimit: 2000 };
    expect(stage.RouteSettings).toEqual({
      "GET /videos/{videoId}": polled,
      "GET /videos/{videoId}/task/{id}": polled,
      "GET /videos/{videoId}/clipTask/{id}": polled,
    });
  });

  test("logs each request, without keys", () => {
    const [, stage] = ofType(template, "AWS::ApiGatewayV2::Stage")[0] ?? ["", {}];
    const { Format } = stage.AccessLogSettings as { Format: string };
    expect(JSON.parse(Format)).toMatchObject({ requestId: "$context.requestId", status: "$context.status" });
    expect(Format).not.toMatch(/header|api-key/i);
  });
});
