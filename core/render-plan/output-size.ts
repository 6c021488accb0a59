import { NamedError } from "../errors.ts";
import type { ExportSettings } from "../settings/render-settings.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import { planOutput } from "./output-plan.ts";

/**
 * Bytes per pixel and frame, an upper estimate. ProRes 4444 with nothing on it takes 7.4 Mbit/s at 1080p and 30 fps, 0.015
 * bytes; captions at most three times as much. The other codecs compress what does not change to almost nothing.
 */
const bytesPerPixel = { prores4444: 0.045, vp9: 0.004, h264: 0.03 } as const;

/** The join of a divided video holds its segments and the output on a disk of 200 GiB, the most that Fargate offers. */
const maxOutputBytes = 95e9;

/** Returns the estimated size of an output in bytes. */
export const expectedOutputBytes = (media: MediaInfo, settings: ExportSettings): number => {
  const { canvas, codec, frameCount } = planOutput(media, settings);
  return canvas.width * canvas.height * frameCount * bytesPerPixel[codec];
};

const gigabytes = (bytes: number): string => `${Math.round(bytes / 1e9)} GB`;

/** Returns the problems of export settings that make an output that no container has room for. */
export const outputSizeProblems = (media: MediaInfo, settings: ExportSettings): string[] => {
  const bytes = expectedOutputBytes(media, settings);
  if (bytes <= maxOutputBytes) return [];
  return [
    `exportSettings must not ask for an output of more than ${gigabytes(maxOutputBytes)} (this one would have about ${gigabytes(bytes)}). Set outputCodec to vp9, or a smaller size or fps.`,
  ];
};

/** Throws NamedError MediaTooLarge for an output that no container has room for. */
export const checkOutputSize = (media: MediaInfo, settings: ExportSettings): void => {
  const [problem] = outputSizeProblems(media, settings);
  if (problem !== undefined) throw new NamedError("MediaTooLarge", problem);
};
