import { beforeAll, describe, expect, test } from "@jest/globals";
import { routes } from "../../core/api/routes.ts";
import { list, ofType, statementsOf, synthesize, type Template } from "./synthesized.ts";

let template: Template;

beforeAll(async () => {
  ({ template } = await synthesize());
}, 180_000);

describe("the API", () => {
  test("has a route for each function of the route table, for all of the operator, and for all other requests", () => {
    const keys = ofType(template, "AWS::ApiGatewayV2::Route").map(([, { RouteKey }]) => RouteKey);
    const expected = routes
      .filter(({ servedBy }) => servedBy === "function")
      .flatMap(({ method, path }) =>
        // The gateway does not serve HEAD for a GET route.
        (method === "GET" ? ["GET", "HEAD"] : [method]).map((verb) => `${verb} ${path}`),
      );
    expect(keys.sort()).toEqual([...expected, "ANY /operator/{path+}", "$default"].sort());
  });

  test("lets the function of the operator read records and histories, and write nothing but counters of requests", () => {
    const roles = statementsOf(template).filter(({ holder }) => holder.startsWith("FunctionsOperator"));
    const actions = roles.flatMap(({ statement }) => list(statement.Action));
    expect(actions.filter((action) => !/^(logs|xray):/.test(action)).sort()).toEqual([
      "dynamodb:BatchGetItem",
      "dynamodb:GetItem",
      "dynamodb:Query",
      "dynamodb:Query",
      "dynamodb:Query",
      "dynamodb:UpdateItem",
      "states:GetExecutionHistory",
    ]);
    const counting = roles.find(({ statement }) => statement.Action === "dynamodb:UpdateItem");
    expect(counting?.statement.Condition).toEqual({
      "ForAllValues:StringLike": { "dynamodb:LeadingKeys": ["USAGE#*"] },
    });
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
