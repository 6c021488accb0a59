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

/** USD per million tokens of Nova 2 Lite by the profile of a geography, in us-east-1, eu-west-1 and ap-northeast-1. Source: Bedrock's price list. */
export const clipModelPrices = {
  us: { sent: 0.33, returned: 2.75 },
  eu: { sent: 0.374, returned: 3.157 },
  jp: { sent: 0.396, returned: 3.311 },
} as const;

/** Tokens of the requests and responses that choose the clips of a task; four characters of English are about one token. */
export const clipModelTokens = {
  /** 70,000 and 4,400 characters, as counted for talks of 40 minutes (docs/contributors/clips.md). */
  talk: { sent: 17_500, returned: 1100 },
  /** 25 requests of 20,000 characters, and responses of the maximum number of tokens (core/clips/read-talk.ts). */
  maximum: { sent: 125_000, returned: 24 * 600 + 800 },
} as const;

/** Returns what a language model costs that chooses the clips of one task, in USD. */
export const clipModelCost = (
  geography: keyof typeof clipModelPrices,
  length: keyof typeof clipModelTokens,
): number => {
  const [price, tokens] = [clipModelPrices[geography], clipModelTokens[length]];
  return (price.sent * tokens.sent + price.returned * tokens.returned) / 1_000_000;
};
