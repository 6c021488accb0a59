import type { FrameRange } from "../time/frame-range.ts";
import { framesPerSecond, rationalText } from "../time/frame-rate.ts";
import type { VideoStream } from "../videos/media-info.ts";
import { brollGraph } from "./broll-parts.ts";
import { isFullRange } from "./color.ts";
import { pathExpression } from "./frame-path.ts";
import type { CompositedPlan, OutputPlan } from "./output-plan.ts";
import { alphaFilters, formatChangeFilters, orientationFilters } from "./source-frame.ts";

/** Where the caption frames lie on the canvas. */
export interface Band {
  x: number;
  y: number;
  width: number;
  height: number;
}

/**
 * The Y′CbCr triple nearest to #04F404 in limited-range BT.709 (it decodes to 4, 244, 5). Filters that take a color by
 * name convert it by BT.601, which would give another green.
 */
const green = { y: 167, u: 47, v: 32 };

// Holds the last frame (a audio that goes on, a damaged tail), then cuts: exactly this many frames in every case.
// `-frames:v` would do the same but ends the audio with the frame.
const exactly = (frames: number): string[] => ["tpad=stop=-1:stop_mode=clone", `trim=end_frame=${frames}`];

/**
 * `fps` leaves out a last frame that lasts no longer than its own time stamp, which is what files tell of one without a
 * duration: so it is given twice.
 */
const lastIsSeen = ["tpad=stop=1:stop_mode=clone"];

export type CaptionFormat = "yuva420p" | "yuva444p";

/**
 * What caption frames come in: 4:2:0 where the output is, and a color for every pixel for ProRes 4444 and for odd
 * sizes, which `pad` can only make of unsubsampled frames.
 */
export const captionFormat = ({ codec, canvas }: OutputPlan): CaptionFormat =>
  codec === "prores4444" || canvas.width % 2 === 1 || canvas.height % 2 === 1 ? "yuva444p" : "yuva420p";

const tagged = ({ color }: OutputPlan): string =>
  `setparams=range=tv:colorspace=${color.matrix}:color_primaries=${color.primaries}:color_trc=${color.transfer}`;

/**
 * What the source attached to its frames describes the source: closed captions would cover the captions, mastering
 * displays and HDR levels contradict the converted color, a rotation or a 3D layout would be applied to upright frames.
 */
const withoutSideData = "sidedata=mode=delete";

/** `scale` on its own would bring full-range frames of more than 8 bits to limited range, and what follows do it again. */
const keptRange = (video: VideoStream): string => (isFullRange(video) ? ":in_range=pc:out_range=pc" : "");

/** Cuts out of the decoded frame and scales it to the canvas; nothing where nothing is to do. */
const coverFilters = (plan: CompositedPlan): string[] => {
  const { canvas, placement, source, video } = plan;
  if (placement.kind !== "cover") return [];
  const isTurned = video.rotation === 90 || video.rotation === 270;
  const decoded = isTurned
    ? { width: video.codedHeight, height: video.codedWidth }
    : { width: video.codedWidth, height: video.codedHeight };
  // Cuts are planned in square pixels; the decoded frame may have others (anamorphic video).
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
    // `exact` also cuts odd sizes of subsampled frames, which would otherwise be rounded down.
    filters.push(`crop=w=${cut.width}:h=${cut.height}:x=${corner.x}:y=${corner.y}:exact=1`);
  if (cut.width !== canvas.width || cut.height !== canvas.height)
    filters.push(`scale=w=${canvas.width}:h=${canvas.height}:flags=lanczos${keptRange(video)}`);
  filters.push("setsar=1");
  return filters;
};

const even = (value: number): number => Math.max(2, 2 * Math.round(value / 2));

/** The whole frame over a blurred, darker copy of itself; the copy is blurred small, which is quick and smooth. */
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

/** Ranges that one sum tests; more are divided by comparisons first, so that a frame costs the same with 10 or 4,000. */
const rangesTested = 16;

/** An expression of the frame's number `n` that is 1 inside the ranges. */
const within = (kept: readonly FrameRange[]): string => {
  if (kept.length <= rangesTested)
    return kept.map(({ startFrame, endFrame }) => `between(n,${startFrame},${endFrame - 1})`).join("+");
  const half = kept.length >> 1;
  const [before, after] = [kept.slice(0, half), kept.slice(half)];
  return `if(lt(n,${after[0]?.startFrame}),${within(before)},${within(after)})`;
};

/**
 * Frames of a constant rate to what is left of them, close together. Nothing waits in memory, unlike with `trim` and
 * `concat`; frames behind the last range are never asked for.
 */
const keepOnly = (kept: readonly FrameRange[]): string[] => [
  ...exactly(kept.at(-1)?.endFrame ?? 0),
  `select='${within(kept)}'`,
  // One tick is one frame behind the `fps` filter.
  "setpts=N",
];

/** Codecs whose frames state whether they consist of fields. */
const fieldCodecs = new Set(["h264", "hevc", "mpeg2video", "mpeg4", "vc1", "prores", "dvvideo", "dnxhd"]);

/** Of these ffprobe reports the field order only where the container states it. */
const unreportedFieldCodecs = new Set(["mpeg4", "dnxhd"]);

/** The container may declare fields for progressive frames (PsF recorders): the frames take precedence where they can. */
const deinterlaceFilters = ({ codec, isInterlaced }: VideoStream): string[] => {
  if (!isInterlaced && !unreportedFieldCodecs.has(codec)) return [];
  return [`bwdif=mode=send_frame:parity=auto:deint=${fieldCodecs.has(codec) ? "interlaced" : "all"}`];
};

/**
 * The filters that bring decoded frames to one clock: a constant rate from zero; a late first frame is shown from zero on, so
 * the audio stays in step. Behind them only the kept frames are left.
 *
 * @param zero filters that set the source's own clock
 */
export const sourceClock = (
  { video, fps, kept }: Pick<CompositedPlan, "video" | "fps" | "kept">,
  zero: readonly string[] = [],
): string[] => [
  ...lastIsSeen,
  ...(video.shiftSeconds ? [`setpts='round(PTS+${video.shiftSeconds}/TB)'`] : []),
  ...zero,
  `fps=fps=${rationalText(fps)}:start_time=0:round=near:eof_action=pass`,
  ...(kept ? keepOnly(kept) : []),
];

/**
 * The filters that bring a source's frame to the canvas: exactly `frameCount` frames at the exact rate, in the plan's
 * color.
 *
 * @param zero filters that set the source's own clock
 */
export const sourceGraph = (plan: CompositedPlan, to: string, zero: readonly string[] = []): string[] => {
  const { video, fps } = plan;
  const clock = sourceClock(plan, zero);
  // Frames that will be dropped or cut need no scaling; frames that will be doubled are scaled once.
  const surplus = framesPerSecond(video.frameRate) - framesPerSecond(fps);
  const isDropping = video.isVariableFrameRate || surplus > 1e-9 || (plan.kept !== null && surplus > -1e-9);
  // `overlay` ends its output at the last frame's beginning: a clock behind it would drop that frame.
  const isPathless = plan.placement.kind === "cover" && plan.placement.path === undefined;
  // A path counts the frames of the output.
  const isClockFirst = isDropping || !isPathless;
  // Fields are lines of the stored frame: they are gone before it is turned.
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
    ...exactly(plan.frameCount),
    withoutSideData,
    tagged(plan),
  ];
  const source = `[0:${video.streamIndex}]`;
  if (plan.placement.kind === "cover") return [`${source}${[...before, ...after].join(",")}${to}`];
  const flat = `${source}${[...before, ...plan.colorPlan.filters, "format=yuv420p"].join(",")}[flat]`;
  const rest = [...exactly(plan.frameCount), withoutSideData, tagged(plan)];
  return [flat, ...containGraph(plan, "[flat]", "[placed]"), `[placed]${rest.join(",")}${to}`];
};

/** The video's frame, with b-rolls in its place where there are any. */
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
    // One frame is painted and then repeated.
    "trim=end_frame=1",
    `lutyuv=y=${green.y}:u=${green.u}:v=${green.v}`,
    "loop=loop=-1:size=1:start=0",
    // One tick is one frame here.
    "setpts=N",
    `trim=end_frame=${plan.frameCount}`,
    `${tagged(plan)}${to}`,
  ].join(",");

/** Straight alpha in; the first caption frame stands at 0, so no frame is blended before it is there. */
const overlay = (plan: OutputPlan, captions: string, band: Band, to: string): string[] => [
  // Untagged frames would be taken for another matrix than the base's and converted to it.
  `${captions}${tagged(plan)}[captions]`,
  // format=yuv420 keeps the blend in Y′CbCr (no round trip through RGB); eof_action=repeat holds the last caption state.
  `[base][captions]overlay=x=${band.x}:y=${band.y}:format=yuv420:eval=init:eof_action=repeat${to}`,
];

/** Which of ffmpeg's inputs carries what. */
export interface GraphInputs {
  captions: number;
  brolls: number;
}

/**
 * The filter graph from the source's frame, the b-rolls and the caption frames to `[out]`: b-rolls take the place of
 * the video's frame, captions go over both.
 *
 * @param band where the caption frames lie; null when there are none (transparent outputs always have one)
 */
export const filterGraph = (plan: OutputPlan, band: Band | null, inputs: GraphInputs): string => {
  const captions = `[${inputs.captions}:v]`;
  if (plan.mode === "transparent") {
    if (!band) throw new Error("a transparent output needs caption frames");
    const format = plan.codec === "vp9" ? captionFormat(plan) : "yuva444p10le";
    return [
      // The small band is converted, then padded, both once per distinct frame; repeating frames comes last.
      `${captions}format=${format}`,
      `pad=w=${plan.canvas.width}:h=${plan.canvas.height}:x=${band.x}:y=${band.y}:color=black@0`,
      ...(plan.codec === "vp9" ? ["format=yuva420p"] : []),
      // Frames are stamped half a frame early (containers/render/caption-feed.ts), so "up" finds the frame that they belong to.
      `fps=fps=${rationalText(plan.fps)}:start_time=0:round=up`,
      ...exactly(plan.frameCount),
      `${tagged(plan)}[out]`,
    ].join(",");
  }
  const base = band ? "[base]" : "[out]";
  const steps = plan.mode === "composited" ? videoGraph(plan, inputs.brolls, base) : [greenGraph(plan, base)];
  if (band) steps.push(...overlay(plan, captions, band, "[out]"));
  return steps.join(";");
};

/**
 * Laying captions on a frame takes less than waking threads for it does; what scales, deinterlaces or maps tones is worth
 * several.
 */
export const graphThreads = (plan: OutputPlan): string[] => {
  if (plan.mode !== "composited") return [];
  const { placement, canvas, video, colorPlan, brolls } = plan;
  const isAsStored =
    placement.kind === "cover" && canvas.width === video.codedWidth && canvas.height === video.codedHeight;
  const isPlain = isAsStored && !video.isInterlaced && colorPlan.filters.length === 0 && brolls.length === 0;
  return isPlain ? ["-filter_complex_threads", "1"] : [];
};
