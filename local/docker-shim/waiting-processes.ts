import type { ChildProcess } from "node:child_process";
import type { WaitingTask } from "../../adapters/waiting-task.ts";
import { hasSpareMemory } from "../spare-memory.ts";
import type { Invocation } from "./commands.ts";
import { startContainerProcess } from "./container-process.ts";
import type { ContainerRuntime } from "./runtime.ts";

/**
 * Keeps one process of each container ready, so that a task does not wait until code and models are loaded. A process serves
 * one task, like a container.
 */
export class WaitingProcesses {
  private readonly runtime: ContainerRuntime;
  private readonly ready = new Map<string, ChildProcess>();
  private isClosed = false;

  constructor(runtime: ContainerRuntime) {
    this.runtime = runtime;
  }

  /** Starts the processes that are missing, if there is enough memory. */
  prepare(): void {
    for (const name of this.runtime.waiting) this.prepareOne(name);
  }

  /** Gives the task to the process that waits for one with this command. Returns null if there is none. */
  take({ waitsAs = "" }: Pick<Invocation, "waitsAs">, task: WaitingTask): ChildProcess | null {
    const child = this.ready.get(waitsAs);
    if (child === undefined) return null;
    this.ready.delete(waitsAs);
    child.stdin?.end(`${JSON.stringify(task)}\n`);
    return child;
  }

  /** Ends the processes that wait. */
  close(): void {
    this.isClosed = true;
    for (const child of this.ready.values()) child.kill("SIGTERM");
    this.ready.clear();
  }

  private prepareOne(name: string): void {
    if (this.isClosed || this.ready.has(name) || !hasSpareMemory()) return;
    const invocation = this.runtime.resolve(name, ["--wait"]);
    if (invocation?.waitsAs !== name) return;
    const { cwd, environment: env } = this.runtime;
    const child = startContainerProcess(invocation, { cwd, env, stdin: "pipe" });
    const { pid } = child;
    if (pid === undefined) {
      // The container itself reports why its command cannot be started.
      child.on("error", () => {});
      return;
    }
    this.ready.set(name, child);
    this.runtime.registry.add(pid, `waiting ${name}`);
    // Writing to a process that has just ended fails; its exit is what counts.
    child.stdin?.on("error", () => {});
    child.on("exit", () => {
      this.runtime.registry.remove(pid);
      if (this.ready.get(name) === child) this.ready.delete(name);
    });
  }
}
