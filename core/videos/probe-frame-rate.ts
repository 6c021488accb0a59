import { medianOf } from "../median.ts";
import type { Rational } from "../time/rational.ts";

export interface FrameTiming {
  frameRate: Rational;
  isVariable: boolean;
  /** Duration of the last frame, in ticks. */
  lastDuration: number;
}

const standardRates: readonly Rational[] = [
  { num: 24_000, den: 1001 },
  { num: 30_000, den: 1001 },
  { num: 60_000, den: 1001 },
  { num: 120_000, den: 1001 },
  ...[24, 25, 30, 50, 60, 12, 15, 10, 20, 48, 100, 120, 240].map((num) => ({ num, den: 1 })),
  { num: 25, den: 2 },
];

const gcd = (a: number, b: number): number => (b === 0 ? a : gcd(b, a % b));
const reduce = ({ num, den }: Rational): Rational => {
  const divisor = gcd(num, den);
  return { num: num / divisor, den: den / divisor };
};

/** Both ends of every span are rounded to a tick: half a tick each, and a margin for the division. */
const toleranceTicks = 1.01;

const isGrid = (times: Float64Array, ticksPerFrame: number): boolean => {
  const [first = 0] = times;
  return times.every((time, index) => Math.abs(time - first - index * ticksPerFrame) <= toleranceTicks);
};

const approximate = (perSecond: number): Rational => {
  const nearest = standardRates.find(({ num, den }) => Math.abs((perSecond * den) / num - 1) < 0.0002);
  return nearest ?? reduce({ num: Math.max(1, Math.round(perSecond * 1000)), den: 1000 });
};

const medianStep = (times: Float64Array): number =>
  medianOf(times.subarray(1).map((time, index) => time - (times[index] ?? 0)));

/** Returns the longest span between two frames, in ticks; 0 for a single frame. */
export const longestStep = (times: Float64Array): number =>
  times.reduce(
    (longest, time, index) => Math.max(longest, index === 0 ? 0 : time - (times[index - 1] ?? 0)),
    0,
  );

/**
 * Measures the frame rate from the times of the frames. It is constant when every frame is where an exact ratio puts it, up
 * to the rounding of the time base; then the result is that ratio (the container's if it fits, else a standard rate, else
 * the mean). Otherwise the result is the mean rate.
 *
 * @param times ascending, in ticks of `timeBase` seconds
 * @param claims rates that the container states, most reliable first
 */
export const measureFrameRate = (
  times: Float64Array,
  lastDuration: number,
  timeBase: Rational,
  claims: readonly Rational[],
): FrameTiming => {
  const ticksPerSecond = timeBase.den / timeBase.num;
  const claim = claims[0] ?? { num: 30, den: 1 };
  const [first = 0] = times;
  const last = times.at(-1) ?? 0;
  const typicalStep = medianStep(times) || lastDuration || (claim.den / claim.num) * ticksPerSecond;
  // A last frame of minutes among short ones is an error of the container.
  const isBogus = lastDuration > 60 * ticksPerSecond && lastDuration > 100 * typicalStep;
  const shownLast = lastDuration > 0 && !isBogus ? lastDuration : typicalStep;
  if (times.length < 2 || last <= first) {
    return { frameRate: claim, isVariable: false, lastDuration: shownLast };
  }
  const meanStep = (last - first) / (times.length - 1);
  const candidates = [...claims, ...standardRates];
  const exact = candidates.find(({ num, den }) => isGrid(times, (ticksPerSecond * den) / num));
  if (exact) return { frameRate: reduce(exact), isVariable: false, lastDuration: shownLast };
  if (isGrid(times, meanStep)) {
    return { frameRate: approximate(ticksPerSecond / meanStep), isVariable: false, lastDuration: shownLast };
  }
  const perSecond = (times.length * ticksPerSecond) / (last - first + shownLast);
  return { frameRate: approximate(perSecond), isVariable: true, lastDuration: shownLast };
};
