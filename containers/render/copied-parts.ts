import { rm } from "node:fs/promises";
import { readAvcFile } from "../../adapters/media/avc-samples.ts";
import { readAvcTrack } from "../../adapters/media/avc-track.ts";
import { runFfmpeg } from "../../adapters/media/ffmpeg.ts";
import {
  type AvcConfiguration,
  freeParameterSetId,
  joinedConfiguration,
  parseAvcConfiguration,
} from "../../core/media/h264/parameter-sets.ts";
import { parseSequence } from "../../core/media/h264/sequence-parameters.ts";
import {
  encodedFrame,
  encodedPlan,
  frameGroups,
  frameNumbers,
  isSmallEnough,
  mayHaveCopies,
  type OutputPart,
  planParts,
  samplesOfPart,
  showsSourceFrames,
} from "../../core/render-plan/copied-groups.ts";
import type { EncodedParts } from "../../core/render-plan/encoder-arguments.ts";
import { partsArguments } from "../../core/render-plan/join-arguments.ts";
import type { Size } from "../../core/render-plan/output-geometry.ts";
import type { CompositedPlan, OutputPlan } from "../../core/render-plan/output-plan.ts";
import type { FrameRange } from "../../core/time/frame-range.ts";
import type { AvcTrack } from "../../core/videos/avc-track.ts";
import type { MediaInfo } from "../../core/videos/media-info.ts";
import { type StreamSample, writeSamples } from "./sample-stream.ts";

/** An H.264 track of a file, with the frame of each sample. */
interface FrameTrack {
  path: string;
  track: AvcTrack;
  frames: readonly number[];
}

/** A video whose frames are copied where no caption is. */
export interface CopiedParts {
  plan: CompositedPlan;
  parts: readonly OutputPart[];
  source: FrameTrack;
  parameterSetId: number;
}

/**
 * Finds the frame groups of a source that can be copied to the output; null when there are too few, or any
 * condition is in doubt.
 *
 * @param touched frames with captions, in order
 */
export const findCopiedParts = async (
  plan: OutputPlan,
  media: MediaInfo,
  touched: readonly FrameRange[],
  sourcePath: string,
  signal?: AbortSignal,
): Promise<CopiedParts | null> => {
  if (!showsSourceFrames(plan, media) || !mayHaveCopies(plan, touched)) return null;
  const track = await readAvcTrack(sourcePath, plan.video.streamIndex, signal);
  const frames = track && frameNumbers(track, plan.fps);
  const groups = frames?.length === plan.frameCount ? frameGroups(frames, track?.idr ?? []) : null;
  const parts = groups && planParts(groups, touched, plan.fps);
  if (!track || !frames || !parts || !isSmallEnough(parts, track, plan)) return null;
  const configuration = configurationOf(track);
  const parameterSetId = freeParameterSetId(configuration);
  return parameterSetId === null || !hasUsualSize(configuration, plan.canvas)
    ? null
    : { plan, parts, source: { path: sourcePath, track, frames }, parameterSetId };
};

const blockPixels = 16;

/** Whether frames are stored as the encoder stores those of the output: a different size would restart decoders. */
const hasUsualSize = ({ sequences }: AvcConfiguration, { width, height }: Size): boolean =>
  sequences.map(parseSequence).every(({ widthBlocks, heightBlocks, crop: [left, right, top, bottom] }) => {
    const stored = { width: widthBlocks * blockPixels, height: heightBlocks * blockPixels };
    const isAligned = left === 0 && top === 0 && right === stored.width - width;
    return isAligned && bottom === stored.height - height && right < blockPixels && bottom < blockPixels;
  });

const configurationOf = ({ configuration }: AvcTrack) =>
  parseAvcConfiguration(Buffer.from(configuration, "base64"));

const encodedParts = ({ parts }: CopiedParts): OutputPart[] => parts.filter(({ isCopied }) => !isCopied);

/** Returns the samples of a track for these frames, which are whole groups, shown from another frame on. */
function* samplesFrom(
  { path, track, frames }: FrameTrack,
  range: FrameRange,
  shift: number,
): Generator<StreamSample> {
  const idr = new Set(track.idr);
  for (const index of samplesOfPart(range)) {
    const [offset, sizeBytes, frame] = [track.offsets[index], track.sizes[index], frames[index]];
    if (offset === undefined || sizeBytes === undefined || frame === undefined)
      throw new Error(`there is no sample ${index}`);
    yield { path, offset, sizeBytes, frame: frame + shift, isKeyFrame: idr.has(index) };
  }
}

/** What is encoded: the frames of the source that captions touch, as one video without the others. */
export interface EncodedFrames {
  plan: CompositedPlan;
  /** Absolute path of the source's groups with these frames. */
  sourcePath: string;
  /** Absolute path of the encoded video. */
  outputPath: string;
  parts: EncodedParts;
  /** Returns the place of a frame of the video. */
  placeOf(frame: number): number;
}

/** Writes the source's groups that are encoded. */
const writeTouched = async (copied: CopiedParts, path: string): Promise<void> => {
  const { plan, parts, source } = copied;
  function* samples(): Generator<StreamSample> {
    for (const part of encodedParts(copied))
      yield* samplesFrom(source, part, encodedFrame(parts, part.startFrame) - part.startFrame);
  }
  const configuration = Buffer.from(source.track.configuration, "base64");
  await writeSamples(samples(), { configuration, ...plan.canvas, fps: plan.fps }, path);
};

/** Reads the encoded video. Throws Error unless each part begins a frame group. */
const readEncoded = ({ outputPath, plan, parts }: EncodedFrames): FrameTrack => {
  const track = readAvcFile(outputPath, 0);
  const frames = track && frameNumbers(track, plan.fps);
  const groups = frames?.length === plan.frameCount ? frameGroups(frames, track?.idr ?? []) : null;
  if (!track || !frames || !groups) throw new Error("the encoded parts cannot be joined");
  const starts = new Set(groups.map(({ startFrame }) => startFrame));
  if (!parts.starts.every((frame) => starts.has(frame)))
    throw new Error("a part does not start with a group");
  return { path: outputPath, track, frames };
};

/** Returns all samples of the output, in decoding order. */
const outputSamples = ({ parts, source }: CopiedParts, encoded: FrameTrack | null): StreamSample[] =>
  parts.flatMap((part) => {
    if (part.isCopied) return [...samplesFrom(source, part, 0)];
    const startFrame = encodedFrame(parts, part.startFrame);
    const range = { startFrame, endFrame: encodedFrame(parts, part.endFrame) };
    return encoded ? [...samplesFrom(encoded, range, part.startFrame - startFrame)] : [];
  });

/** Joins copied and encoded parts, and adds the audio. */
const join = async (
  copied: CopiedParts,
  encoded: FrameTrack | null,
  { sourcePath, cutAudioPath, outputPath, timeoutSeconds, signal }: CopyOptions,
  joinedPath: string,
): Promise<void> => {
  const { plan, source } = copied;
  const samples = outputSamples(copied, encoded);
  const configuration = encoded
    ? joinedConfiguration(configurationOf(source.track), configurationOf(encoded.track))
    : Buffer.from(source.track.configuration, "base64");
  await writeSamples(samples, { configuration, ...plan.canvas, fps: plan.fps }, joinedPath);
  const delayFrames = samples.reduce((delay, { frame }, index) => Math.max(delay, index - frame), 0);
  const inputs = { sourcePath, cutAudioPath };
  const args = partsArguments(plan, joinedPath, delayFrames, inputs, outputPath);
  await runFfmpeg({ args, timeoutSeconds, signal });
};

export interface CopyOptions {
  sourcePath: string;
  cutAudioPath: string | null;
  outputPath: string;
  timeoutSeconds: number;
  signal?: AbortSignal | undefined;
}

/**
 * Writes a video whose untouched frame groups are those of the source.
 *
 * @param encode encodes the other frames
 */
export const renderWithCopies = async (
  copied: CopiedParts,
  options: CopyOptions,
  encode: (frames: EncodedFrames) => Promise<void>,
): Promise<void> => {
  const { plan, parts, parameterSetId } = copied;
  const [touchedPath, encodedPath, joinedPath] = ["touched.mkv", "encoded.mp4", "joined.mkv"].map(
    (name) => `${options.outputPath}.${name}`,
  ) as [string, string, string];
  const starts = encodedParts(copied).map(({ startFrame }) => encodedFrame(parts, startFrame));
  const frames: EncodedFrames = {
    plan: encodedPlan(plan, parts),
    sourcePath: touchedPath,
    outputPath: encodedPath,
    parts: { starts, parameterSetId },
    placeOf: (frame) => encodedFrame(parts, frame),
  };
  try {
    if (starts.length > 0) {
      await writeTouched(copied, touchedPath);
      await encode(frames);
    }
    await join(copied, starts.length > 0 ? readEncoded(frames) : null, options, joinedPath);
  } finally {
    await Promise.all([touchedPath, encodedPath, joinedPath].map((path) => rm(path, { force: true })));
  }
};

/** Returns the number of copied frames. */
export const copiedFrameCount = ({ plan, parts }: CopiedParts): number =>
  plan.frameCount - encodedFrame(parts, plan.frameCount);
