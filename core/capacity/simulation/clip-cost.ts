import type { ClipCutter } from "../../clips/clip-cutter.ts";
import { workMinutes } from "../work.ts";
import { containers, prices, secondPrice } from "./minute-cost.ts";

/** MediaConvert charges at least this much of an output. Source: its price list. */
const minOutputSeconds = 10;

/**
 * Returns what one plain clip of 1080p at 30 fps costs, in USD, without the download of its source. A container is paid from the
 * fetch of its image. Stills that MediaConvert captures are few frames and not counted.
 */
export const clipCost = (cutter: ClipCutter, seconds: number, spot: boolean): number => {
  if (cutter === "mediaconvert")
    return (Math.max(minOutputSeconds, seconds) / 60) * prices.mediaConvertMinute;
  const { vcpus, gigabytes, disk } = containers.render;
  return (60 * workMinutes.start + seconds * workMinutes.render) * secondPrice(vcpus, gigabytes, disk, spot);
};
