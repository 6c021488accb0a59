import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { isSentFromOutside } from "./exit-signals.ts";
import { withoutNetwork } from "./without-network.ts";

export interface IsolationLimits {
  milliseconds: number;
  residentBytes: number;
  /** Of JavaScript objects, in MiB; typed arrays and native memory count towards `residentBytes` only. */
  heapMebibytes: number;
  /** Maximum length of what the script prints; by default 65,536. */
  outputCharacters?: number;
}

const memoryCheckMs = 100;
const pageBytes = 4096;
const usualOutputCharacters = 65_536;

/** Resident memory of the process; null where the system does not report it (only Linux does). */
const residentBytesOf = async (pid: number): Promise<number | null> => {
  try {
    return Number((await readFile(`/proc/${pid}/statm`, "utf8")).split(" ")[1]) * pageBytes;
  } catch {
    return null;
  }
};

/**
 * Runs a script of the service on an untrusted file in a process without its environment and without network, within limits of time
 * and memory, so that a hostile file can at worst end that process.
 *
 * @param environment added to PATH, the only variable passed on: no credentials
 * @returns what the script printed; null when it failed or was stopped by a limit or the signal
 * @throws Error when it could not be started, or was ended by another process or the system: that says nothing about the file
 */
export const runIsolated = (
  script: string,
  args: readonly string[],
  limits: IsolationLimits,
  signal: AbortSignal | undefined,
  environment: Readonly<Record<string, string>> = {},
): Promise<string | null> =>
  new Promise((resolve, reject) => {
    const node = [process.execPath, `--max-old-space-size=${limits.heapMebibytes}`, script, ...args];
    const [command = "", ...rest] = withoutNetwork(node);
    const child = spawn(command, rest, {
      stdio: ["ignore", "pipe", "ignore"],
      env: { PATH: process.env.PATH ?? "", ...environment },
      windowsHide: true,
    });
    let isStopped = false;
    const stop = (): void => {
      isStopped = true;
      child.kill("SIGKILL");
    };
    const deadline = setTimeout(stop, limits.milliseconds);
    const memoryChecks = setInterval(async () => {
      const bytes = child.pid === undefined ? null : await residentBytesOf(child.pid);
      if (bytes !== null && bytes > limits.residentBytes) stop();
    }, memoryCheckMs);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    const settle = (): void => {
      clearTimeout(deadline);
      clearInterval(memoryChecks);
      signal?.removeEventListener("abort", stop);
    };
    let output = "";
    child.stdout.setEncoding("utf8");
    child.stdout.on("data", (text: string) => {
      output += text;
      // A part of a document is none.
      if (output.length > (limits.outputCharacters ?? usualOutputCharacters)) stop();
    });
    child.once("error", (error) => {
      settle();
      reject(error);
    });
    child.once("close", (exitCode, endSignal) => {
      settle();
      if (!isStopped && endSignal !== null && isSentFromOutside(endSignal))
        reject(new Error(`${script} was ended by ${endSignal}`));
      else resolve(exitCode === 0 ? output : null);
    });
  });
