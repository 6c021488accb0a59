import { Duration, RemovalPolicy, Size } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  type CfnFunction,
  DockerImageCode,
  DockerImageFunction,
  LoggingFormat,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import { imageArchitecture } from "./architecture.ts";
import { imageBuild, localImage } from "./deployed-image.ts";
import type { Engine } from "./engine.ts";
import type { ImageName } from "./image-sources.ts";
import { hasTraces, traceStatements } from "./traces.ts";

export interface ImageFunctionProps {
  engine: Engine;
  /** The repository's root, from which the image is built. */
  root: string;
  image: ImageName;
  /** Replaces the entry point of the image. */
  entryPoint: readonly string[];
  /** The image's name on one machine, whose engine runs a command instead (local/docker-shim/commands.ts); absent: it is in AWS only. */
  localName?: string;
  description: string;
  functionName?: string;
  statements: readonly PolicyStatement[];
  environment: Readonly<Record<string, string>>;
  timeoutSeconds: number;
  memoryMebibytes: number;
  diskMebibytes?: number;
}

/** A function that runs the image of a container, with a role and a log group. */
export class ImageFunction extends Construct {
  readonly function: DockerImageFunction;

  constructor(scope: Construct, id: string, props: ImageFunctionProps) {
    super(scope, id);
    const { engine, root, image, localName, diskMebibytes } = props;
    const logGroup = new LogGroup(this, "Logs", {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const logging = new PolicyStatement({
      actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
      resources: [logGroup.logGroupArn],
    });
    const statements = [logging, ...props.statements, ...traceStatements(this)];
    this.function = new DockerImageFunction(this, "Function", {
      ...(props.functionName === undefined ? {} : { functionName: props.functionName }),
      description: props.description,
      code: DockerImageCode.fromImageAsset(root, {
        ...imageBuild(this, root, image),
        entrypoint: [...props.entryPoint],
      }),
      architecture: imageArchitecture(this).lambda,
      timeout: Duration.seconds(props.timeoutSeconds),
      memorySize: props.memoryMebibytes,
      ...(diskMebibytes === undefined ? {} : { ephemeralStorageSize: Size.mebibytes(diskMebibytes) }),
      // Functions may only write to this folder.
      environment: { ...props.environment, TMPDIR: "/tmp" },
      loggingFormat: LoggingFormat.JSON,
      role: new Role(this, "Role", {
        assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
        inlinePolicies: { Grants: new PolicyDocument({ statements }) },
      }),
      logGroup,
      // The caller waits for its end; nothing repeats a failed invocation.
      retryAttempts: 0,
    });
    const resource = this.function.node.defaultChild as CfnFunction;
    const { imageUri = "" } = resource.code as CfnFunction.CodeProperty;
    if (localName !== undefined)
      resource.addPropertyOverride("Code.ImageUri", engine.choose(imageUri, localImage(localName)));
    // As for the other functions: the construct's own option would create a policy.
    if (hasTraces(this)) resource.tracingConfig = { mode: "Active" };
  }
}
