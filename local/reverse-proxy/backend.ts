/** A process behind the front door: it may be away for a moment, while it is started again. */
export class Backend {
  private port: number | null = null;
  private waiting: (() => void)[] = [];

  up(port: number): void {
    this.port = port;
    for (const resume of this.waiting.splice(0)) resume();
  }

  down(): void {
    this.port = null;
  }

  /** The port to talk to on the loopback interface; null when it has not come up within the time. */
  async portWithin(milliseconds: number): Promise<number | null> {
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
