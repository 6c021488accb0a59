/** Terminals and npm each pass one Ctrl-C on: what comes at once is the same one. */
const sameCtrlCMs = 1000;

/** 128 + SIGINT. */
export const interruptedExitCode = 130;

/**
 * What SIGINT, SIGTERM, SIGHUP and the end of the starter (bin/start.mjs) do. At first they end the program, through its
 * exit handlers; while `first` is armed the first one only calls it, and another one a second later calls `second` and
 * ends the program.
 */
export class CtrlC {
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
    } else if (Date.now() - this.firstMs > sameCtrlCMs) {
      this.armed.second();
      process.exit(interruptedExitCode);
    }
  }
}
