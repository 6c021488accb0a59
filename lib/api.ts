import { RemovalPolicy } from "aws-cdk-lib";
import { type CfnStage, HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { defaultHandler } from "../core/api/routes.ts";
import { mediaPathPrefix } from "../core/storage/media-link-format.ts";
import { functionRoutes, redirectMedia } from "./function-definitions.ts";
import { type Functions, pascalCase } from "./functions.ts";

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

/**
 * Requests to each route, of everybody together: twenty accounts at the full rate of the standard plan. It bounds what a
 * flood without a key can cost, and leaves room for others below the region's limit (10,000 a second).
 */
const floodLimits = { throttlingRateLimit: 2000, throttlingBurstLimit: 4000 };

/**
 * The HTTP API: a route and a function per entry of core/api/routes.ts, and one function for all else. Keys, errors and
 * CORS are the functions' matter, because the gateway cannot give its refusals our shape.
 */
export class Api extends Construct {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string) {
    super(scope, id);
    this.api = new HttpApi(this, "Http", { description: "capstack: video captioning" });
    this.limitAndLog();
  }

  /** Adds the routes. They come after the functions, whose environment has the URL of this API. */
  addRoutes(functions: Functions): void {
    for (const { method, path, handler } of functionRoutes) {
      this.api.addRoutes({
        path,
        // A gateway does not answer HEAD for a route that says GET.
        methods: method === "GET" ? [HttpMethod.GET, HttpMethod.HEAD] : [HttpMethod[method]],
        integration: new HttpLambdaIntegration(pascalCase(handler), functions.get(handler)),
      });
    }
    new HttpRoute(this.api, "DefaultRoute", {
      httpApi: this.api,
      routeKey: HttpRouteKey.DEFAULT,
      integration: new HttpLambdaIntegration("Fallback", functions.get(defaultHandler)),
    });
    if (!functions.has(redirectMedia)) return;
    this.api.addRoutes({
      path: `${mediaPathPrefix}{key+}`,
      methods: [HttpMethod.GET, HttpMethod.HEAD],
      integration: new HttpLambdaIntegration(pascalCase(redirectMedia), functions.get(redirectMedia)),
    });
  }

  private limitAndLog(): void {
    const logGroup = new LogGroup(this, "AccessLogs", {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const stage = this.api.defaultStage?.node.defaultChild as CfnStage;
    stage.accessLogSettings = { destinationArn: logGroup.logGroupArn, format: accessLogFormat };
    stage.defaultRouteSettings = floodLimits;
  }
}
