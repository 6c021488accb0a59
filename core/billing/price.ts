import type { ClipDurationRange } from "../clips/duration-range.ts";
import { outputModeOf } from "../settings/output-mode.ts";
import type { ExportSettings } from "../settings/render-settings.ts";
import type { CaptioningRequest } from "../tasks/captioning-task.ts";
import type { MediaInfo } from "../videos/media-info.ts";

/**
 * The price table. Amounts are micro-USD per minute; factors are exact fractions [numerator, denominator].
 * Source: the price row of the interface's decisions and "Cost rules" of the specification.
 */
export const prices = {
  transcriptionPerMinute: 30_000n,
  renderPerMinute: 70_000n,
  quality: { standard: 1n, quadHD: 2n, ultraHD: 4n },
  speed: { standard: [1n, 1n], fast: [6n, 5n], ultraFast: [3n, 2n] },
  codec: { h264: [1n, 1n], prores4444: [3n, 2n], vp9: [2n, 1n] },
  /** Micro-USD per clip made. */
  clip: { lt_30s: 75_000, gte_30s_lt_60s: 100_000, gte_60s_lt_90s: 125_000, gte_90s_lt_180s: 150_000 },
  /** Factor by the number of pixels of an explicit size: up to and including, in order. */
  pixels: [
    { upTo: 2_073_600, factor: 1n },
    { upTo: 3_686_400, factor: 2n },
    { upTo: Number.POSITIVE_INFINITY, factor: 4n },
  ],
} as const;

type Fraction = readonly [bigint, bigint];

const millisecondsPerMinute = 60_000n;
/** Frame rates are priced to the millionth of a frame per second. */
const fpsScale = 1_000_000n;

/** 1 up to 30 frames per second, then 1 + (fps − 30) / 60. */
const fpsFactor = (fps: number): Fraction => {
  const scaled = BigInt(Math.round(fps * Number(fpsScale)));
  const above = scaled - 30n * fpsScale;
  return above <= 0n ? [1n, 1n] : [60n * fpsScale + above, 60n * fpsScale];
};

/** Width × height of an explicit size; one side alone takes the other from the source's shape. */
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

/** Prices count the decoded duration in whole milliseconds. */
export const millisecondsOf = ({ durationSeconds }: Pick<MediaInfo, "durationSeconds">): number =>
  Math.round(durationSeconds * 1000);

/** Numerator ÷ denominator of two positive integers, half rounded up. */
const divideHalfUp = (numerator: bigint, denominator: bigint): bigint =>
  (2n * numerator + denominator) / (2n * denominator);

/**
 * What a captioning task costs, integer micro-USD: decoded duration to the millisecond × (transcription + render ×
 * factors), rounded once, half up.
 */
export const taskCostMicroUsd = (
  media: MediaInfo,
  request: Pick<CaptioningRequest, "source" | "exportSettings">,
): number => {
  const { exportSettings: settings } = request;
  const milliseconds = BigInt(millisecondsOf(media));
  const codec = codecOf(settings);
  // ProRes has no presets to choose from: speed changes neither the work nor the price.
  const speed = codec === "prores4444" ? "standard" : (settings.speed ?? "standard");
  const factors: readonly Fraction[] = [
    fpsFactor(settings.fps ?? 30),
    prices.speed[speed],
    prices.codec[codec],
  ];
  const numerator = factors.reduce((product, [top]) => product * top, sizeFactor(settings, media));
  const denominator = factors.reduce((product, [, bottom]) => product * bottom, 1n);
  const transcription = request.source.kind === "speech" ? prices.transcriptionPerMinute : 0n;
  const perMinute = transcription * denominator + prices.renderPerMinute * numerator;
  return Number(divideHalfUp(milliseconds * perMinute, millisecondsPerMinute * denominator));
};

/** What a task's record says of its price; both null until there is one. */
export interface Priced {
  costMicroUsd: number | null;
  /** The decoded duration that the cost was reckoned from. */
  mediaMilliseconds: number | null;
}

/**
 * The cost to hold for a task; none when nothing may be held: the media is not known yet, or it cannot be rendered in
 * this mode (the task fails by name before any work, free of charge).
 */
export const holdableCost = (
  media: MediaInfo | null,
  request: Pick<CaptioningRequest, "source" | "exportSettings">,
): Priced => {
  const cannotRender = media?.video === null && outputModeOf(request.exportSettings) !== "transparent";
  if (media === null || cannotRender) return { costMicroUsd: null, mediaMilliseconds: null };
  return {
    costMicroUsd: taskCostMicroUsd(media, request),
    mediaMilliseconds: millisecondsOf(media),
  };
};

/**
 * What a clip task costs when `clips` clips are made, integer micro-USD: video minutes × transcription + clips × charge of
 * their range. With the most clips asked for it is what is held; the difference to those made goes back to the account.
 * Source: specification, "Cost rules for clip tasks".
 */
export const clipTaskCostMicroUsd = (
  media: Pick<MediaInfo, "durationSeconds">,
  durationRange: ClipDurationRange,
  clips: number,
): number => {
  const transcription = BigInt(millisecondsOf(media)) * prices.transcriptionPerMinute;
  return Number(divideHalfUp(transcription, millisecondsPerMinute)) + clips * prices.clip[durationRange];
};
