/** Rounds seconds to milliseconds: no engine's times are more accurate. */
export const toMilliseconds = (seconds: number): number => Math.round(seconds * 1000) / 1000;
