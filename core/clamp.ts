/** Limits a value to the range from 0 to 1. */
export const clamp = (value: number): number => Math.min(1, Math.max(0, value));
