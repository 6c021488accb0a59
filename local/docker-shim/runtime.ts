import type { ProcessRegistry } from "../processes/process-registry.ts";
import type { RotatingLog } from "../processes/rotating-log.ts";
import type { Invocation } from "./commands.ts";

/** Dependencies of containers. */
export interface ContainerRuntime {
  /** Returns the command of a container; null for an unknown container. */
  resolve: (containerName: string, taskCommand: readonly string[]) => Invocation | null;
  /** The environment of every container; that of the task takes precedence. */
  environment: Readonly<Record<string, string>>;
  /** Containers of which a process is kept ready (waiting-processes.ts). */
  waiting: readonly string[];
  cwd: string;
  registry: ProcessRegistry;
  log: RotatingLog;
}
