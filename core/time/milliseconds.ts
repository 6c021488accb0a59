/** Seconds to the millisecond: as fine as any engine's times are true; more digits would only look precise. */
export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
