import { framesPerSecond, rationalText } from "../time/frame-rate.ts";
import type { VideoStream } from "../videos/media-info.ts";
import { brollGraph } from "./broll-parts.ts";
import { isFullRange } from "./color.ts";
import { keepRanges, limitFrames, repeatLastFrame } from "./frame-filters.ts";
import { pathExpression } from "./frame-path.ts";
import type { CompositedPlan, OutputPlan } from "./output-plan.ts";
import { alphaFilters, formatChangeFilters, orientationFilters } from "./source-frame.ts";

/** The area of the caption frames on the canvas. */
export interface Band {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The Y′CbCr value nearest to #04F404 in limited-range BT.709 (it decodes to 4, 244, 5). Filters convert named colors
 * by BT.601, which would result in another green.
 */
const green = { y: 167, u: 47, v: 32 };

export type CaptionFormat = "yuva420p" | "yuva444p";

/**
 * Returns the pixel format of the caption frames: 4:2:0 like the output, but 4:4:4 for ProRes 4444 and for odd sizes,
 * which `pad` only supports without chroma subsampling.
 */
export const captionFormat = ({ codec, canvas }: OutputPlan): CaptionFormat =>
  codec === "prores4444" || canvas.width % 2 === 1 || canvas.height % 2 === 1 ? "yuva444p" : "yuva420p";

const tagged = ({ color }: OutputPlan): string =>
  `setparams=range=tv:colorspace=${color.matrix}:color_primaries=${color.primaries}:color_trc=${color.transfer}`;

/**
 * Removes side data of the source's frames, which does not apply to the output: closed captions would cover the
 * captions, HDR metadata contradicts the converted colors, and rotation would be applied twice.
 */
const withoutSideData = "sidedata=mode=delete";

/**
 * Returns options that keep full range: `scale` would convert frames of more than 8 bits to limited range, and later
 * filters would convert them again.
 */
const rangeOptions = (video: VideoStream): string => (isFullRange(video) ? ":in_range=pc:out_range=pc" : "");

/** Returns filters that crop the decoded frame and scale it to the canvas; empty when neither is necessary. */
const coverFilters = (plan: CompositedPlan): string[] => {
  const { canvas, placement, source, video } = plan;
  if (placement.kind !== "cover") return [];
  const isTurned = video.rotation === 90 || video.rotation === 270;
  const decoded = isTurned
    ? { width: video.codedHeight, height: video.codedWidth }
    : { width: video.codedWidth, height: video.codedHeight };
  // The crop is planned in square pixels; the decoded frame may have other pixels (anamorphic video).
  const perX = decoded.width / source.width;
  const perY = decoded.height / source.height;
  const cut = {
    x: Math.round(placement.x * perX),
    y: Math.round(placement.y * perY),
    width: Math.min(decoded.width, Math.round(placement.width * perX)),
    height: Math.min(decoded.height, Math.round(placement.height * perY)),
  };
  const { path } = placement;
  const corner = {
    x: path?.axis === "x" ? `'${pathExpression(path, perX)}'` : cut.x,
    y: path?.axis === "y" ? `'${pathExpression(path, perY)}'` : cut.y,
  };
  const filters: string[] = [];
  if (cut.width < decoded.width || cut.height < decoded.height)
    // `exact` permits odd sizes of subsampled frames, which would be rounded down otherwise.
    filters.push(`crop=w=${cut.width}:h=${cut.height}:x=${corner.x}:y=${corner.y}:exact=1`);
  if (cut.width !== canvas.width || cut.height !== canvas.height)
    filters.push(`scale=w=${canvas.width}:h=${canvas.height}:flags=lanczos${rangeOptions(video)}`);
  filters.push("setsar=1");
  return filters;
};

const even = (value: number): number => Math.max(2, 2 * Math.round(value / 2));

/**
 * Returns the filter graph that draws the whole frame over a blurred, darker copy of itself. The copy is blurred at a
 * small size, which is fast.
 */
const containGraph = (plan: CompositedPlan, from: string, to: string): string[] => {
  const { canvas, placement } = plan;
  if (placement.kind !== "contain") return [];
  const small = { width: even(canvas.width / 8), height: even(canvas.height / 8) };
  const x = 2 * Math.round((canvas.width - placement.width) / 4);
  const y = 2 * Math.round((canvas.height - placement.height) / 4);
  const scale = `scale=w=${placement.width}:h=${placement.height}:flags=lanczos`;
  return [
    `${from}split[sharp][soft]`,
    `[soft]setsar=1,scale=w=${small.width}:h=${small.height}:force_original_aspect_ratio=increase,` +
      `crop=w=${small.width}:h=${small.height},gblur=sigma=4,scale=w=${canvas.width}:h=${canvas.height},` +
      "lutyuv=y=16+(val-16)*0.62,setsar=1[back]",
    `[sharp]${scale},setsar=1[front]`,
    `[back][front]overlay=x=${x}:y=${y}:format=yuv420:eval=init${to}`,
  ];
};

/** Codecs whose frames state whether they are interlaced. */
const fieldCodecs = new Set(["h264", "hevc", "mpeg2video", "mpeg4", "vc1", "prores", "dvvideo", "dnxhd"]);

/** Codecs for which ffprobe reports the field order only if the container states it. */
const unreportedFieldCodecs = new Set(["mpeg4", "dnxhd"]);

/**
 * A container may declare progressive frames as interlaced (PsF recorders), so the flags of frames take precedence if
 * the codec has them.
 */
const deinterlaceFilters = ({ codec, isInterlaced }: VideoStream): string[] => {
  if (!isInterlaced && !unreportedFieldCodecs.has(codec)) return [];
  return [`bwdif=mode=send_frame:parity=auto:deint=${fieldCodecs.has(codec) ? "interlaced" : "all"}`];
};

/**
 * Returns the filters that convert timestamps to a constant rate from zero, and keep the kept frames only. A first frame that
 * starts later is shown from zero on, in sync with the audio.
 *
 * @param zero filters that set second 0 of the source
 */
export const sourceClock = (
  { video, fps, kept }: Pick<CompositedPlan, "video" | "fps" | "kept">,
  zero: readonly string[] = [],
): string[] => [
  ...repeatLastFrame,
  ...(video.shiftSeconds ? [`setpts='round(PTS+${video.shiftSeconds}/TB)'`] : []),
  ...zero,
  `fps=fps=${rationalText(fps)}:start_time=0:round=near:eof_action=pass`,
  ...(kept ? keepRanges(kept) : []),
];

/**
 * Returns the filters that place a source's video on the canvas: exactly `frameCount` frames at the exact rate, in the
 * plan's colors.
 *
 * @param zero filters that set second 0 of the source
 */
export const sourceGraph = (plan: CompositedPlan, to: string, zero: readonly string[] = []): string[] => {
  const { video, fps } = plan;
  const clock = sourceClock(plan, zero);
  // If frames are dropped or cut, this precedes scaling; if frames are duplicated, it follows scaling: no frame is
  // scaled needlessly.
  const surplus = framesPerSecond(video.frameRate) - framesPerSecond(fps);
  const isDropping = video.isVariableFrameRate || surplus > 1e-9 || (plan.kept !== null && surplus > -1e-9);
  // `overlay` ends its output at the start of the last frame, so a later `fps` filter would drop that frame.
  const isPathless = plan.placement.kind === "cover" && plan.placement.path === undefined;
  // A path counts the frames of the output.
  const isClockFirst = isDropping || !isPathless;
  // Fields are lines of the stored frame, so deinterlacing precedes rotation.
  const before = [
    ...formatChangeFilters(video),
    ...deinterlaceFilters(video),
    ...(isClockFirst ? clock : []),
    ...alphaFilters(video),
    ...orientationFilters(video),
    ...coverFilters(plan),
  ];
  const after = [
    ...plan.colorPlan.filters,
    "format=yuv420p",
    ...(isClockFirst ? [] : clock),
    ...limitFrames(plan.frameCount),
    withoutSideData,
    tagged(plan),
  ];
  const source = `[0:${video.streamIndex}]`;
  if (plan.placement.kind === "cover") return [`${source}${[...before, ...after].join(",")}${to}`];
  const flat = `${source}${[...before, ...plan.colorPlan.filters, "format=yuv420p"].join(",")}[flat]`;
  const rest = [...limitFrames(plan.frameCount), withoutSideData, tagged(plan)];
  return [flat, ...containGraph(plan, "[flat]", "[placed]"), `[placed]${rest.join(",")}${to}`];
};

/** Returns the filter graph of the video with its b-rolls. */
const videoGraph = (plan: CompositedPlan, brollInput: number, to: string): string[] => {
  if (plan.brolls.length === 0) return sourceGraph(plan, to);
  return [
    ...sourceGraph(plan, "[own]"),
    `[${brollInput}:v]${tagged(plan)}[tagged]`,
    ...brollGraph(plan.brolls, plan.fps, { video: "[own]", brolls: "[tagged]", to }),
  ];
};

const greenGraph = (plan: OutputPlan, to: string): string =>
  [
    `nullsrc=s=${plan.canvas.width}x${plan.canvas.height}:r=${rationalText(plan.fps)}`,
    "format=yuv420p",
    // One frame is filled with the color and then repeated.
    "trim=end_frame=1",
    `lutyuv=y=${green.y}:u=${green.u}:v=${green.v}`,
    "loop=loop=-1:size=1:start=0",
    // One tick is one frame.
    "setpts=N",
    `trim=end_frame=${plan.frameCount}`,
    `${tagged(plan)}${to}`,
  ].join(",");

/**
 * Blends caption frames with straight alpha over the video. The first caption frame is at time 0, so every frame of the
 * video has one.
 */
const overlay = (plan: OutputPlan, captions: string, band: Band, to: string): string[] => [
  // Untagged frames would be assumed to have another matrix and converted.
  `${captions}${tagged(plan)}[captions]`,
  // format=yuv420 blends in Y′CbCr without a conversion to RGB; eof_action=repeat keeps the last caption frame.
  `[base][captions]overlay=x=${band.x}:y=${band.y}:format=yuv420:eval=init:eof_action=repeat${to}`,
];

/** A still that is drawn over the first frames of an output. */
export interface StillOverlay {
  band: Band;
  /** The first frame without it. */
  endFrame: number;
}

type StillInput = StillOverlay & { input: number };

/** Blends a title over everything else. Where it is not shown, frames pass unchanged. */
const titleOverlay = (plan: OutputPlan, { input, band, endFrame }: StillInput): string[] => [
  `[${input}:v]${tagged(plan)}[title]`,
  `[untitled][title]overlay=x=${band.x}:y=${band.y}:format=yuv420:eval=init:eof_action=repeat` +
    `:enable='lt(n,${endFrame})'[out]`,
];

/** ffmpeg's input numbers. */
export interface GraphInputs {
  captions: number;
  brolls: number;
}

/**
 * Returns the filter graph from the inputs to `[out]`: b-rolls replace frames of the video, and captions are drawn over
 * both.
 *
 * @param band area of the caption frames; null when there are none (transparent outputs always have some)
 * @param title drawn over both; not over transparent outputs
 */
export const filterGraph = (
  plan: OutputPlan,
  band: Band | null,
  inputs: GraphInputs,
  title: StillInput | null = null,
): string => {
  const captions = `[${inputs.captions}:v]`;
  if (plan.mode === "transparent") {
    if (!band) throw new Error("a transparent output needs caption frames");
    const format = plan.codec === "vp9" ? captionFormat(plan) : "yuva444p10le";
    return [
      // Conversion and padding precede the repetition of frames, so that they run once per distinct frame.
      `${captions}format=${format}`,
      `pad=w=${plan.canvas.width}:h=${plan.canvas.height}:x=${band.x}:y=${band.y}:color=black@0`,
      ...(plan.codec === "vp9" ? ["format=yuva420p"] : []),
      // Frames have timestamps half a frame early (containers/render/caption-feed.ts), so `round=up` assigns them to
      // the right frame.
      `fps=fps=${rationalText(plan.fps)}:start_time=0:round=up`,
      ...limitFrames(plan.frameCount),
      `${tagged(plan)}[out]`,
    ].join(",");
  }
  const drawn = title ? "[untitled]" : "[out]";
  const base = band ? "[base]" : drawn;
  const steps = plan.mode === "composited" ? videoGraph(plan, inputs.brolls, base) : [greenGraph(plan, base)];
  if (band) steps.push(...overlay(plan, captions, band, drawn));
  if (title) steps.push(...titleOverlay(plan, title));
  return steps.join(";");
};

/**
 * Returns the thread options of the filter graph. Starting threads takes longer than blending captions; scaling,
 * deinterlacing and tone mapping benefit from several.
 */
export const graphThreads = (plan: OutputPlan): string[] => {
  if (plan.mode !== "composited") return [];
  const { placement, canvas, video, colorPlan, brolls } = plan;
  const isAsStored =
    placement.kind === "cover" && canvas.width === video.codedWidth && canvas.height === video.codedHeight;
  const isPlain = isAsStored && !video.isInterlaced && colorPlan.filters.length === 0 && brolls.length === 0;
  return isPlain ? ["-filter_complex_threads", "1"] : [];
};
