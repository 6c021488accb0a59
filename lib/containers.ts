import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import {
  Capability,
  FargateTaskDefinition,
  LinuxParameters,
  LogDrivers,
  OperatingSystemFamily,
} from "aws-cdk-lib/aws-ecs";
import { LogGroup, RetentionDays } from "aws-cdk-lib/aws-logs";
import { Construct } from "constructs";
import type { z } from "zod";
import {
  containerEnvironment,
  containerVcpus,
  dubContainerEnvironment,
  fetchingEnvironment,
  ingestServeEnvironment,
} from "../lambdas/environment.ts";
import { imageArchitecture } from "./architecture.ts";
import { DeployedImage } from "./deployed-image.ts";
import type { Engine } from "./engine.ts";
import { environmentFor } from "./environment-values.ts";
import { type Grant, type Resources, statementsFor } from "./grants.ts";
import type { ImageName } from "./image-sources.ts";
import { workerStatements } from "./worker-grants.ts";

interface ContainerKind {
  environment: z.ZodObject;
  /** Folder of the image below containers. */
  image: ImageName;
  /** Arguments of the image's entry point; its own by default. */
  command?: string[];
  cpu: number;
  memoryLimitMiB: number;
  ephemeralStorageGiB: number;
  port?: number;
}

/** Downloads of b-rolls and imports of videos, which stream and probe files. */
const fetching = {
  environment: fetchingEnvironment,
  image: "ingest",
  memoryLimitMiB: 2048,
  ephemeralStorageGiB: 40,
} as const;

const vcpuUnits = 1024;

/** The containers, one per task family, with their grants. The disk holds the source and the output. */
const kinds = {
  render: {
    environment: containerEnvironment,
    image: "render",
    cpu: containerVcpus.render * vcpuUnits,
    memoryLimitMiB: 8192,
    ephemeralStorageGiB: 100,
  },
  speech: {
    environment: containerEnvironment,
    image: "speech",
    cpu: containerVcpus.speech * vcpuUnits,
    memoryLimitMiB: 8192,
    ephemeralStorageGiB: 40,
  },
  dub: {
    environment: dubContainerEnvironment,
    image: "dub",
    cpu: containerVcpus.dub * vcpuUnits,
    memoryLimitMiB: 8192,
    ephemeralStorageGiB: 40,
  },
  import: { ...fetching, cpu: containerVcpus.import * vcpuUnits, command: ["import"] },
  brolls: { ...fetching, cpu: containerVcpus.brolls * vcpuUnits, command: ["brolls"] },
  ingest: {
    environment: ingestServeEnvironment,
    image: "ingest",
    // The only container that always runs: 40 USD a month including its load balancer. Scales out under load. The memory holds parts
    // of the files that are received at the same time (containers/ingest/server.ts).
    cpu: 512,
    memoryLimitMiB: 2048,
    ephemeralStorageGiB: 40,
    port: 8790,
  },
} as const satisfies Record<string, ContainerKind>;

export type ContainerName = keyof typeof kinds;
export const containerNames = Object.keys(kinds) as ContainerName[];

/**
 * Grants of the upload service, which responds to API requests. State machines start the other containers
 * (worker-grants.ts).
 */
export const serviceGrants: readonly Grant[] = [
  "records:read",
  "records:write",
  "records:query",
  "records:delete",
  "media:videos:write",
  "media:videos:delete",
  "media:fonts:write",
  "media:fonts:delete",
  "videoImport",
  "tasks",
  "records:batch:read",
];

/**
 * The only writable folder of a container. Each Dockerfile declares it as a volume of its user, for temporary files.
 */
const scratch = { name: "scratch", path: "/scratch" };

export interface ContainersProps {
  resources: Resources;
  engine: Engine;
  /** The repository's root, from which the images are built. */
  root: string;
}

/** The task definitions of everything that runs in Fargate. */
export class Containers extends Construct {
  readonly taskDefinitions: Readonly<Record<ContainerName, FargateTaskDefinition>>;

  constructor(scope: Construct, id: string, { resources, engine, root }: ContainersProps) {
    super(scope, id);
    const define = (name: ContainerName): FargateTaskDefinition => {
      const kind: ContainerKind = kinds[name];
      const definition = new FargateTaskDefinition(this, name, {
        family: familyOf(this, name),
        cpu: kind.cpu,
        memoryLimitMiB: kind.memoryLimitMiB,
        ephemeralStorageGiB: kind.ephemeralStorageGiB,
        runtimePlatform: {
          cpuArchitecture: imageArchitecture(this).fargate,
          operatingSystemFamily: OperatingSystemFamily.LINUX,
        },
      });
      definition.addVolume({ name: scratch.name });
      const container = definition.addContainer(name, {
        containerName: name,
        image: new DeployedImage(kind.image, root, engine),
        ...(kind.command ? { command: kind.command } : {}),
        environment: environmentFor(kind.environment, resources),
        readonlyRootFilesystem: true,
        linuxParameters: this.noCapabilities(name),
        // The time between a Spot warning and termination, for reports and clean-up.
        stopTimeout: Duration.seconds(120),
        logging: LogDrivers.awsLogs({ streamPrefix: name, logGroup: this.logGroup(name) }),
        ...(kind.port ? { portMappings: [{ containerPort: kind.port }] } : {}),
      });
      container.addMountPoints({
        sourceVolume: scratch.name,
        containerPath: scratch.path,
        readOnly: false,
      });
      const statements =
        name === "ingest" ? statementsFor(serviceGrants, resources) : workerStatements(name, resources);
      for (const statement of statements) definition.addToTaskRolePolicy(statement);
      return definition;
    };
    this.taskDefinitions = Object.fromEntries(containerNames.map((name) => [name, define(name)])) as Record<
      ContainerName,
      FargateTaskDefinition
    >;
  }

  /** Containers need only the permissions of an ordinary user. */
  private noCapabilities(name: ContainerName): LinuxParameters {
    const parameters = new LinuxParameters(this, `${name}-linux`);
    parameters.dropCapabilities(Capability.ALL);
    return parameters;
  }

  private logGroup(name: ContainerName): LogGroup {
    return new LogGroup(this, `${name}-logs`, {
      retention: RetentionDays.ONE_MONTH,
      removalPolicy: RemovalPolicy.DESTROY,
    });
  }
}

/**
 * Machines start a family's newest revision, so that executions that wait during a deployment do not use an old one.
 */
export const familyOf = (scope: Construct, name: ContainerName): string =>
  `${Stack.of(scope).stackName}-${name}`;
