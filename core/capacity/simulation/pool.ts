/** Serves requests for units in the order of arrival, up to a limit. */
export class Pool {
  used = 0;
  private readonly waiting: { units: number; run: () => void }[] = [];
  /** Index of the first request that waits; those before it have been served. */
  private first = 0;
  private readonly limit: number;

  constructor(limit: number) {
    this.limit = limit;
  }

  /** Calls `run` as soon as the units are free. A request above the limit runs when nothing else does. */
  take(units: number, run: () => void): void {
    this.waiting.push({ units, run });
    this.serve();
  }

  release(units: number): void {
    this.used -= units;
    this.serve();
  }

  private serve(): void {
    for (;;) {
      const next = this.waiting[this.first];
      if (next === undefined || (this.used > 0 && this.used + next.units > this.limit)) break;
      this.first += 1;
      this.used += next.units;
      next.run();
    }
    if (this.first > 1000 && this.first * 2 > this.waiting.length) {
      this.waiting.splice(0, this.first);
      this.first = 0;
    }
  }
}

/** A token bucket that delays calls: a burst of calls at once, then a constant rate. */
export class CallRate {
  private nextFree = Number.NEGATIVE_INFINITY;
  private readonly perSecond: number;
  private readonly burst: number;

  constructor(perSecond: number, burst: number) {
    this.perSecond = perSecond;
    this.burst = burst;
  }

  /** Returns the second at which a call that is wanted at `now` is accepted. */
  accept(now: number): number {
    if (!Number.isFinite(this.perSecond)) return now;
    const earliest = now - (this.burst - 1) / this.perSecond;
    const at = Math.max(this.nextFree, earliest);
    this.nextFree = at + 1 / this.perSecond;
    return Math.max(now, at);
  }
}
