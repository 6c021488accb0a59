import { NamedError } from "../errors.ts";
import type { ExportSettings } from "../settings/render-settings.ts";
import type { MediaInfo } from "../videos/media-info.ts";
import { planOutput } from "./output-plan.ts";

/**
 * Upper estimate of the bytes per pixel and frame. Empty ProRes 4444 takes 7.4 Mbit/s at 1080p and 30 fps, which is
 * 0.015; captions take at most three times as much. The other codecs compress static content to almost nothing.
 */
const bytesPerPixel = { prores4444: 0.045, vp9: 0.004, h264: 0.03 } as const;

/**
 * To join a segmented video, the container stores its segments and the output on a disk of 200 GiB, Fargate's maximum.
 */
const maxOutputBytes = 95e9;

/** Returns the estimated size of an output in bytes. */
export const expectedOutputBytes = (media: MediaInfo, settings: ExportSettings): number => {
  const { canvas, codec, frameCount } = planOutput(media, settings);
  return canvas.width * canvas.height * frameCount * bytesPerPixel[codec];
};

const gigabytes = (bytes: number): string => `${Math.round(bytes / 1e9)} GB`;

/** Returns the problems of export settings whose output exceeds the disk of a container. */
export const outputSizeProblems = (media: MediaInfo, settings: ExportSettings): string[] => {
  const bytes = expectedOutputBytes(media, settings);
  if (bytes <= maxOutputBytes) return [];
  return [
    `exportSettings must not result in an output of more than ${gigabytes(maxOutputBytes)} (estimated: ${gigabytes(bytes)}). Set outputCodec to vp9, or a smaller size or fps.`,
  ];
};

/** Throws NamedError MediaTooLarge for an output that exceeds the disk of a container. */
export const checkOutputSize = (media: MediaInfo, settings: ExportSettings): void => {
  const [problem] = outputSizeProblems(media, settings);
  if (problem !== undefined) throw new NamedError("MediaTooLarge", problem);
};
