import type { ClipDurationRange } from "../clips/duration-range.ts";
import { outputModeOf } from "../settings/output-mode.ts";
import type { ExportSettings } from "../settings/render-settings.ts";
import type { CaptioningRequest } from "../tasks/captioning-task.ts";
import type { MediaInfo } from "../videos/media-info.ts";

/**
 * The price table. Amounts are micro-USD per minute; factors are exact fractions [numerator, denominator].
 * Source: "Cost rules" of the specification.
 */
export const prices = {
  transcriptionPerMinute: 30_000n,
  renderPerMinute: 70_000n,
  dubPerMinute: 200_000n,
  quality: { standard: 1n, quadHD: 2n, ultraHD: 4n },
  speed: { standard: [1n, 1n], fast: [6n, 5n], ultraFast: [3n, 2n] },
  codec: { h264: [1n, 1n], prores4444: [3n, 2n], vp9: [2n, 1n] },
  /** Micro-USD per clip made. */
  clip: { lt_30s: 75_000, gte_30s_lt_60s: 100_000, gte_60s_lt_90s: 125_000, gte_90s_lt_180s: 150_000 },
  /** Factor by the number of pixels of an explicit size, in ascending order; `upTo` is inclusive. */
  pixels: [
    { upTo: 2_073_600, factor: 1n },
    { upTo: 3_686_400, factor: 2n },
    { upTo: Number.POSITIVE_INFINITY, factor: 4n },
  ],
} as const;

type Fraction = readonly [bigint, bigint];

const millisecondsPerMinute = 60_000n;
/** Frame rates are priced in millionths of a frame per second. */
const fpsScale = 1_000_000n;

/** Returns the frame rate factor: 1 up to 30 frames per second, then 1 + (fps − 30) / 60. */
const fpsFactor = (fps: number): Fraction => {
  const scaled = BigInt(Math.round(fps * Number(fpsScale)));
  const above = scaled - 30n * fpsScale;
  return above <= 0n ? [1n, 1n] : [60n * fpsScale + above, 60n * fpsScale];
};

/** Returns width × height of an explicit size; a missing side follows from the source's aspect ratio. */
const explicitPixels = (settings: ExportSettings, media: MediaInfo): number | null => {
  const { width, height } = settings;
  if (width !== undefined && height !== undefined) return width * height;
  if (media.width === null || media.height === null) return null;
  if (width !== undefined) return Math.round((width * width * media.height) / media.width);
  if (height !== undefined) return Math.round((height * height * media.width) / media.height);
  return null;
};

const sizeFactor = (settings: ExportSettings, media: MediaInfo): bigint => {
  const pixels = explicitPixels(settings, media);
  if (pixels === null) return prices.quality[settings.quality ?? "standard"];
  return prices.pixels.find((step) => pixels <= step.upTo)?.factor ?? 4n;
};

const codecOf = (settings: ExportSettings): keyof typeof prices.codec =>
  outputModeOf(settings) === "transparent" ? (settings.outputCodec ?? "prores4444") : "h264";

/** Returns the decoded duration in integer milliseconds, the unit of prices. */
export const mediaMillisecondsOf = ({ durationSeconds }: Pick<MediaInfo, "durationSeconds">): number =>
  Math.round(durationSeconds * 1000);

/** Divides two positive integers, rounding half up. */
const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/**
 * Returns the cost of a captioning task, integer micro-USD: decoded duration in milliseconds × (transcription + dub +
 * render × factors), rounded once, half up.
 */
export const taskCostMicroUsd = (
  media: MediaInfo,
  request: Pick<CaptioningRequest, "source" | "dub" | "exportSettings">,
): number => {
  const { exportSettings: settings } = request;
  const milliseconds = BigInt(mediaMillisecondsOf(media));
  const codec = codecOf(settings);
  // ProRes has no presets: speed affects neither the work nor the price.
  const speed = codec === "prores4444" ? "standard" : (settings.speed ?? "standard");
  const factors: readonly Fraction[] = [
    fpsFactor(settings.fps ?? 30),
    prices.speed[speed],
    prices.codec[codec],
  ];
  const numerator = factors.reduce((product, [top]) => product * top, sizeFactor(settings, media));
  const denominator = factors.reduce((product, [, bottom]) => product * bottom, 1n);
  const transcription = request.source.kind === "speech" ? prices.transcriptionPerMinute : 0n;
  const dub = request.dub === true ? prices.dubPerMinute : 0n;
  const perMinute = (transcription + dub) * denominator + prices.renderPerMinute * numerator;
  return Number(divideHalfUp(milliseconds * perMinute, millisecondsPerMinute * denominator));
};

/** The price of a task as stored in its record; both null until it is known. */
export interface TaskPrice {
  costMicroUsd: number | null;
  /** Decoded duration of the media that the cost is based on. */
  mediaMilliseconds: number | null;
}

/**
 * Returns the cost to hold for a task; null when the media is not known yet, or cannot be rendered in this mode (the task
 * then fails with a named error before any work, free of charge).
 */
export const costToHold = (
  media: MediaInfo | null,
  request: Pick<CaptioningRequest, "source" | "dub" | "exportSettings">,
): TaskPrice => {
  const cannotRender = media?.video === null && outputModeOf(request.exportSettings) !== "transparent";
  if (media === null || cannotRender) return { costMicroUsd: null, mediaMilliseconds: null };
  return {
    costMicroUsd: taskCostMicroUsd(media, request),
    mediaMilliseconds: mediaMillisecondsOf(media),
  };
};

/**
 * Returns the cost of a clip task for `clips` clips, integer micro-USD: video minutes × transcription + clips × price of their
 * duration range. The cost of the maximum number of clips is held; the difference to those made is refunded.
 * Source: specification, "Cost rules for clip tasks".
 */
export const clipTaskCostMicroUsd = (
  media: Pick<MediaInfo, "durationSeconds">,
  durationRange: ClipDurationRange,
  clips: number,
): number => {
  const transcription = BigInt(mediaMillisecondsOf(media)) * prices.transcriptionPerMinute;
  return Number(divideHalfUp(transcription, millisecondsPerMinute)) + clips * prices.clip[durationRange];
};
