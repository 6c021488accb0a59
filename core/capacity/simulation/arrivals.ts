import type { Random } from "../../seeded-random.ts";

export const secondsPerDay = 86_400;
const busiestSecond = 14 * 3600;
/** Share of the mean load outside the busy hours. */
const baseLoad = 0.4;

/**
 * Returns the load at a second of the day divided by the mean load of the day: a bell around 14:00 with the given peak on a
 * constant base.
 *
 * @param peakFactor 1: constant load
 */
export const loadProfile = (peakFactor: number): ((second: number) => number) => {
  if (peakFactor <= 1) return () => 1;
  // The area of the bell is what the base leaves of a mean of 1.
  const sigma = ((1 - baseLoad) * secondsPerDay) / ((peakFactor - baseLoad) * Math.sqrt(2 * Math.PI));
  return (second) =>
    baseLoad + (peakFactor - baseLoad) * Math.exp(-0.5 * ((second - busiestSecond) / sigma) ** 2);
};

/** Returns the seconds at which tasks are created during a day: a Poisson process with that profile, ascending. */
export const arrivalsOfDay = (
  { tasksPerDay, peakFactor }: { tasksPerDay: number; peakFactor: number },
  random: Random,
): number[] => {
  const profile = loadProfile(peakFactor);
  const highest = (tasksPerDay / secondsPerDay) * Math.max(1, peakFactor);
  const arrivals: number[] = [];
  // Thinning: candidates at the highest rate, each kept with the probability of its second.
  for (let at = 0; ; ) {
    at -= Math.log(1 - random.next()) / highest;
    if (at >= secondsPerDay) return arrivals;
    if (random.next() * Math.max(1, peakFactor) < profile(at)) arrivals.push(at);
  }
};
