import type { Random } from "../../core/seeded-random.ts";

/** Boundary values of counters, sizes and signs, and neighbors of the existing value. */
export const edgeValue = (random: Random, current: number): number =>
  random.pick([
    0,
    1,
    2,
    7,
    current + 1,
    Math.max(0, current - 1),
    current * 2,
    Math.floor(current / 2),
    0x7fffffff,
    0x80000000,
    0xffffffff,
    0xfffffffe,
    0x00ffffff,
    random.below(2 ** 32),
  ]) %
  2 ** 32;
