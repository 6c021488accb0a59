import { type ChildProcess, spawn } from "node:child_process";
import { join } from "node:path";
import { readJsonFile, writeJsonFile } from "../json-file.ts";
import { identityOf, isSameProcess, type ProcessIdentity, signalGroup } from "./process-identity.ts";

interface RegistryFile {
  supervisor: ProcessIdentity;
  groups: (ProcessIdentity & { name: string })[];
}

/** How long what is left may take to end by itself. */
const endGraceMs = 10_000;

/**
 * Every process group that this instance started, known to three: this process, which stops them at its end; the guard
 * (process-guard.sh), which ends them when this process is killed; and a file, from which the next start ends whatever
 * outlived both.
 */
export class ProcessRegistry {
  private readonly path: string;
  private readonly groups = new Map<number, ProcessIdentity & { name: string }>();
  private guard: ChildProcess | null = null;
  private closed = false;
  private taken = false;

  constructor(path: string) {
    this.path = path;
  }

  /** The process that owns this data folder now, other than this one; null when there is none. */
  owner(): ProcessIdentity | null {
    const record = readJsonFile<RegistryFile>(this.path);
    if (!record || record.supervisor.pid === process.pid) return null;
    return isSameProcess(record.supervisor) ? record.supervisor : null;
  }

  /** Ends what an earlier run left behind, then takes the folder for this process. */
  async takeOver(): Promise<void> {
    const left = (readJsonFile<RegistryFile>(this.path)?.groups ?? []).filter((group) =>
      isSameProcess(group),
    );
    for (const { pid } of left) signalGroup(pid, "SIGTERM");
    await untilGone(left, endGraceMs);
    for (const { pid } of left) signalGroup(pid, "SIGKILL");
    this.taken = true;
    this.save();
    this.startGuard();
  }

  /** Whether this process owns the data folder. */
  get isTaken(): boolean {
    return this.taken;
  }

  /** `pid` leads its own group. */
  add(pid: number, name: string): void {
    const identity = identityOf(pid);
    // Already over: nothing to guard.
    if (identity === null) return;
    this.groups.set(pid, { ...identity, name });
    this.tellGuard(`add ${pid}`);
    this.save();
  }

  remove(pid: number): void {
    if (!this.groups.delete(pid)) return;
    this.tellGuard(`remove ${pid}`);
    this.save();
  }

  /** Ends every group at once. */
  killAll(): void {
    for (const pid of this.groups.keys()) signalGroup(pid, "SIGKILL");
    this.close();
  }

  /** To be called when everything has been stopped: ends what still is there, for example of a start that was broken off. */
  async endAll(): Promise<void> {
    const left = [...this.groups.values()];
    for (const { pid } of left) signalGroup(pid, "SIGTERM");
    await untilGone(left, endGraceMs);
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
    // Detached: what kills the supervisor's process group must not take the guard with it.
    const guard = spawn("sh", [script], { detached: true, stdio: ["pipe", "ignore", "ignore"] });
    this.guard = guard;
    for (const pid of this.groups.keys()) this.tellGuard(`add ${pid}`);
    guard.stdin.on("error", () => {});
    guard.on("exit", () => {
      if (!this.closed) this.startGuard();
    });
  }

  private tellGuard(line: string): void {
    this.guard?.stdin?.write(`${line}\n`);
  }
}

async function untilGone(processes: readonly ProcessIdentity[], withinMs: number): Promise<void> {
  const deadline = Date.now() + withinMs;
  while (processes.some((one) => isSameProcess(one)) && Date.now() < deadline) {
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}
