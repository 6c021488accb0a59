import { RemovalPolicy } from "aws-cdk-lib";
import { type CfnStage, HttpApi, HttpMethod } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { defaultHandler } from "../core/api/routes.ts";
import { functionRoutes } from "./function-definitions.ts";
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
 * Rate limit per route for all accounts together: twenty accounts at the full rate of the standard plan. It bounds what a
 * flood without a key can cost, and leaves room for others below the region's limit (10,000 a second).
 */
const floodLimits = { throttlingRateLimit: 2000, throttlingBurstLimit: 4000 };

/**
 * The HTTP API: a route and a function per entry of core/api/routes.ts, and one for all other requests. Keys, errors and
 * CORS are handled by the functions, because the gateway cannot return errors in the API's shape.
 */
export class Api extends Construct {
  readonly api: HttpApi;

  constructor(scope: Construct, id: string, functions: Functions) {
    super(scope, id);
    this.api = new HttpApi(this, "Http", {
      description: "capstack: video captioning",
      defaultIntegration: new HttpLambdaIntegration("Fallback", functions.get(defaultHandler)),
    });
    for (const { method, path, handler } of functionRoutes) {
      this.api.addRoutes({
        path,
        // A gateway does not respond to HEAD for a GET route.
        methods: method === "GET" ? [HttpMethod.GET, HttpMethod.HEAD] : [HttpMethod[method]],
        integration: new HttpLambdaIntegration(pascalCase(handler), functions.get(handler)),
      });
    }
    const logGroup = new LogGroup(this, "AccessLogs", {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const stage = this.api.defaultStage?.node.defaultChild as CfnStage;
    stage.accessLogSettings = { destinationArn: logGroup.logGroupArn, format: accessLogFormat };
    stage.defaultRouteSettings = floodLimits;
  }
}
