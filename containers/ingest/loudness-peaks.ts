import type { Readable } from "node:stream";
import { peaksSampleRate } from "../../core/render-plan/proxy-arguments.ts";
import { peaksPerSecond } from "../../core/videos/loudness-peaks.ts";

const samplesPerPeak = peaksSampleRate / peaksPerSecond;

/**
 * Reads 16-bit little-endian samples at `peaksSampleRate` and returns the largest magnitude of each hundredth of a second, 0 to
 * 255.
 */
export const loudnessPeaks = async (samples: Readable): Promise<number[]> => {
  const peaks: number[] = [];
  let peak = 0;
  let count = 0;
  let odd: Buffer = Buffer.alloc(0);
  const add = (sample: number): void => {
    peak = Math.max(peak, Math.abs(sample));
    count += 1;
    if (count < samplesPerPeak) return;
    peaks.push(Math.round((peak * 255) / 32_768));
    peak = 0;
    count = 0;
  };
  for await (const chunk of samples) {
    const bytes: Buffer = Buffer.concat([odd, chunk as Buffer]);
    const whole = bytes.length - (bytes.length % 2);
    for (let at = 0; at < whole; at += 2) add(bytes.readInt16LE(at));
    odd = bytes.subarray(whole);
  }
  if (count > 0) peaks.push(Math.round((peak * 255) / 32_768));
  return peaks;
};
