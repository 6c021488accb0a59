import { RemovalPolicy } from "aws-cdk-lib";
import { type CfnStage, HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { defaultHandler, operatorHandler } from "../core/api/routes.ts";
import { mediaPathPrefix } from "../lambdas/environment.ts";
import { functionRoutes, redirectMediaFunction } from "./function-definitions.ts";
import { type Functions, pascalCase } from "./functions.ts";

/**
 * The integration of a function. One permission allows this API to invoke it by every route: one per route and method would be dozens of
 * resources, of which a stack has at most 500.
 */
const integrationOf = (functions: Functions, name: string, id = pascalCase(name)): HttpLambdaIntegration =>
  new HttpLambdaIntegration(id, functions.get(name), { scopePermissionToRoute: false });

/** One line of JSON per request; keys never appear in it. */
const accessLogFormat = JSON.stringify({
  requestId: "$context.requestId",
  time: "$context.requestTime",
  method: "$context.httpMethod",
  route: "$context.routeKey",
  path: "$context.path",
  status: "$context.status",
  latencyMs: "$context.responseLatency",
  bytes: "$context.responseLength",
  ip: "$context.identity.sourceIp",
  integrationError: "$context.integrationErrorMessage",
});

/** Rate factor of routes that clients poll. */
const polledFactor = 5;
const polled: ReadonlySet<string> = new Set(["get-task", "get-clip-task", "get-video"]);

/**
 * Maximum rate of one route, of all clients together; less than the region's limit of 10,000 per second for all routes.
 */
const throttling = (rate: number) => {
  const throttlingRateLimit = Math.min(rate, 10_000);
  return { throttlingRateLimit, throttlingBurstLimit: 2 * throttlingRateLimit };
};

/**
 * The HTTP API: a route and a function per entry of core/api/routes.ts, and one for all other requests. Functions
 * handle keys, errors and CORS, because the gateway cannot return errors in the API's shape.
 */
export class Api extends Construct {
  readonly api: HttpApi;

  private readonly requestRate: number;

  /** @param requestRate requests per second to a route, of all clients together */
  constructor(scope: Construct, id: string, requestRate: number) {
    super(scope, id);
    this.requestRate = requestRate;
    this.api = new HttpApi(this, "Http", { description: "capstack: video captioning" });
    this.limitAndLog();
  }

  /** Adds the routes, after the functions, whose environment contains the URL of this API. */
  addRoutes(functions: Functions): void {
    const rates: Record<string, ReturnType<typeof throttling>> = {};
    for (const { method, path, handler } of functionRoutes) {
      const added = this.api.addRoutes({
        path,
        // The gateway does not serve HEAD for a GET route.
        methods: method === "GET" ? [HttpMethod.GET, HttpMethod.HEAD] : [HttpMethod[method]],
        integration: integrationOf(functions, handler),
      });
      if (!polled.has(handler)) continue;
      rates[`${method} ${path}`] = throttling(this.requestRate * polledFactor);
      // A stage can only refer to existing routes.
      for (const route of added) this.stage.node.addDependency(route);
    }
    this.stage.routeSettings = Object.fromEntries(
      Object.entries(rates).map(([route, { throttlingRateLimit, throttlingBurstLimit }]) => [
        route,
        { ThrottlingRateLimit: throttlingRateLimit, ThrottlingBurstLimit: throttlingBurstLimit },
      ]),
    );
    // One route for every path and method: the function responds to all of them.
    this.api.addRoutes({
      path: "/operator/{path+}",
      methods: [HttpMethod.ANY],
      integration: integrationOf(functions, operatorHandler),
    });
    new HttpRoute(this.api, "DefaultRoute", {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: integrationOf(functions, defaultHandler, "Fallback"),
    });
    if (!functions.has(redirectMediaFunction)) return;
    this.api.addRoutes({
      path: `${mediaPathPrefix}{key+}`,
      methods: [HttpMethod.GET, HttpMethod.HEAD],
      integration: integrationOf(functions, redirectMediaFunction),
    });
  }

  /** What serves the routes. */
  get stage(): CfnStage {
    return this.api.defaultStage?.node.defaultChild as CfnStage;
  }

  private limitAndLog(): void {
    const logGroup = new LogGroup(this, "AccessLogs", {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const { stage } = this;
    stage.accessLogSettings = { destinationArn: logGroup.logGroupArn, format: accessLogFormat };
    stage.defaultRouteSettings = throttling(this.requestRate);
  }
}
