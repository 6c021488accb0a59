import { Duration, RemovalPolicy, Size } from "aws-cdk-lib";
import { PolicyDocument, PolicyStatement, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
import {
  type CfnFunction,
  DockerImageCode,
  DockerImageFunction,
  type IFunction,
  LoggingFormat,
} from "aws-cdk-lib/aws-lambda";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import {
  containerEnvironment,
  functionDiskMebibytes,
  functionTimeoutSeconds,
} from "../lambdas/environment.ts";
import { imageArchitecture } from "./architecture.ts";
import { imageBuild, localImage } from "./deployed-image.ts";
import type { Engine } from "./engine.ts";
import { environmentFor } from "./environment-values.ts";
import type { Resources } from "./grants.ts";
import { hasTraces, traceStatements } from "./traces.ts";
import { workerStatements } from "./worker-grants.ts";

/** The workers that run as functions for short tasks, with the entry point of their image in that mode. */
const entryPoints = {
  render: ["node", "bundle/main.mjs", "function"],
  speech: ["python", "containers/speech", "function"],
} as const;
export type ShortTaskWorker = keyof typeof entryPoints;
export const shortTaskWorkers = Object.keys(entryPoints) as ShortTaskWorker[];

export interface ShortTasksProps {
  resources: Resources;
  engine: Engine;
  /** The repository's root, from which the images are built. */
  root: string;
  /** MiB of each function. */
  memory: Readonly<Record<ShortTaskWorker, number>>;
}

/**
 * The functions that do the work of containers for short videos (core/capacity/short-tasks.ts): from the same images, with the
 * same environment and reports by task token, and not more grants. A function starts in seconds, a container in a minute.
 */
export class ShortTasks extends Construct {
  readonly functions: Readonly<Record<ShortTaskWorker, IFunction>>;

  constructor(scope: Construct, id: string, props: ShortTasksProps) {
    super(scope, id);
    this.functions = { render: this.add("render", props), speech: this.add("speech", props) };
  }

  private add(
    worker: ShortTaskWorker,
    { resources, engine, root, memory }: ShortTasksProps,
  ): DockerImageFunction {
    const scope = new Construct(this, worker);
    const logGroup = new LogGroup(scope, "Logs", {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
    const logging = new PolicyStatement({
      actions: ["logs:CreateLogStream", "logs:PutLogEvents"],
      resources: [logGroup.logGroupArn],
    });
    const role = new Role(scope, "Role", {
      assumedBy: new ServicePrincipal("lambda.amazonaws.com"),
      inlinePolicies: {
        Grants: new PolicyDocument({
          statements: [logging, ...workerStatements(worker, resources, true), ...traceStatements(this)],
        }),
      },
    });
    const entrypoint = [...entryPoints[worker]];
    const lambda = new DockerImageFunction(scope, "Function", {
      description: `${worker} of capstack, for short tasks`,
      code: DockerImageCode.fromImageAsset(root, { ...imageBuild(this, root, worker), entrypoint }),
      architecture: imageArchitecture(this).lambda,
      timeout: Duration.seconds(functionTimeoutSeconds),
      memorySize: memory[worker],
      ephemeralStorageSize: Size.mebibytes(functionDiskMebibytes),
      environment: {
        ...environmentFor(containerEnvironment, resources),
        // Functions may only write to this folder.
        TMPDIR: "/tmp",
      },
      loggingFormat: LoggingFormat.JSON,
      role,
      logGroup,
      // A state machine invokes it and waits. Nothing else does, and nothing repeats a failed invocation.
      retryAttempts: 0,
    });
    const resource = lambda.node.defaultChild as CfnFunction;
    const { imageUri = "" } = resource.code as CfnFunction.CodeProperty;
    resource.addPropertyOverride("Code.ImageUri", engine.choose(imageUri, localImage(worker)));
    // As for the other functions: the construct's own option would create a policy.
    if (hasTraces(this)) resource.tracingConfig = { mode: "Active" };
    return lambda;
  }
}

interface Definition {
  States: Record<string, object>;
  StartAt: string;
}

/** States of functions, and the states of containers that take their place. */
const containerStates: Readonly<Record<string, string>> = {
  RenderByFunction: "ReserveRender",
  RecognizeSpeechByFunction: "ReserveRecognizeSpeech",
  ExtractAudioByFunction: "ReserveExtractAudio",
};

/** Returns the definition of a machine in which containers do all the work. One without states of functions is unchanged. */
export const withoutShortTasks = <T extends Definition>(definition: T): T => {
  const kept = Object.entries(definition.States).filter(([name]) => !Object.hasOwn(containerStates, name));
  const redirect = (key: string, value: unknown): unknown =>
    ["Next", "Default", "StartAt"].includes(key) && typeof value === "string"
      ? (containerStates[value] ?? value)
      : value;
  return JSON.parse(JSON.stringify({ ...definition, States: Object.fromEntries(kept) }, redirect)) as T;
};
