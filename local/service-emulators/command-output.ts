import { spawn } from "node:child_process";
import { open, readFile } from "node:fs/promises";
import { join } from "node:path";
import { signalGroup } from "../../adapters/signal-group.ts";
import type { ProcessRegistry } from "../processes/process-registry.ts";

export interface CommandDeps {
  registry: Pick<ProcessRegistry, "add" | "remove">;
  /** The repository's root, the working folder of commands. */
  root: string;
  environment: Readonly<Record<string, string>>;
}

const maxStderrCharacters = 2000;

/**
 * Runs the command in a separate process group and returns its stdout, which goes through a file: hours of words are too much
 * to buffer from a pipe. Throws Error with the end of stderr when the command fails or `signal` ends it.
 */
export async function commandOutput(
  command: string,
  args: readonly string[],
  folder: string,
  { registry, environment, root }: CommandDeps,
  signal?: AbortSignal,
): Promise<string> {
  signal?.throwIfAborted();
  const path = join(folder, "output");
  const output = await open(path, "w");
  try {
    const child = spawn(command, [...args], {
      cwd: root,
      env: { ...environment },
      stdio: ["ignore", output.fd, "pipe"],
      detached: true,
    });
    const { pid } = child;
    const end = (): void => {
      if (pid) signalGroup(pid, "SIGKILL");
    };
    signal?.addEventListener("abort", end);
    if (pid) registry.add(pid, "service emulator");
    let stderrTail = "";
    child.stderr?.on("data", (chunk: Buffer) => {
      stderrTail = (stderrTail + chunk.toString()).slice(-maxStderrCharacters);
    });
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) => resolve(code));
    });
    signal?.removeEventListener("abort", end);
    end();
    if (pid) registry.remove(pid);
    signal?.throwIfAborted();
    if (exitCode !== 0) throw new Error(`${command} exited with code ${exitCode}: ${stderrTail.trim()}`);
  } finally {
    await output.close();
  }
  return readFile(path, "utf8");
}
