import type { ProcessRegistry } from "../processes/process-registry.ts";
import type { RotatingLog } from "../processes/rotating-log.ts";
import type { Invocation } from "./commands.ts";

/** What containers run with on this machine. */
export interface ContainerRuntime {
  /** null for a container that this machine has no command for. */
  resolve: (containerName: string, taskCommand: readonly string[]) => Invocation | null;
  /** Below the task's own environment. */
  environment: Readonly<Record<string, string>>;
  cwd: string;
  registry: ProcessRegistry;
  log: RotatingLog;
}
