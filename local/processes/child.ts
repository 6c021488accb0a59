import { type ChildProcess, spawn } from "node:child_process";
import { constants } from "node:os";
import { signalGroup } from "./process-identity.ts";
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
  /** Sees each piece of stdout before it goes to the log. */
  onStdout?: (text: string) => void;
}

export interface Exit {
  /** As a shell reports it: 128 + the signal's number when a signal ended it. */
  exitCode: number;
  /** The last lines that it wrote to stderr. */
  lastWords: string;
}

/** A long-running process of the engine, in its own process group, with its output in a log file. */
export interface Child {
  pid: number;
  exited: Promise<Exit>;
  /** SIGTERM, then SIGKILL for the whole group after the grace. Resolves when it is over. */
  stop(graceMs: number): Promise<void>;
}

export const exitCodeOf = (code: number | null, signal: NodeJS.Signals | null): number =>
  code ?? 128 + (signal ? constants.signals[signal] : 0);

/** Throws the spawn error (ENOENT, …) when it cannot be started at all. */
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

  let lastWords = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    options.onStdout?.(chunk.toString());
    options.log.write(chunk);
  });
  child.stderr?.on("data", (chunk: Buffer) => {
    lastWords = (lastWords + chunk.toString()).slice(-2000);
    options.log.write(chunk);
  });
  const exited = new Promise<Exit>((resolve) => {
    child.on("exit", (code, signal) => {
      // Whatever it started belongs to it: nothing of a dead process may live on.
      signalGroup(pid, "SIGKILL");
      options.registry.remove(pid);
      resolve({ exitCode: exitCodeOf(code, signal), lastWords: lastWords.trim() });
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
