import type { VideoStream } from "../videos/media-info.ts";
import type { Orientation } from "../videos/probe-document.ts";
import { isLarge } from "./output-geometry.ts";
import type { CompositedPlan, Speed } from "./output-plan.ts";

/** A quarter turn is one filter, also with a mirror; `clock_flip` and `cclock_flip` mirror top to bottom as well. */
const turned: Readonly<Record<Orientation["rotation"], { plain: string[]; mirrored: string[] }>> = {
  0: { plain: [], mirrored: ["vflip"] },
  90: { plain: ["transpose=clock"], mirrored: ["transpose=cclock_flip"] },
  180: { plain: ["hflip", "vflip"], mirrored: ["hflip"] },
  270: { plain: ["transpose=cclock"], mirrored: ["transpose=clock_flip"] },
};

/**
 * Input options that leave frames as they are stored and filters as they are. On its own ffmpeg turns frames before
 * every other filter, also those whose fields are still interlaced, and by angles other than right ones, with black
 * corners; and where the size changes within a video it builds the graph anew, which then begins at time 0 once more.
 */
export const sourceInputOptions = ["-noautorotate", "-reinit_filter", "0"];

/** On more cores than these the encoder would wait for one thread that decodes H.264. */
const maxCoresFed: Readonly<Record<Speed, number>> = { standard: 8, fast: 4, ultraFast: 2 };

/**
 * Input options of the decoder. Several threads cost a seventh more than one (24 s of 1080p: 4.6 against 4.1 CPU s), and
 * each holds a frame: so one decodes where the encoder takes longer, and what is large.
 */
export const decoderArguments = ({ video, speed }: CompositedPlan, cores: number): string[] => {
  const isFastEnough = video.codec === "h264" && cores <= maxCoresFed[speed];
  return isFastEnough || isLarge({ width: video.codedWidth, height: video.codedHeight })
    ? ["-threads", "1"]
    : [];
};

/** What `scale` can also write; few of the packed formats are among that, and no codec of calls uses those. */
const isPlanar = (pixelFormat: string): boolean => /^(yuvj?4|gbrp|gray)/.test(pixelFormat);

/**
 * Filters that bring frames of another size or format than the file says, or than the first one has, to what the plan
 * counts with: recordings of calls change them as they go. All others pass untouched.
 */
export const formatChangeFilters = ({ codedWidth, codedHeight, pixelFormat }: VideoStream): string[] =>
  isPlanar(pixelFormat) ? [`scale=w=${codedWidth}:h=${codedHeight}`, `format=${pixelFormat}`] : [];

/** Filters that bring a stored frame upright, as a player shows it (core/videos/probe-document.ts, orientationOf). */
export const orientationFilters = ({ rotation, mirrored }: Orientation): string[] =>
  turned[rotation][mirrored ? "mirrored" : "plain"];

const hasAlpha = (pixelFormat: string): boolean =>
  /^(yuva|gbrap|rgba|bgra|argb|abgr|ya|pal8)/.test(pixelFormat);

/** `premultiply` would take these for YUV. */
const isGrayOrPalette = (pixelFormat: string): boolean => /^(ya|pal8)/.test(pixelFormat);

/**
 * Filters that put a frame with alpha over black: alpha is dropped later, and the colors that editors leave in transparent
 * areas would appear. Alpha is straight in all accepted codecs.
 */
export const alphaFilters = ({ pixelFormat }: VideoStream): string[] => {
  if (!hasAlpha(pixelFormat)) return [];
  // Without `scale` FFmpeg 9 would undo it before the captions' `overlay`, which takes straight alpha only.
  return [...(isGrayOrPalette(pixelFormat) ? ["format=gbrap"] : []), "premultiply=inplace=1", "scale"];
};
