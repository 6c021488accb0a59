import { join } from "node:path";

export interface Invocation {
  command: string;
  args: readonly string[];
}

/** What the commands are made of on this machine. */
export interface CommandParts {
  root: string;
  node: string;
  python: string;
}

/**
 * The process that does on this machine what the container of that name does in Fargate. A task's own command comes
 * after it, as with an image's ENTRYPOINT. null for a name that the product does not have.
 */
export function resolveCommand(
  containerName: string,
  taskCommand: readonly string[],
  parts: CommandParts,
): Invocation | null {
  const inContainers = (...path: string[]) => join(parts.root, "containers", ...path);
  const entryPoints: Readonly<Record<string, Invocation>> = {
    render: { command: parts.node, args: [inContainers("render", "main.ts")] },
    speech: { command: parts.python, args: [inContainers("speech"), "task"] },
    ingest: { command: parts.node, args: [inContainers("ingest", "main.ts")] },
  };
  const entryPoint = Object.hasOwn(entryPoints, containerName) ? entryPoints[containerName] : undefined;
  return entryPoint ? { ...entryPoint, args: [...entryPoint.args, ...taskCommand] } : null;
}

/**
 * `NAME=value` entries of a container's definition as an environment. Inside Docker the host has a name of its own; here
 * the container is on the host. Fargate sets AWS_REGION, which the emulator does not pass on: it is in the task's ARN.
 */
export function containerEnvironment(
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
