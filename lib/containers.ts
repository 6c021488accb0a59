import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import type { IVpc } from "aws-cdk-lib/aws-ec2";
import { Platform } from "aws-cdk-lib/aws-ecr-assets";
import {
  Cluster,
  type ContainerDefinition,
  ContainerImage,
  type ContainerImageConfig,
  CpuArchitecture,
  FargateTaskDefinition,
  LogDrivers,
  OperatingSystemFamily,
} from "aws-cdk-lib/aws-ecs";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { z } from "zod";
import { containerEnvironment, ingestServeEnvironment } from "../lambdas/environment.ts";
import type { Engine } from "./engine.ts";
import { environmentFor } from "./environment-values.ts";
import { type Grant, type Resources, statementsFor } from "./grants.ts";

interface ContainerKind {
  environment: z.ZodObject;
  grants: readonly Grant[];
  cpu: number;
  memoryLimitMiB: number;
  ephemeralStorageGiB: number;
  port?: number;
}

const worker = ["records:update", "media:read", "media:write", "media:uploads", "tokens"] as const;

/** The containers, one per task family, and their grants. Disk: the source, and the output if there is one. */
const kinds = {
  render: {
    environment: containerEnvironment,
    grants: ["records:read", ...worker],
    cpu: 4096,
    memoryLimitMiB: 8192,
    ephemeralStorageGiB: 100,
  },
  speech: {
    environment: containerEnvironment,
    grants: [...worker, "transcription:audio"],
    cpu: 4096,
    memoryLimitMiB: 8192,
    ephemeralStorageGiB: 40,
  },
  dub: {
    environment: containerEnvironment,
    grants: worker,
    cpu: 4096,
    memoryLimitMiB: 8192,
    ephemeralStorageGiB: 40,
  },
  ingest: {
    environment: ingestServeEnvironment,
    grants: ["records:read", "records:write", "media:delete", "videoImport", "tasks", ...worker],
    cpu: 1024,
    memoryLimitMiB: 2048,
    ephemeralStorageGiB: 40,
    port: 8790,
  },
} as const satisfies Record<string, ContainerKind>;

export type ContainerName = keyof typeof kinds;
export const containerNames = Object.keys(kinds) as ContainerName[];

export interface ContainersProps {
  resources: Resources;
  vpc: IVpc;
  engine: Engine;
  /** The repository's root: what the images are built from. */
  root: string;
}

/** The cluster and the task definitions of everything that runs in Fargate. */
export class Containers extends Construct {
  readonly cluster: Cluster;
  readonly taskDefinitions: Readonly<Record<ContainerName, FargateTaskDefinition>>;

  constructor(scope: Construct, id: string, { resources, vpc, engine, root }: ContainersProps) {
    super(scope, id);
    this.cluster = new Cluster(this, "Cluster", { vpc, enableFargateCapacityProviders: true });
    const define = (name: ContainerName): FargateTaskDefinition => {
      const kind: ContainerKind = kinds[name];
      const definition = new FargateTaskDefinition(this, name, {
        family: familyOf(this, name),
        cpu: kind.cpu,
        memoryLimitMiB: kind.memoryLimitMiB,
        ephemeralStorageGiB: kind.ephemeralStorageGiB,
        runtimePlatform: {
          cpuArchitecture: CpuArchitecture.X86_64,
          operatingSystemFamily: OperatingSystemFamily.LINUX,
        },
      });
      definition.addContainer(name, {
        containerName: name,
        image: new DeployedImage(name, root, engine),
        environment: environmentFor(kind.environment, resources),
        // The time between a Spot warning and termination, for reporting and clean-up.
        stopTimeout: Duration.seconds(120),
        logging: LogDrivers.awsLogs({ streamPrefix: name, logGroup: this.logGroup(name) }),
        ...(kind.port ? { portMappings: [{ containerPort: kind.port }] } : {}),
      });
      for (const statement of statementsFor(kind.grants, resources))
        definition.addToTaskRolePolicy(statement);
      return definition;
    };
    this.taskDefinitions = {
      render: define("render"),
      speech: define("speech"),
      dub: define("dub"),
      ingest: define("ingest"),
    };
  }

  private logGroup(name: ContainerName): LogGroup {
    return new LogGroup(this, `${name}-logs`, {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}

/** Machines run a family's newest revision: executions that wait during a deployment must not use an old one. */
export const familyOf = (scope: Construct, name: ContainerName): string =>
  `${Stack.of(scope).stackName}-${name}`;

/** In AWS the image that `cdk deploy` builds; on one machine a name only, the engine runs the command itself. */
class DeployedImage extends ContainerImage {
  private readonly name: ContainerName;
  private readonly root: string;
  private readonly engine: Engine;

  constructor(name: ContainerName, root: string, engine: Engine) {
    super();
    this.name = name;
    this.root = root;
    this.engine = engine;
  }

  bind(scope: Construct, container: ContainerDefinition): ContainerImageConfig {
    // `-c whisperModel=large-v3`; the image's own default otherwise.
    const model: unknown = this.name === "speech" ? scope.node.tryGetContext("whisperModel") : undefined;
    const asset = ContainerImage.fromAsset(this.root, {
      file: `containers/${this.name}/Dockerfile`,
      platform: Platform.LINUX_AMD64,
      ...(model ? { buildArgs: { WHISPER_MODEL: String(model) } } : {}),
    }).bind(scope, container);
    return { ...asset, imageName: this.engine.choose(asset.imageName, `capstack/${this.name}`) };
  }
}
