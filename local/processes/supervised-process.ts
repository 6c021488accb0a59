import { StartError } from "../start-error.ts";
import type { Child, Exit } from "./child.ts";

export interface KeptAliveOptions {
  name: string;
  /** Starts it and resolves when it answers; rejects when it cannot be started. */
  start: () => Promise<Child>;
  /** It has ended by itself: at once, before it is started again. */
  onDown: (exit: Exit) => void | Promise<void>;
  /** It answers again. */
  onUp: () => void | Promise<void>;
  /** It cannot be kept alive: too many ends in a row. */
  onGivenUp: (reason: StartError) => void;
  stopGraceMs: number;
  now?: () => number;
}

/** So many ends within the window mean that starting again does not help. */
const maxEnds = 5;
const windowMs = 60_000;

/** A process that is started again whenever it ends by itself. */
export class KeptAlive {
  private readonly options: KeptAliveOptions;
  private child: Child | null = null;
  private stopping = false;
  private readonly endsMs: number[] = [];
  private watching: Promise<void> = Promise.resolve();

  constructor(options: KeptAliveOptions) {
    this.options = options;
  }

  /** Resolves when it answers for the first time; rejects, without another try, when that fails. */
  async start(): Promise<void> {
    this.child = await this.options.start();
    await this.options.onUp();
    this.watching = this.watch();
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
      await this.options.onDown(exit);
      this.child = await this.startAgain(exit);
      if (this.stopping) return await this.child?.stop(this.options.stopGraceMs);
      if (this.child) await this.options.onUp();
    }
  }

  /** null when it is given up. */
  private async startAgain(exit: Exit): Promise<Child | null> {
    let reason = `exit code ${exit.exitCode}: ${exit.lastWords.split("\n").at(-1) ?? ""}`;
    const now = this.options.now ?? Date.now;
    while (!this.stopping) {
      this.endsMs.push(now());
      const recent = this.endsMs.filter((end) => end > now() - windowMs);
      if (recent.length > maxEnds) {
        this.options.onGivenUp(
          new StartError(`${this.options.name} ended ${recent.length} times within a minute (${reason}).`),
        );
        return null;
      }
      try {
        return await this.options.start();
      } catch (error) {
        reason = (error as Error).message;
      }
    }
    return null;
  }
}
