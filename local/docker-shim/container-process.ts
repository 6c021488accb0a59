import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { Invocation } from "./commands.ts";

/**
 * Starts the process of a container, in its own group and with its own temporary folder. The folder is removed when the process
 * has ended, like the disk of a container: a killed process leaves its downloads there.
 *
 * @param env its variables; the folder is made below TMPDIR
 */
export const startContainerProcess = (
  { command, args }: Invocation,
  { cwd, env, stdin }: { cwd: string; env: Readonly<Record<string, string>>; stdin: "ignore" | "pipe" },
): ChildProcess => {
  const folder = mkdtempSync(join(env.TMPDIR ?? tmpdir(), "container-"));
  const child = spawn(command, [...args], {
    cwd,
    env: { ...env, TMPDIR: folder },
    stdio: [stdin, "pipe", "pipe"],
    detached: true,
  });
  // A process that has left the group may still write. What it leaves goes with the scratch folder of the service.
  child.once("close", () => rm(folder, { recursive: true, force: true, maxRetries: 3 }).catch(() => {}));
  return child;
};
