/** Limits that the system enforces on a process. */
export interface ProcessLimits {
  /** Of address space; an allocation beyond it fails within the process. */
  memoryBytes?: number | undefined;
  /** Of all threads together, rounded up to seconds; the process then gets SIGXCPU, once a second, by which it usually ends. */
  cpuSeconds?: number | undefined;
}

/** How many times its CPU time a process may take: every process waits that long only on a machine with too much work. */
const wallClockFactor = 10;

/**
 * Returns the wall-clock limit, in seconds, of a process with a limit of CPU time. A process that exceeds only this
 * one waited for the machine, whatever its file.
 */
export const wallClockSeconds = (cpuSeconds: number): number => wallClockFactor * cpuSeconds;

/**
 * Returns the command line that runs a command within limits. The process replaces itself with the command, so its ID and its exit
 * code are those of the command. Systems other than Linux and macOS may lack a limit; the command then runs without it.
 */
export const withLimits = (
  command: readonly string[],
  { memoryBytes, cpuSeconds }: ProcessLimits,
): string[] => {
  const limits = [
    ...(memoryBytes === undefined ? [] : [`-v ${Math.ceil(memoryBytes / 1024)}`]),
    // The soft limit: at the hard one the system sends SIGKILL, as it does when memory runs out.
    ...(cpuSeconds === undefined ? [] : [`-S -t ${Math.ceil(cpuSeconds)}`]),
  ];
  if (limits.length === 0 || process.platform === "win32") return [...command];
  const script = [...limits.map((limit) => `ulimit ${limit} 2>/dev/null`), 'exec "$@"'].join("; ");
  return ["/bin/sh", "-c", script, "sh", ...command];
};
