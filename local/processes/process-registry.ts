import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { signalGroup } from "../../adapters/signal-group.ts";
import { readJsonFile, writeJsonFile } from "../json-file.ts";
import { identityOf, isSameProcess, type ProcessIdentity } from "./process-identity.ts";

interface RegistryFile {
  supervisor: ProcessIdentity;
  groups: (ProcessIdentity & { name: string })[];
}

/** Time between SIGTERM and SIGKILL. */
const endGraceMs = 10_000;

/**
 * Tracks every process group that this instance started, in three places: this process, which stops the groups on exit; the
 * guard (process-guard.sh), which ends them when this process is killed; and a file, from which the next start ends groups
 * that outlived both.
 */
export class ProcessRegistry {
  private readonly path: string;
  private readonly groups = new Map<number, ProcessIdentity & { name: string }>();
  private guard: ChildProcess | null = null;
  private closed = false;
  private acquired = false;

  constructor(path: string) {
    this.path = path;
  }

  /** Returns the other process that owns the data folder; null if there is none. */
  owner(): ProcessIdentity | null {
    const record = readJsonFile<RegistryFile>(this.path);
    if (!record || record.supervisor.pid === process.pid) return null;
    return isSameProcess(record.supervisor) ? record.supervisor : null;
  }

  /** Ends the process groups that an earlier run left behind, then makes this process the owner of the data folder. */
  async acquire(): Promise<void> {
    const orphaned = (readJsonFile<RegistryFile>(this.path)?.groups ?? []).filter((group) =>
      isSameProcess(group),
    );
    for (const { pid } of orphaned) signalGroup(pid, "SIGTERM");
    await waitForExit(orphaned, endGraceMs);
    for (const { pid } of orphaned) signalGroup(pid, "SIGKILL");
    this.acquired = true;
    this.save();
    this.startGuard();
  }

  /** Whether this process owns the data folder. */
  get isAcquired(): boolean {
    return this.acquired;
  }

  /** Adds a process group by the process ID of its leader. */
  add(pid: number, name: string): void {
    const identity = identityOf(pid);
    // The process has already exited.
    if (identity === null) return;
    this.groups.set(pid, { ...identity, name });
    this.notifyGuard(`add ${pid}`);
    this.save();
  }

  remove(pid: number): void {
    if (!this.groups.delete(pid)) return;
    this.notifyGuard(`remove ${pid}`);
    this.save();
  }

  /** Kills every group without a grace period. */
  killAll(): void {
    for (const pid of this.groups.keys()) signalGroup(pid, "SIGKILL");
    this.close();
  }

  /** Ends the remaining groups, for example of an interrupted start. Call it after everything has been stopped. */
  async endAll(): Promise<void> {
    const remaining = [...this.groups.values()];
    for (const { pid } of remaining) signalGroup(pid, "SIGTERM");
    await waitForExit(remaining, endGraceMs);
    this.killAll();
  }

  private close(): void {
    this.closed = true;
    this.guard?.stdin?.end();
    this.guard?.unref();
  }

  private save(): void {
    const supervisor = identityOf(process.pid);
    if (supervisor)
      writeJsonFile(this.path, { supervisor, groups: [...this.groups.values()] } satisfies RegistryFile);
  }

  private startGuard(): void {
    const script = join(import.meta.dirname, "process-guard.sh");
    // Detached, so that a signal to the supervisor's process group does not end the guard.
    const guard = spawn("sh", [script], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
    this.guard = guard;
    for (const pid of this.groups.keys()) this.notifyGuard(`add ${pid}`);
    guard.stdin.on("error", () => {});
    guard.on("exit", () => {
      if (!this.closed) this.startGuard();
    });
  }

  private notifyGuard(line: string): void {
    this.guard?.stdin?.write(`${line}\n`);
  }
}

async function waitForExit(processes: readonly ProcessIdentity[], withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (processes.some((one) => isSameProcess(one)) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
