import { spawn } from "node:child_process";
import { readdirSync, readFileSync } from "node:fs";

/** The cost of a process and its child processes. */
export interface Cost {
  /** User and system time. */
  cpuSeconds: number;
  wallSeconds: number;
  /** Peak resident memory of all its processes together, sampled every 50 ms. */
  peakMegabytes: number;
}

/** Clock ticks of /proc/…/stat. Source: proc(5); USER_HZ is 100 on every supported Linux architecture. */
const ticksPerSecond = 100;
const samplingMs = 50;

/** Returns the CPU time of the ended child processes of this process. */
const childrenSeconds = (): number => {
  const stat = readFileSync("/proc/self/stat", "utf8");
  // The name in parentheses may contain spaces; cutime and cstime are fields 16 and 17.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return (Number(fields[13]) + Number(fields[14])) / ticksPerSecond;
};

const residentKilobytes = (pid: string): number => {
  try {
    const status = readFileSync(`/proc/${pid}/status`, "utf8");
    const below = readdirSync(`/proc/${pid}/task`).flatMap((thread) =>
      readFileSync(`/proc/${pid}/task/${thread}/children`, "utf8").split(" ").filter(Boolean),
    );
    const own = Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0);
    return below.reduce((sum, child) => sum + residentKilobytes(child), own);
  } catch {
    // The process has ended since it was listed.
    return 0;
  }
};

/**
 * Runs a command and returns its cost. Only one command may run at a time. Linux only.
 *
 * @throws Error with the end of the command's stderr when it fails
 */
export const costOf = async (
  command: string,
  args: readonly string[],
  environment: Record<string, string> = {},
): Promise<Cost> => {
  const before = childrenSeconds();
  const start = performance.now();
  const child = spawn(command, args, {
    stdio: ["ignore", "ignore", "pipe"],
    env: { ...process.env, ...environment },
  });
  let errors = "";
  child.stderr.setEncoding("utf8").on("data", (text: string) => {
    errors = (errors + text).slice(-2000);
  });
  let peak = 0;
  const sampling = setInterval(() => {
    peak = Math.max(peak, residentKilobytes(String(child.pid)));
  }, samplingMs);
  try {
    await new Promise<void>((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code) =>
        code === 0 ? resolve() : reject(new Error(`${command} ended with ${code}: ${errors}`)),
      );
    });
  } finally {
    clearInterval(sampling);
  }
  return {
    cpuSeconds: childrenSeconds() - before,
    wallSeconds: (performance.now() - start) / 1000,
    peakMegabytes: peak / 1024,
  };
};

export const median = (numbers: readonly number[]): number => {
  const sorted = [...numbers].sort((a, b) => a - b);
  const middle = sorted.length / 2;
  return sorted.length % 2 === 1
    ? (sorted[Math.floor(middle)] as number)
    : ((sorted[middle - 1] as number) + (sorted[middle] as number)) / 2;
};
