/** The API's value for a maximum pause in seconds, and its inverse: 0.15 × 10^value. Source: specification, "Automatic cuts". */
const shortestPause = 0.15;
export const toSilenceRemoval = (seconds: number): number =>
  Math.min(Math.max(Math.log10(seconds / shortestPause), 0), 1);
export const toPauseSeconds = (silenceRemoval: number): number =>
  Math.round(shortestPause * 10 ** silenceRemoval * 100) / 100;
