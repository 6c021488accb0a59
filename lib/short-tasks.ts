import type { IFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import { functionDiskMebibytes, functionTimeoutSeconds } from "../core/capacity/short-tasks.ts";
import { containerEnvironment } from "../lambdas/environment.ts";
import type { Engine } from "./engine.ts";
import { environmentFor } from "./environment-values.ts";
import type { Resources } from "./grants.ts";
import { ImageFunction } from "./image-function.ts";
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

  private add(worker: ShortTaskWorker, { resources, engine, root, memory }: ShortTasksProps): IFunction {
    const added = new ImageFunction(this, worker, {
      ...{ engine, root, image: worker, localName: worker, entryPoint: entryPoints[worker] },
      description: `${worker} of capstack, for short tasks`,
      statements: workerStatements(worker, resources, true),
      environment: environmentFor(containerEnvironment, resources),
      timeoutSeconds: functionTimeoutSeconds,
      memoryMebibytes: memory[worker],
      diskMebibytes: functionDiskMebibytes,
    });
    return added.function;
  }
}

interface Definition {
  States: Record<string, object>;
  StartAt: string;
}

/** States of functions, and the choices between both; and the states of containers that take their place. */
const containerStates: Readonly<Record<string, string>> = {
  RenderByFunction: "ReserveRender",
  HowSegmentRendered: "ReserveRenderSegment",
  RenderSegmentByFunction: "ReserveRenderSegment",
  HowJoined: "ReserveJoinSegments",
  JoinSegmentsByFunction: "ReserveJoinSegments",
  RecognizeSpeechByFunction: "ReserveRecognizeSpeech",
  ExtractAudioByFunction: "ReserveExtractAudio",
};

const withoutFunctions = (states: object): object =>
  Object.fromEntries(Object.entries(states).filter(([name]) => !Object.hasOwn(containerStates, name)));

/** Returns the definition of a machine in which containers do all the work. One without states of functions is unchanged. */
export const withoutShortTasks = <T extends Definition>(definition: T): T => {
  const replaced = (key: string, value: unknown): unknown => {
    if (key === "States") return withoutFunctions(value as object);
    return ["Next", "Default", "StartAt"].includes(key) && typeof value === "string"
      ? (containerStates[value] ?? value)
      : value;
  };
  return JSON.parse(JSON.stringify(definition, replaced)) as T;
};
