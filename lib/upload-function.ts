import { Duration, RemovalPolicy } from "aws-cdk-lib";
import { type HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { DockerImageCode, DockerImageFunction, LoggingFormat } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { routes } from "../core/api/routes.ts";
import { ingestServeEnvironment } from "../lambdas/environment.ts";
import { imageArchitecture } from "./architecture.ts";
import { serviceGrants } from "./containers.ts";
import { imageBuild } from "./deployed-image.ts";
import type { Engine } from "./engine.ts";
import { environmentFor } from "./environment-values.ts";
import { type Resources, statementsFor } from "./grants.ts";

export interface UploadFunctionProps {
  engine: Engine;
  resources: Resources;
  api: HttpApi;
  /** The repository's root, from which the image is built. */
  root: string;
}

/** Runs the upload service as a function instead of a permanent container, for bodies that fit into an event. */
export class UploadFunction extends Construct {
  constructor(scope: Construct, id: string, { engine, resources, api, root }: UploadFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, "Logs", {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    role.addToPolicy(
      new PolicyStatement({
        actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
        resources: [logGroup.logGroupArn],
      }),
    );
    for (const statement of statementsFor(serviceGrants, resources)) role.addToPolicy(statement);
    const upload = new DockerImageFunction(this, "Function", {
      description: "upload of capstack",
      code: DockerImageCode.fromImageAsset(root, {
        ...imageBuild(this, root, "ingest"),
        cmd: ["lambda"],
      }),
      architecture: imageArchitecture(this).lambda,
      timeout: Duration.seconds(29),
      // One core, for probing.
      memorySize: 1769,
      environment: {
        ...environmentFor(ingestServeEnvironment, resources),
        // Functions may only write to this folder.
        TMPDIR: "/tmp",
      },
      loggingFormat: LoggingFormat.JSON,
      role,
      logGroup,
    });
    const integration = new HttpLambdaIntegration("Upload", upload);
    // Below this construct, unlike the routes that the API adds, because these routes exist in AWS only.
    for (const { method, path } of routes.filter(({ servedBy }) => servedBy === "ingest"))
      new HttpRoute(this, `${method} ${path}`, {
        httpApi: api,
        routeKey: HttpRouteKey.with(path, HttpMethod[method]),
        integration,
      });
    engine.onlyInCloud(this);
  }
}
