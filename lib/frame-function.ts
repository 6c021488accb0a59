import { Duration, RemovalPolicy, Size } from "aws-cdk-lib";
import { PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import { DockerImageCode, DockerImageFunction, LoggingFormat } from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { frameFunctionEnvironment } from "../lambdas/environment.ts";
import { imageArchitecture } from "./architecture.ts";
import { imageBuild } from "./deployed-image.ts";
import type { Engine } from "./engine.ts";
import { environmentFor } from "./environment-values.ts";
import { frameFunctionName } from "./frame-grants.ts";
import type { Resources } from "./grants.ts";
import { workerStatements } from "./worker-grants.ts";

export interface FrameFunctionProps {
  engine: Engine;
  resources: Resources;
  /** The repository's root, from which the image is built. */
  root: string;
}

/** Less than the limit of the API function that waits for it. */
const timeoutSeconds = 26;

/** Draws single frames of outputs: the image of the renderer as a function, which starts within seconds. */
export class FrameFunction extends Construct {
  readonly role: Role;

  constructor(scope: Construct, id: string, { engine, resources, root }: FrameFunctionProps) {
    super(scope, id);
    const logGroup = new LogGroup(this, "Logs", {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    this.role = new Role(this, "Role", { assumedBy: new ServicePrincipal("lambda.amazonaws.com") });
    this.role.addToPolicy(
      new PolicyStatement({
        actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
        resources: [logGroup.logGroupArn],
      }),
    );
    for (const statement of workerStatements("frames", resources)) this.role.addToPolicy(statement);
    const draw = new DockerImageFunction(this, "Function", {
      functionName: frameFunctionName(this),
      description: "frames of capstack",
      code: DockerImageCode.fromImageAsset(root, { ...imageBuild(this, root, "render"), cmd: ["frames"] }),
      architecture: imageArchitecture(this).lambda,
      timeout: Duration.seconds(timeoutSeconds),
      // Two cores: one decodes while the other draws. 4K in 10 bits takes 1.2 GB.
      memorySize: 3008,
      // A source without an index is copied as a whole (adapters/s3/partial-object.ts).
      ephemeralStorageSize: Size.gibibytes(3),
      environment: {
        ...environmentFor(frameFunctionEnvironment, resources),
        // Functions may only write to this folder.
        TMPDIR: "/tmp",
      },
      loggingFormat: LoggingFormat.JSON,
      role: this.role,
      logGroup,
    });
    engine.onlyInCloud(draw);
  }
}
