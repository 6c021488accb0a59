/** The port of a process behind the reverse proxy, unknown while the process restarts. */
export class Backend {
  private port: number | null = null;
  private waiting: (() => void)[] = [];

  setPort(port: number): void {
    this.port = port;
    for (const resume of this.waiting.splice(0)) resume();
  }

  clearPort(): void {
    this.port = null;
  }

  /** Returns the loopback port; null if the process is not ready within the time. */
  async waitForPort(milliseconds: number): Promise<number | null> {
    if (this.port !== null || milliseconds <= 0) return this.port;
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, milliseconds);
      this.waiting.push(() => {
        clearTimeout(timer);
        resolve();
      });
    });
    return this.port;
  }
}
