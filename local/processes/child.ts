import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { signalGroup } from "../../adapters/signal-group.ts";
import type { ProcessRegistry } from "./process-registry.ts";
import type { RotatingLog } from "./rotating-log.ts";

export interface ChildOptions {
  name: string;
  command: string;
  args: readonly string[];
  cwd: string;
  env: Readonly<Record<string, string>>;
  registry: ProcessRegistry;
  log: RotatingLog;
  /** Called with each chunk of stdout before it is logged. */
  onStdout?: (text: string) => void;
}

export interface Exit {
  /** As in a shell: 128 plus the signal's number if a signal ended the process. */
  exitCode: number;
  /** The end of stderr, at most 2,000 characters. */
  stderrTail: string;
}

/** A long-running process in its own process group, whose output goes to a log file. */
export interface Child {
  pid: number;
  exited: Promise<Exit>;
  /** Sends SIGTERM, and SIGKILL to the whole group after the grace period. Resolves when the process has exited. */
  stop(graceMs: number): Promise<void>;
}

export const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (signal ? constants.signals[signal] : 0);

/** Starts the process. Throws the spawn error, such as ENOENT. */
export async function startChild(options: ChildOptions): Promise<Child> {
  const child = spawn(options.command, [...options.args], {
    cwd: options.cwd,
    env: { ...options.env },
    stdio: ["ignore", "pipe", "pipe"],
    detached: true,
  });
  await spawned(child);
  const pid = child.pid as number;
  options.registry.add(pid, options.name);

  let stderrTail = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    options.onStdout?.(chunk.toString());
    options.log.write(chunk);
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    stderrTail = (stderrTail + chunk.toString()).slice(-2000);
    options.log.write(chunk);
  });
  const exited = new Promise<Exit>((resolve) => {
    child.on("exit", (code, signal) => {
      // Its child processes must not outlive it.
      signalGroup(pid, "SIGKILL");
      options.registry.remove(pid);
      resolve({ exitCode: exitCodeOf(code, signal), stderrTail: stderrTail.trim() });
    });
  });
  return {
    pid,
    exited,
    stop: async (graceMs) => {
      if (child.exitCode !== null || child.signalCode !== null) return;
      child.kill("SIGTERM");
      const timer = setTimeout(() => signalGroup(pid, "SIGKILL"), graceMs);
      await exited;
      clearTimeout(timer);
    },
  };
}

function spawned(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    child.once("spawn", resolve);
    child.once("error", reject);
  });
}
