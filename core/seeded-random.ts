/** A reproducible random source: mulberry32, a generator in the public domain. */
export interface Random {
  /** A number from 0 up to but not including 1. */
  next: () => number;
  /** An integer from 0 up to but not including `limit`. */
  below: (limit: number) => number;
  /** One element. Throws RangeError when there is none. */
  pick: <Item>(items: readonly Item[]) => Item;
}

export const seededRandom = (seed: number): Random => {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  const below = (limit: number): number => Math.floor(next() * limit);
  const pick = <Item>(items: readonly Item[]): Item => {
    if (items.length === 0) throw new RangeError("there is nothing to pick from");
    return items[below(items.length)] as Item;
  };
  return { next, below, pick };
};
