import type { RenderJob } from "../render-plan/render-job.ts";
import type { FrameRange } from "../time/frame-range.ts";
import { framesPerSecond } from "../time/frame-rate.ts";
import type { Rational } from "../time/rational.ts";
import { type ClipCutterOption, canMediaConvertCut } from "./clip-cutter.ts";

/** Maximum number of stills, of which the publication chooses one (core/clips/captured-still.ts). */
export const maxStills = 5;

/** Bits per second that high-quality H.264 does not need more of, per pixel and frame: 14 Mbit/s for 1080p at 30 fps. */
const maxBitsPerPixel = 0.22;
const bitrateLimits = { min: 1_000_000, max: 60_000_000 };
/** A high level of 1 to 10, at which copies are hard to tell from their source. */
const qualityLevel = 9;
const jpegQuality = 90;
/** One packet of AAC at 48 kHz, by which audio may be longer than the video. */
const audioPacketMs = 22;

/** What the state machine needs for a clip that MediaConvert cuts. */
export interface MediaConvertCut {
  /** `Settings` of CreateJob. Source: the API reference of AWS Elemental MediaConvert. */
  settings: object;
  /** Duration of the clip, and by how much that of the output may differ; otherwise the container cuts the clip again. */
  durationMs: number;
  toleranceMs: number;
}

/**
 * Returns the timecode of a frame, `HH:MM:SS:FF`, without dropped numbers: the last field counts the frames of a nominal
 * second, of 30 frames at 29.97 fps.
 */
export const timecodeOf = (frame: number, fps: Rational): string => {
  const perSecond = Math.round(framesPerSecond(fps));
  const seconds = Math.floor(frame / perSecond);
  const fields = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frame % perSecond];
  return fields.map((field) => String(field).padStart(2, "0")).join(":");
};

const bitrateOf = ({ width, height }: { width: number; height: number }, fps: Rational): number => {
  const bits = Math.round(width * height * framesPerSecond(fps) * maxBitsPerPixel);
  return Math.min(bitrateLimits.max, Math.max(bitrateLimits.min, bits));
};

/** Single pass, which belongs to the basic tier of prices. */
const videoSettings = (size: { width: number; height: number }, fps: Rational): object => ({
  CodecSettings: {
    Codec: "H_264",
    H264Settings: {
      RateControlMode: "QVBR",
      MaxBitrate: bitrateOf(size, fps),
      QvbrSettings: { QvbrQualityLevel: qualityLevel },
      QualityTuningLevel: "SINGLE_PASS_HQ",
      SceneChangeDetect: "TRANSITION_DETECTION",
      FramerateControl: "SPECIFIED",
      FramerateNumerator: fps.num,
      FramerateDenominator: fps.den,
    },
  },
});

const audioSettings = (channels: number): object => ({
  AudioSourceName: "Audio Selector 1",
  CodecSettings: {
    Codec: "AAC",
    AacSettings: {
      Bitrate: channels === 1 ? 96_000 : 192_000,
      CodingMode: channels === 1 ? "CODING_MODE_1_0" : "CODING_MODE_2_0",
      SampleRate: 48_000,
    },
  },
});

/** Stills at the start and at equal distances of whole seconds. A job needs another output with audio and video. */
const stillSettings = (seconds: number): object => ({
  ContainerSettings: { Container: "RAW" },
  VideoDescription: {
    CodecSettings: {
      Codec: "FRAME_CAPTURE",
      FrameCaptureSettings: {
        FramerateNumerator: 1,
        FramerateDenominator: Math.max(1, Math.ceil(seconds / maxStills)),
        MaxCaptures: maxStills,
        Quality: jpegQuality,
      },
    },
  },
});

const fileGroup = (destination: string, output: object): object => ({
  Name: "File Group",
  OutputGroupSettings: {
    Type: "FILE_GROUP_SETTINGS",
    FileGroupSettings: { Destination: destination },
  },
  Outputs: [output],
});

/** The end timecode is that of the last frame of the clip: both ends are included. */
const inputSettings = (url: string, { startFrame, endFrame }: FrameRange, fps: Rational): object => ({
  FileInput: url,
  TimecodeSource: "ZEROBASED",
  InputClippings: [
    { StartTimecode: timecodeOf(startFrame, fps), EndTimecode: timecodeOf(endFrame - 1, fps) },
  ],
  AudioSelectors: { "Audio Selector 1": { SelectorType: "TRACK", Tracks: [1] } },
  VideoSelector: {},
});

/**
 * Returns the job that cuts a clip out of its source, exact to the frame, with its stills.
 *
 * @param bucketName of the source and the outputs
 * @param stillsKey what the stills are named after
 */
export const mediaConvertCut = (
  { media, cuts, sourceKey, outputKey }: RenderJob,
  bucketName: string,
  stillsKey: string,
): MediaConvertCut => {
  const [range] = cuts?.kept ?? [];
  const { video, audio } = media;
  if (!cuts || !range || !video || !audio) throw new Error("a clip needs its range, video and audio");
  const { fps } = cuts;
  const seconds = (range.endFrame - range.startFrame) / framesPerSecond(fps);
  const urlOf = (key: string): string => `s3://${bucketName}/${key}`;
  const size = { width: video.codedWidth, height: video.codedHeight };
  return {
    settings: {
      TimecodeConfig: { Source: "ZEROBASED" },
      Inputs: [inputSettings(urlOf(sourceKey), range, fps)],
      OutputGroups: [
        // MediaConvert adds the extension.
        fileGroup(urlOf(outputKey.replace(/\.mp4$/, "")), {
          ContainerSettings: { Container: "MP4", Mp4Settings: { AudioDuration: "MATCH_VIDEO_DURATION" } },
          VideoDescription: videoSettings(size, fps),
          AudioDescriptions: [audioSettings(audio.channels)],
        }),
        fileGroup(urlOf(stillsKey), stillSettings(seconds)),
      ],
    },
    durationMs: Math.round(seconds * 1000),
    toleranceMs: Math.ceil(1000 / framesPerSecond(fps)) + audioPacketMs,
  };
};

/** Returns the MediaConvert job of a clip as the operator's setting wants it; null: the container cuts the clip. */
export const chosenCut = (
  cutter: ClipCutterOption,
  job: RenderJob,
  bucketName: string,
  stillsKey: string,
): MediaConvertCut | null =>
  cutter === "mediaconvert" && canMediaConvertCut(job) ? mediaConvertCut(job, bucketName, stillsKey) : null;
