import { type HttpApi, HttpMethod, HttpRoute, HttpRouteKey } from "aws-cdk-lib/aws-apigatewayv2";
import { HttpLambdaIntegration } from "aws-cdk-lib/aws-apigatewayv2-integrations";
import { Construct } from "constructs";
import { routes } from "../core/api/routes.ts";
import { ingestServeEnvironment } from "../lambdas/environment.ts";
import { serviceGrants } from "./containers.ts";
import type { Engine } from "./engine.ts";
import { environmentFor } from "./environment-values.ts";
import { type Resources, statementsFor } from "./grants.ts";
import { ImageFunction } from "./image-function.ts";

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
    const { function: upload } = new ImageFunction(this, "Service", {
      ...{ engine, root, image: "ingest" },
      entryPoint: ["node", "containers/ingest/main.ts", "lambda"],
      description: "upload of capstack",
      statements: statementsFor(serviceGrants, resources),
      environment: environmentFor(ingestServeEnvironment, resources),
      timeoutSeconds: 29,
      // One core, for probing.
      memoryMebibytes: 1769,
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
