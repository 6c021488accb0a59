import { Duration, RemovalPolicy, Stack } from "aws-cdk-lib";
import {
  Capability,
  FargateTaskDefinition,
  LinuxParameters,
  LogDrivers,
  OperatingSystemFamily,
} from "aws-cdk-lib/aws-ecs";
import { PolicyDocument, Role, ServicePrincipal } from "aws-cdk-lib/aws-iam";
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

const vcpuUnits = 1024;

interface ContainerKind {
  environment: z.ZodObject;
  /** Folder of the image below containers. */
  image: ImageName;
  /** Arguments of the image's entry point; its own by default. */
  command?: string[];
  cpu: number;
  memoryLimitMiB: number;
  /** Absent: the 20 GiB that are free of charge. They hold a source of 10 GiB, the maximum, and what is made from it. */
  ephemeralStorageGiB?: number;
  port?: number;
}

/** Downloads of b-rolls and imports of videos, which stream and probe files. */
const fetching = { environment: fetchingEnvironment, image: "ingest", memoryLimitMiB: 2048 } as const;

/** What the code of the renderer and of the recognizer runs in. */
const rendering = {
  environment: containerEnvironment,
  image: "render",
  cpu: containerVcpus.render * vcpuUnits,
  memoryLimitMiB: 8192,
  // Has no disk size, because state machines always request one (core/capacity/renderer-disk.ts), and AWS only documents that
  // a request expands the disk of a definition.
} as const;
const recognizing = { environment: containerEnvironment, image: "speech" } as const;

/**
 * The containers, one per task family, each with its grants: kinds of work that run the same image are separate families, because
 * they write different objects. The disk holds the source and the output.
 */
const kinds = {
  render: rendering,
  clips: rendering,
  speech: { ...recognizing, cpu: containerVcpus.speech * vcpuUnits, memoryLimitMiB: 8192 },
  // ffmpeg decodes audio faster than it is fetched.
  extract: {
    ...recognizing,
    command: ["extract"],
    cpu: containerVcpus.extract * vcpuUnits,
    memoryLimitMiB: 2048,
  },
  dub: {
    environment: dubContainerEnvironment,
    image: "dub",
    cpu: containerVcpus.dub * vcpuUnits,
    memoryLimitMiB: 8192,
    ephemeralStorageGiB: 40,
  },
  import: { ...fetching, cpu: containerVcpus.import * vcpuUnits, command: ["import"] },
  brolls: {
    ...fetching,
    cpu: containerVcpus.brolls * vcpuUnits,
    ephemeralStorageGiB: 40,
    command: ["brolls"],
  },
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
} satisfies Record<string, ContainerKind>;

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

const tasks = new ServicePrincipal("ecs-tasks.amazonaws.com");

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
    // What Fargate does to start a container: it pulls an image of the one repository of all images, and creates a log stream. The
    // containers have no access to this role.
    const executionRole = new Role(this, "ExecutionRole", { assumedBy: tasks });
    const define = (name: ContainerName): FargateTaskDefinition => {
      const kind: ContainerKind = kinds[name];
      const definition = new FargateTaskDefinition(this, name, {
        family: familyOf(this, name),
        cpu: kind.cpu,
        memoryLimitMiB: kind.memoryLimitMiB,
        ...(kind.ephemeralStorageGiB === undefined ? {} : { ephemeralStorageGiB: kind.ephemeralStorageGiB }),
        executionRole,
        taskRole: this.taskRole(name, resources),
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
      return definition;
    };
    this.taskDefinitions = Object.fromEntries(containerNames.map((name) => [name, define(name)])) as Record<
      ContainerName,
      FargateTaskDefinition
    >;
  }

  /** The statements are part of the role: a policy per container would be one more resource, of which a stack has at most 500. */
  private taskRole(name: ContainerName, resources: Resources): Role {
    const statements =
      name === "ingest" ? statementsFor(serviceGrants, resources) : workerStatements(name, resources);
    return new Role(this, `${name}TaskRole`, {
      assumedBy: tasks,
      inlinePolicies: { Grants: new PolicyDocument({ statements }) },
    });
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
