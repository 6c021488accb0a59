/** Events in the order of their times: a binary heap. Events of the same time are taken in the order of insertion. */
export class EventQueue<Event> {
  private readonly heap: { at: number; order: number; event: Event }[] = [];
  private inserted = 0;

  get size(): number {
    return this.heap.length;
  }

  push(at: number, event: Event): void {
    this.heap.push({ at, order: this.inserted, event });
    this.inserted += 1;
    let index = this.heap.length - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.isEarlier(index, parent)) return;
      this.swap(index, parent);
      index = parent;
    }
  }

  /** Removes and returns the earliest event; null when there is none. */
  pop(): { at: number; event: Event } | null {
    const [first] = this.heap;
    const last = this.heap.pop();
    if (first === undefined || last === undefined) return null;
    if (this.heap.length > 0) {
      this.heap[0] = last;
      this.sink();
    }
    return { at: first.at, event: first.event };
  }

  private sink(): void {
    let index = 0;
    for (;;) {
      const [left, right] = [2 * index + 1, 2 * index + 2];
      let earliest = index;
      if (left < this.heap.length && this.isEarlier(left, earliest)) earliest = left;
      if (right < this.heap.length && this.isEarlier(right, earliest)) earliest = right;
      if (earliest === index) return;
      this.swap(index, earliest);
      index = earliest;
    }
  }

  private isEarlier(one: number, other: number): boolean {
    const [a, b] = [this.heap[one], this.heap[other]];
    if (a === undefined || b === undefined) return false;
    return a.at < b.at || (a.at === b.at && a.order < b.order);
  }

  private swap(one: number, other: number): void {
    const [a, b] = [this.heap[one], this.heap[other]];
    if (a === undefined || b === undefined) return;
    this.heap[one] = b;
    this.heap[other] = a;
  }
}
