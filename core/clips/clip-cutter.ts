import { planOutput } from "../render-plan/output-plan.ts";
import type { RenderJob } from "../render-plan/render-job.ts";
import type { Rational } from "../time/rational.ts";
import { type AudioStream, unusedStartSeconds, type VideoStream, zeroSeconds } from "../videos/media-info.ts";

/** Values of the operator's `clipCutter` setting. */
export const clipCutterOptions = ["container", "mediaconvert"] as const;
export type ClipCutterOption = (typeof clipCutterOptions)[number];

/**
 * Frame rates at which a timecode identifies a frame: its last field counts the frames of a second. At more than 30, SMPTE
 * ST 12 counts pairs of frames, and AWS does not document what MediaConvert counts.
 */
const timecodeRates: readonly Rational[] = [
  { num: 24000, den: 1001 },
  { num: 24, den: 1 },
  { num: 25, den: 1 },
  { num: 30000, den: 1001 },
  { num: 30, den: 1 },
];

/** Transfer functions of SDR, as ffprobe names them. */
const sdrTransfers: ReadonlySet<string> = new Set(["bt709", "smpte170m", "bt470bg", "unknown"]);
const sdrMatrices: ReadonlySet<string> = new Set(["bt709", "smpte170m", "bt470bg", "unknown"]);

const isSame = (a: Rational, b: Rational): boolean => a.num * b.den === b.num * a.den;

/** A clip of which nothing is drawn and whose frames are those of the source. */
const isPlain = ({ transcript, title, reframe, brolls, dub, exportSettings, segments }: RenderJob): boolean =>
  transcript.length === 0 &&
  title === undefined &&
  reframe === undefined &&
  dub === undefined &&
  brolls.length === 0 &&
  segments.length === 0 &&
  (exportSettings.aspectRatio ?? "original") === "original";

/** Frames that are counted from the first one, and that need no conversion. */
const hasPlainFrames = (video: VideoStream, fps: Rational): boolean =>
  video.codec === "h264" &&
  video.pixelFormat === "yuv420p" &&
  video.rotation === 0 &&
  !video.mirrored &&
  !video.isInterlaced &&
  isSame(video.sampleAspectRatio, { num: 1, den: 1 }) &&
  video.shiftSeconds === undefined &&
  !video.isVariableFrameRate &&
  isSame(video.frameRate, fps) &&
  video.longestFrameSeconds < (1.5 * fps.den) / fps.num &&
  video.colorRange !== "pc" &&
  sdrTransfers.has(video.colorTransfer) &&
  sdrMatrices.has(video.colorSpace);

/** The first audio track of the file, mono or stereo, and no mix. */
const hasPlainAudio = (audio: AudioStream, video: VideoStream): boolean =>
  audio.mixedTracks === undefined &&
  audio.channels <= 2 &&
  audio.streamIndex + video.streamIndex === 1 &&
  audio.mustBeEncoded !== true;

/**
 * Returns whether AWS Elemental MediaConvert makes the clip that the render container would make: the same frames in the same
 * size and colors. Other clips are cut by the container: those with captions, a title or another shape, and those of sources whose
 * frames cannot be counted or whose timestamps need corrections.
 */
export const canMediaConvertCut = (job: RenderJob): boolean => {
  const { media, cuts, exportSettings } = job;
  const { video, audio } = media;
  const fps = cuts?.fps;
  if (!video || !audio || !fps || cuts.kept.length !== 1 || !isPlain(job)) return false;
  const { canvas } = planOutput(media, exportSettings);
  const halfFrameSeconds = (0.5 * fps.den) / fps.num;
  return (
    timecodeRates.some((rate) => isSame(rate, fps)) &&
    hasPlainFrames(video, fps) &&
    hasPlainAudio(audio, video) &&
    canvas.width === video.codedWidth &&
    canvas.height === video.codedHeight &&
    media.leftOut === undefined &&
    video.startSeconds - zeroSeconds(media) < halfFrameSeconds &&
    unusedStartSeconds(media) < halfFrameSeconds
  );
};
