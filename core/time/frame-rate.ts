import type { Rational } from "./rational.ts";

/** Base rates of the NTSC family: 23.976, 29.97 or 59.94 stand for n × 1000 / 1001. */
const ntscBases = [12, 15, 24, 25, 30, 48, 50, 60, 90, 100, 120];

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));

/**
 * Returns the exact rate of a decimal: integers are kept, 23.976 → 24000/1001, others are rounded to thousandths (12.5 →
 * 25/2).
 */
export const exactFrameRate = (fps: number): Rational => {
  if (Number.isInteger(fps)) return { num: fps, den: 1 };
  for (const base of ntscBases) {
    if (Math.abs(fps - (base * 1000) / 1001) < 0.005) return { num: base * 1000, den: 1001 };
  }
  const num = Math.round(fps * 1000);
  const divisor = gcd(num, 1000);
  return { num: num / divisor, den: 1000 / divisor };
};

export const framesPerSecond = ({ num, den }: Rational): number => num / den;

export const rationalText = ({ num, den }: Rational): string => (den === 1 ? `${num}` : `${num}/${den}`);

/** Returns the number of frames of a duration in seconds: the nearest integer, at least one. */
export const frameCountOf = (seconds: number, fps: Rational): number =>
  Math.max(1, Math.round((seconds * fps.num) / fps.den));
