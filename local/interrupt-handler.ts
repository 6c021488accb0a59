/** The terminal and npm both forward one Ctrl-C: signals within this time are the same one. */
const repeatWindowMs = 1000;

/** 128 + SIGINT. */
export const interruptedExitCode = 130;

/**
 * Handles SIGINT, SIGTERM, SIGHUP and the exit of the parent (bin/start.mjs). Before `arm` they exit the process. After it the
 * first one calls `first`, and another one at least a second later calls `second` and exits.
 */
export class InterruptHandler {
  private armed: { first: () => void; second: () => void } | null = null;
  private firstMs: number | null = null;

  constructor() {
    const interrupt = () => this.interrupt();
    for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, interrupt);
    process.on("disconnect", interrupt);
  }

  arm(first: () => void, second: () => void): void {
    this.armed = { first, second };
  }

  private interrupt(): void {
    if (this.armed === null) process.exit(interruptedExitCode);
    if (this.firstMs === null) {
      this.firstMs = Date.now();
      this.armed.first();
    } else if (Date.now() - this.firstMs > repeatWindowMs) {
      this.armed.second();
      process.exit(interruptedExitCode);
    }
  }
}
