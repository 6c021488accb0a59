import { execFileSync } from "node:child_process";
import { setTimeout as delay } from "node:timers/promises";
import type { RunningService } from "./start-service.ts";

export interface Process {
  pid: number;
  parent: number;
  command: string;
}

const processes = (): Process[] =>
  execFileSync("ps", ["-eo", "pid=,ppid=,args="], { encoding: "utf8" })
    .split("\n")
    .map((line) => /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line))
    .filter((match) => match !== null)
    .map(([, pid, parent, command]) => ({
      pid: Number(pid),
      parent: Number(parent),
      command: command ?? "",
    }));

/** Returns the child processes of a process, recursively. */
export const descendants = (pid: number, all = processes()): Process[] =>
  all.filter((one) => one.parent === pid).flatMap((one) => [one, ...descendants(one.pid, all)]);

export const runningOf = (pids: number[]): number[] => {
  const all = new Set(processes().map((one) => one.pid));
  return pids.filter((pid) => all.has(pid));
};

/** Sends SIGKILL to a process; returns false if it has ended since it was listed. */
export const killProcess = (pid: number): boolean => {
  try {
    return process.kill(pid, "SIGKILL");
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ESRCH") return false;
    throw error;
  }
};

/** Matches the command line of a renderer, which runs from its bundle. */
export const rendererCommand = /renderer-bundles\/\w+\/main/;

/** Matches the command line of the AWS emulator. */
export const emulatorCommand = /local\/engine|engine\.launcher|ministack/;

/** Milliseconds after which a process that was to be killed counts as never started. */
const killTimeoutMs = 120_000;

/** Waits for a descendant of the service whose command line matches, and kills it with SIGKILL. */
export const killHard = async (service: RunningService, command: RegExp): Promise<void> => {
  const endMs = Date.now() + killTimeoutMs;
  for (;;) {
    const all = descendants(service.process.pid ?? 0);
    const found = all.find((one) => command.test(one.command));
    if (found !== undefined && killProcess(found.pid)) return;
    if (Date.now() > endMs)
      throw new Error(`No process matches ${command}:\n${all.map((one) => one.command).join("\n")}`);
    await delay(50);
  }
};
