import type { VideoStream } from "../videos/media-info.ts";
import type { Orientation } from "../videos/probe-document.ts";
import { isLarge } from "./output-geometry.ts";
import type { CompositedPlan, Speed } from "./output-plan.ts";

/**
 * Filters per rotation. A quarter turn is one filter, mirrored or not; `clock_flip` and `cclock_flip` also flip
 * vertically.
 */
const rotationFilters: Readonly<Record<Orientation["rotation"], { plain: string[]; mirrored: string[] }>> = {
  0: { plain: [], mirrored: ["vflip"] },
  90: { plain: ["transpose=clock"], mirrored: ["transpose=cclock_flip"] },
  180: { plain: ["hflip", "vflip"], mirrored: ["hflip"] },
  270: { plain: ["transpose=cclock"], mirrored: ["transpose=clock_flip"] },
};

/**
 * Input options that disable ffmpeg's own changes. By default ffmpeg rotates frames before every other filter, even
 * interlaced ones, and draws black corners for angles other than multiples of 90°. When the frame size changes, it
 * rebuilds the filter graph, whose timestamps then start at 0 again.
 */
export const sourceInputOptions = ["-noautorotate", "-reinit_filter", "0"];

/** Number of encoder cores that one H.264 decoder thread can supply with frames. */
const coresPerDecoderThread: Readonly<Record<Speed, number>> = { standard: 8, fast: 4, ultraFast: 2 };

/**
 * Returns the decoder's input options. Several threads use a seventh more CPU than one (24 s of 1080p: 4.6 against 4.1
 * CPU s), and each thread holds a frame. One thread is used where the encoder is the slower part, and for large frames.
 */
export const decoderArguments = ({ video, speed }: CompositedPlan, cores: number): string[] => {
  const isFastEnough = video.codec === "h264" && cores <= coresPerDecoderThread[speed];
  return isFastEnough || isLarge({ width: video.codedWidth, height: video.codedHeight })
    ? ["-threads", "1"]
    : [];
};

/** Whether `scale` can write the format, which excludes most packed formats. Recordings of calls do not use those. */
const isPlanar = (pixelFormat: string): boolean => /^(yuvj?4|gbrp|gray)/.test(pixelFormat);

/**
 * Returns filters that convert every frame to the size and format of the stream's description. Recordings of calls
 * change both within a file; frames that already match pass unchanged.
 */
export const formatChangeFilters = ({ codedWidth, codedHeight, pixelFormat }: VideoStream): string[] =>
  isPlanar(pixelFormat) ? [`scale=w=${codedWidth}:h=${codedHeight}`, `format=${pixelFormat}`] : [];

/** Returns filters that rotate a stored frame for display (core/videos/probe-document.ts, orientationOf). */
export const orientationFilters = ({ rotation, mirrored }: Orientation): string[] =>
  rotationFilters[rotation][mirrored ? "mirrored" : "plain"];

const hasAlpha = (pixelFormat: string): boolean =>
  /^(yuva|gbrap|rgba|bgra|argb|abgr|ya|pal8)/.test(pixelFormat);

/** Formats that `premultiply` treats as YUV. */
const isGrayOrPalette = (pixelFormat: string): boolean => /^(ya|pal8)/.test(pixelFormat);

/**
 * Returns filters that blend a frame with alpha over black. Alpha is dropped later, and would reveal the colors that
 * editors leave in transparent areas. All accepted codecs have straight alpha.
 */
export const alphaFilters = ({ pixelFormat }: VideoStream): string[] => {
  if (!hasAlpha(pixelFormat)) return [];
  // Without `scale`, FFmpeg 9 reverses this before the captions' `overlay`, which accepts straight alpha only.
  return [...(isGrayOrPalette(pixelFormat) ? ["format=gbrap"] : []), "premultiply=inplace=1", "scale"];
};
