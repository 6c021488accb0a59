import { StartError } from "../start-error.ts";
import type { Child, Exit } from "./child.ts";

export interface SupervisedProcessOptions {
  name: string;
  /** Starts the process and resolves when it is ready; rejects if it cannot be started. */
  start: () => Promise<Child>;
  /** Called after an unexpected exit, before the restart. */
  onExit: (exit: Exit) => void | Promise<void>;
  /** Called after each start, when the process is ready. */
  onReady: () => void | Promise<void>;
  /** Called when the process has exited too often and is not restarted. */
  onFailure: (reason: StartError) => void;
  stopGraceMs: number;
  now?: () => number;
}

/**
 * More exits than this within the window, each soon after the start: a restart does not help. A process that has worked for a while
 * is restarted without limit, whatever ends it.
 */
const maxExits = 5;
const windowMs = 60_000;
const shortLifeMs = 5000;

/** A process that is restarted after an unexpected exit. */
export class SupervisedProcess {
  private readonly options: SupervisedProcessOptions;
  private child: Child | null = null;
  private stopping = false;
  private readyAtMs = 0;
  private readonly exitTimesMs: number[] = [];
  private watching: Promise<void> = Promise.resolve();

  constructor(options: SupervisedProcessOptions) {
    this.options = options;
  }

  /** Resolves when the process is ready; rejects, without a retry, if it cannot be started. */
  async start(): Promise<void> {
    this.child = await this.startChild();
    await this.options.onReady();
    this.watching = this.watch();
  }

  private now(): number {
    return (this.options.now ?? Date.now)();
  }

  private async startChild(): Promise<Child> {
    const child = await this.options.start();
    this.readyAtMs = this.now();
    return child;
  }

  async stop(): Promise<void> {
    this.stopping = true;
    await this.child?.stop(this.options.stopGraceMs);
    await this.watching;
  }

  private async watch(): Promise<void> {
    while (this.child) {
      const exit = await this.child.exited;
      if (this.stopping) return;
      await this.options.onExit(exit);
      this.child = await this.restart(exit);
      if (this.stopping) return await this.child?.stop(this.options.stopGraceMs);
      if (this.child) await this.options.onReady();
    }
  }

  /** Returns null when the process is not restarted any more. */
  private async restart(exit: Exit): Promise<Child | null> {
    let reason = `exit code ${exit.exitCode}: ${exit.stderrTail.split("\n").at(-1) ?? ""}`;
    let hasFailed = this.now() - this.readyAtMs < shortLifeMs;
    while (!this.stopping) {
      if (hasFailed) this.exitTimesMs.push(this.now());
      const recent = this.exitTimesMs.filter((timeMs) => timeMs > this.now() - windowMs);
      if (recent.length > maxExits) {
        this.options.onFailure(
          new StartError(
            `${this.options.name} exited ${recent.length} times within a minute, soon after its start (${reason}). See the logs of the service.`,
          ),
        );
        return null;
      }
      try {
        return await this.startChild();
      } catch (error) {
        hasFailed = true;
        reason = (error as Error).message;
      }
    }
    return null;
  }
}
