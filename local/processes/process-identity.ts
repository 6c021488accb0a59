import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";

/**
 * Returns the start time of a process, which identifies it together with the process ID, since IDs are reused. Null if there
 * is no such process, or only its zombie.
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
  // Ticks are counted from boot, so the boot ID is part of the time.
  const boot = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  return `${boot}:${fields.startTicks}`;
}

/** Source: proc(5): field 3 is the state, field 22 the start time in clock ticks after boot. */
export function parseProcStat(stat: string): { state: string; startTicks: string } {
  // The command name is in parentheses and may contain spaces and parentheses.
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
