import type { ClipCutterOption } from "../../clips/clip-cutter.ts";
import { workMinutes } from "../work.ts";
import { awsPrices, containerSizes, secondPrice } from "./minute-cost.ts";

/** MediaConvert charges at least this much of an output. Source: its price list. */
const minOutputSeconds = 10;

/**
 * Returns what one plain clip of 1080p at 30 fps costs, in USD, without the download of its source. A container is paid from the
 * fetch of its image. Stills that MediaConvert captures are few frames and not counted.
 */
export const clipCost = (cutter: ClipCutterOption, seconds: number, spot: boolean): number => {
  if (cutter === "mediaconvert")
    return (Math.max(minOutputSeconds, seconds) / 60) * awsPrices.mediaConvertMinute;
  const { vcpus, gigabytes, disk } = containerSizes.render;
  return (
    (60 * workMinutes.start + seconds * workMinutes.render) * secondPrice(vcpus, gigabytes, disk, { spot })
  );
};
