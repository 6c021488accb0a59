import { spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { isSentFromOutside } from "./exit-signals.ts";
import { wallClockSeconds, withLimits } from "./process-limits.ts";
import { withoutNetwork } from "./without-network.ts";

export interface IsolationLimits {
  /** CPU time of all threads. */
  cpuSeconds: number;
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

/** Ends the process when it exceeds its memory. Returns a function that ends the checks. */
const watchMemory = (pid: number | undefined, maxBytes: number, stop: () => void): (() => void) => {
  const checks = setInterval(async () => {
    const bytes = pid === undefined ? null : await residentBytesOf(pid);
    if (bytes !== null && bytes > maxBytes) stop();
  }, memoryCheckMs);
  return () => clearInterval(checks);
};

/** Exit codes of the programs that start the script (adapters/process-limits.ts, adapters/without-network.pl) if they cannot. */
const notStarted: ReadonlySet<number | null> = new Set([126, 127]);

/** Returns how the machine ended a process that was not stopped here; null for an end that the file caused. */
const machineFailure = (exitCode: number | null, signal: NodeJS.Signals | null): string | null => {
  if (signal !== null && isSentFromOutside(signal)) return `was ended by ${signal}`;
  return notStarted.has(exitCode) ? "could not be started" : null;
};

/**
 * Runs a script of the service on an untrusted file in a process without its environment and without network, within limits of time
 * and memory, so that a hostile file can at worst end that process.
 *
 * @param environment added to PATH, the only variable passed on: no credentials
 * @returns what the script printed; null when it failed or was stopped by a limit or the signal
 * @throws Error when it could not be started, was ended by another process or the system, or took ten times its CPU time: these
 *   errors do not depend on the file
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
    const [command = "", ...rest] = withLimits(withoutNetwork(node), limits);
    const child = spawn(command, rest, {
      stdio: ["ignore", "pipe", "ignore"],
      env: { PATH: process.env.PATH ?? "", ...environment },
      windowsHide: true,
    });
    const seconds = wallClockSeconds(limits.cpuSeconds);
    let isStopped = false;
    let isLate = false;
    const stop = (): void => {
      isStopped = true;
      child.kill("SIGKILL");
    };
    const deadline = setTimeout(() => {
      isLate = !isStopped;
      stop();
    }, 1000 * seconds);
    const endChecks = watchMemory(child.pid, limits.residentBytes, stop);
    if (signal?.aborted) stop();
    signal?.addEventListener("abort", stop, { once: true });
    const settle = (): void => {
      clearTimeout(deadline);
      endChecks();
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
      const late = isLate ? `took longer than ${seconds} s` : null;
      const failure = late ?? (isStopped ? null : machineFailure(exitCode, endSignal));
      if (failure !== null) reject(new Error(`${script} ${failure}`));
      else resolve(exitCode === 0 ? output : null);
    });
  });
