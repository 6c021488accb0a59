import { join } from "node:path";
import { bundledFile } from "../../containers/render/bundled-file.ts";

export interface Invocation {
  command: string;
  args: readonly string[];
  /**
   * Name of the processes that wait for its tasks: the command accepts `--wait`, which loads its code and models, then reads its task
   * from standard input. Containers of one program share them.
   */
  waitsAs?: string;
}

/** Read by the engine: the command of each image that a function runs (local/engine/corrections/functions/images.py). */
const imageCommandsVariable = "CAPSTACK_IMAGE_COMMANDS";

/** Programs and folders that the commands use. */
export interface CommandPaths {
  root: string;
  /** Folder of the bundled renderer. */
  renderer: string;
  node: string;
  python: string;
}

/**
 * Returns the command that replaces a container on this machine: the container's entry point, followed by the command of the
 * task. Null for an unknown container.
 */
export function resolveCommand(
  containerName: string,
  taskCommand: readonly string[],
  paths: CommandPaths,
): Invocation | null {
  const inContainers = (...path: string[]) => join(paths.root, "containers", ...path);
  const { node, python } = paths;
  const renderer = { command: node, args: [bundledFile(paths.renderer, "main")], waitsAs: "render" };
  const recognizer = { command: python, args: [inContainers("speech"), "task"], waitsAs: "speech" };
  const entryPoints: Readonly<Record<string, Invocation>> = {
    render: renderer,
    clips: renderer,
    speech: recognizer,
    extract: recognizer,
    dub: { command: python, args: [inContainers("dub"), "task"] },
    import: { command: node, args: [inContainers("ingest", "main.ts")] },
    brolls: { command: node, args: [inContainers("ingest", "main.ts")] },
  };
  const entryPoint = Object.hasOwn(entryPoints, containerName) ? entryPoints[containerName] : undefined;
  return entryPoint ? { ...entryPoint, args: [...entryPoint.args, ...taskCommand] } : null;
}

/** Returns the variable with the commands of the images that functions run (lib/image-function.ts), by their local names. */
export function imageCommands({ root, renderer, node, python }: CommandPaths): Record<string, string> {
  const main = bundledFile(renderer, "main");
  const commands = {
    "capstack/frames": [node, main, "frames"],
    "capstack/render": [node, main, "function"],
    "capstack/speech": [python, join(root, "containers", "speech"), "function"],
  };
  return { [imageCommandsVariable]: JSON.stringify(commands) };
}

/**
 * Returns the environment of a container from the `NAME=value` entries of its definition. Docker's name of the host becomes the
 * loopback address. Fargate sets AWS_REGION, the emulator does not: it is taken from the task's ARN.
 */
export function commandEnvironment(
  entries: readonly string[],
  taskArn: string | undefined,
  base: Readonly<Record<string, string>>,
): Record<string, string> {
  const region = taskArn?.split(":")[3] ?? "us-east-1";
  const environment: Record<string, string> = { AWS_REGION: region, AWS_DEFAULT_REGION: region, ...base };
  for (const entry of entries) {
    const separator = entry.indexOf("=");
    if (separator <= 0) continue;
    environment[entry.slice(0, separator)] = entry
      .slice(separator + 1)
      .replaceAll("host.docker.internal", "127.0.0.1");
  }
  return environment;
}
