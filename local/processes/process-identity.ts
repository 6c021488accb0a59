import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/**
 * A process id alone does not name a process: ids are used again. Together with the start time it does.
 * null when there is no such process, or only its zombie.
 */
export function startTimeOf(pid: number): string | null {
  return existsSync("/proc/self/stat") ? startTimeFromProc(pid) : startTimeFromPs(pid);
}

function startTimeFromProc(pid: number): string | null {
  let stat: string;
  try {
    stat = readFileSync(`/proc/${pid}/stat`, "utf8");
  } catch {
    return null;
  }
  const fields = parseProcStat(stat);
  if (fields.state === "Z" || fields.state === "X") return null;
  // Ticks count from boot, so the boot's own id belongs to it.
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${boot}:${fields.startTicks}`;
}

/** Source: proc(5): field 3 is the state, field 22 the start time in clock ticks after boot. */
export function parseProcStat(stat: string): { state: string; startTicks: string } {
  // The command name stands in parentheses and may itself hold spaces and parentheses.
  const fields = stat.slice(stat.lastIndexOf(")") + 2).split(" ");
  return { state: fields[0] ?? "", startTicks: fields[19] ?? "" };
}

function startTimeFromPs(pid: number): string | null {
  try {
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8" }).trim() || null;
  } catch {
    return null;
  }
}

export interface ProcessIdentity {
  pid: number;
  startTime: string;
}

export function identityOf(pid: number): ProcessIdentity | null {
  const startTime = startTimeOf(pid);
  return startTime === null ? null : { pid, startTime };
}

export const isSameProcess = (identity: ProcessIdentity): boolean =>
  startTimeOf(identity.pid) === identity.startTime;

/** Sends the signal to every process of the group; false when there is none left. */
export function signalGroup(groupId: number, signal: NodeJS.Signals | 0): boolean {
  try {
    process.kill(-groupId, signal);
    return true;
  } catch (error) {
    // EPERM from a group means that something is left in it that is not ours to end: on macOS also a zombie.
    if (["ESRCH", "EPERM"].includes((error as NodeJS.ErrnoException).code ?? "")) return false;
    throw error;
  }
}
