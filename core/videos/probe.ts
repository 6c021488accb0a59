import { NamedError } from "../errors.ts";
import { toMilliseconds } from "../time/milliseconds.ts";
import type { Rational } from "../time/rational.ts";
import type { AudioStream, AudioTrack, LeftOutStream, MediaInfo, VideoStream } from "./media-info.ts";
import { orientationOf, type ProbeDocument, type ProbeStream, parseRational } from "./probe-document.ts";
import { longestStep, measureFrameRate } from "./probe-frame-rate.ts";
import type { StreamPackets } from "./probe-packets.ts";

export type Packets = ReadonlyMap<number, StreamPackets>;

/** Limits of an uploaded file. 8192 × 4320 is the largest frame of 8K cinema, in either orientation. */
export const mediaLimits = {
  streams: 64,
  sidePx: 8192,
  framePx: 8192 * 4320,
  durationSeconds: 6 * 3600,
} as const;

const stillCodecs = new Set(["png", "mjpeg", "bmp", "gif", "tiff", "webp"]);

/** Throws NamedError NoVideoOrAudioStream or MediaTooLarge from the list of streams, before the packets are read. */
export const checkStreams = (document: ProbeDocument): void => {
  const { streams } = document;
  if (streams.length > mediaLimits.streams) {
    throw new NamedError(
      "MediaTooLarge",
      `The file has ${streams.length} tracks, more than the maximum of ${mediaLimits.streams}. Export the file with fewer tracks.`,
    );
  }
  if (!streams.some(({ codec_type }) => codec_type === "video" || codec_type === "audio")) {
    throw new NamedError(
      "NoVideoOrAudioStream",
      "The file has neither a video stream nor an audio track. Upload a video or audio file.",
    );
  }
  for (const { codec_type, width, height } of streams) {
    if (codec_type === "video") checkFrame(width ?? 0, height ?? 0);
  }
};

const checkFrame = (width: number, height: number): void => {
  const isTooLarge =
    width > mediaLimits.sidePx || height > mediaLimits.sidePx || width * height > mediaLimits.framePx;
  if (isTooLarge) {
    throw new NamedError(
      "MediaTooLarge",
      `The video is ${width}×${height} pixels; the maximum is 8192×4320 or 4320×8192.`,
    );
  }
};

/** Returns whether a video stream is only a cover image or thumbnail. */
const isStill = (stream: ProbeStream, packets: Packets): boolean => {
  const { attached_pic = 0, still_image = 0, timed_thumbnails = 0 } = stream.disposition ?? {};
  if (attached_pic + still_image + timed_thumbnails > 0) return true;
  return stillCodecs.has(stream.codec_name ?? "") && (packets.get(stream.index)?.count ?? 0) <= 1;
};

/** Returns the streams with content, the container's default ones first, then in file order. */
const candidates = (document: ProbeDocument, kind: "video" | "audio", packets: Packets): ProbeStream[] => {
  const isShown = (stream: ProbeStream): boolean =>
    stream.codec_type === kind && (packets.get(stream.index)?.count ?? 0) > 0 && !isStill(stream, packets);
  const isDefault = (stream: ProbeStream): number => stream.disposition?.default ?? 0;
  return document.streams.filter(isShown).sort((a, b) => isDefault(b) - isDefault(a) || a.index - b.index);
};

/** Returns the usable video and audio streams, best first. A trial decode decides between them. */
export const chooseTracks = (document: ProbeDocument, packets: Packets) => {
  const video = candidates(document, "video", packets);
  const audio = candidates(document, "audio", packets);
  // Without a codec and a four-letter code the description is missing, not merely unknown.
  const isUndescribed = ({ codec_name, codec_tag }: ProbeStream): boolean =>
    (codec_name ?? "") === "" && (codec_tag ?? "0x0000") === "0x0000";
  const damaged = [...video, ...audio].find(isUndescribed);
  if (damaged) {
    const kind = damaged.codec_type === "audio" ? "audio" : "video";
    throw new NamedError(
      "MediaUnreadable",
      `The file is damaged: the description of its ${kind} track is missing. Export the file again, and upload the new file.`,
    );
  }
  if (video.length + audio.length === 0) {
    throw new NamedError(
      "NoVideoOrAudioStream",
      "The tracks of the file contain neither video nor audio. Export the file again, and upload the new file.",
    );
  }
  return { video, audio };
};

const timeBaseOf = (stream: ProbeStream): Rational =>
  parseRational(stream.time_base) ?? { num: 1, den: 1000 };

const toMicroseconds = (seconds: number): number => Math.round(seconds * 1e6) / 1e6;

/**
 * Returns a plausible sample aspect ratio. Beyond 8:1 it is an error, and within a hundredth of square it compensates for a
 * side that an encoder rounded to integer pixels: resampling for that would only blur.
 */
const usableAspect = (aspect: Rational | null): Rational => {
  const ratio = aspect ? aspect.num / aspect.den : 1;
  const isUsed = ratio >= 1 / 8 && ratio <= 8 && Math.abs(ratio - 1) >= 0.01;
  return aspect && isUsed ? aspect : { num: 1, den: 1 };
};

/** Differences below this are rounding of time scales. */
const minShiftSeconds = 0.002;

const describeVideo = (
  stream: ProbeStream,
  packets: StreamPackets,
  lastFrameSeconds: number | null,
): VideoStream => {
  const timeBase = timeBaseOf(stream);
  const seconds = timeBase.num / timeBase.den;
  const claims = [stream.r_frame_rate, stream.avg_frame_rate]
    .map(parseRational)
    .filter((rate) => rate !== null);
  const timing = measureFrameRate(packets.times, packets.lastDuration, timeBase, claims);
  const shift = lastFrameSeconds === null ? 0 : lastFrameSeconds - packets.lastTime * seconds;
  const shiftSeconds = Math.abs(shift) < minShiftSeconds ? 0 : toMicroseconds(shift);
  // Deltas are those of decoding order: the last frame shown of such a track has none, and lasts as long as the others.
  const { num, den } = timing.frameRate;
  const lastDuration = lastFrameSeconds === null ? timing.lastDuration : den / num / seconds;
  const range = stream.color_range;
  return {
    streamIndex: stream.index,
    codec: stream.codec_name ?? "unknown",
    pixelFormat: stream.pix_fmt ?? "unknown",
    codedWidth: stream.width ?? 0,
    codedHeight: stream.height ?? 0,
    sampleAspectRatio: usableAspect(parseRational(stream.sample_aspect_ratio)),
    ...orientationOf(stream),
    frameRate: timing.frameRate,
    isVariableFrameRate: timing.isVariable,
    longestFrameSeconds: toMicroseconds(longestStep(packets.times) * seconds),
    frameCount: packets.count,
    startSeconds: toMicroseconds(packets.firstTime * seconds + shiftSeconds),
    ...(shiftSeconds === 0 ? {} : { shiftSeconds }),
    durationSeconds: toMicroseconds((packets.lastTime + lastDuration - packets.firstTime) * seconds),
    colorSpace: stream.color_space ?? "unknown",
    colorTransfer: stream.color_transfer ?? "unknown",
    colorPrimaries: stream.color_primaries ?? "unknown",
    colorRange: range === "tv" || range === "pc" ? range : "unknown",
    isInterlaced: ["tt", "bb", "tb", "bt"].includes(stream.field_order ?? ""),
  };
};

/** An AudioSpecificConfig names the object type, the sample rate and the channels. */
const minAacConfigurationBytes = 2;

/** Returns where the audio of a track begins, after the delay of its encoder. */
const audioStart = (stream: ProbeStream, packets: StreamPackets, seconds: number): number => {
  const packetStart = packets.firstTime * seconds;
  // Encoder delay of MP3 and Opus is inside the first packets; ffprobe's start_time is where the audio begins.
  const claimed = stream.start_time ?? packetStart;
  if (claimed > packetStart + minShiftSeconds && claimed < packetStart + 0.5) return claimed;
  // A packet of AAC holds whole audio only together with the previous one (ISO/IEC 14496-3, 4.6.11). The first one is
  // hidden by an edit list, unless the file was copied with a later start: then it is the delay that starts earlier.
  const isDelay = stream.codec_name === "aac" && packetStart > minShiftSeconds && !packets.hidesStart;
  return isDelay ? packetStart + packets.firstDuration * seconds : packetStart;
};

const describeTrack = (stream: ProbeStream, packets: StreamPackets, isDamaged: boolean): AudioTrack => {
  const timeBase = timeBaseOf(stream);
  const seconds = timeBase.num / timeBase.den;
  const start = audioStart(stream, packets, seconds);
  const end = (packets.lastTime + packets.lastDuration) * seconds;
  // Without its configuration a copy would be a track that most players reject. Source: ISO/IEC 14496-3, 1.6.2.
  const lacksConfiguration = (stream.extradata_size ?? 0) < minAacConfigurationBytes;
  const isBroken = isDamaged || packets.hidesBetween || lacksConfiguration;
  return {
    streamIndex: stream.index,
    codec: stream.codec_name ?? "unknown",
    channels: stream.channels ?? 0,
    channelLayout: stream.channel_layout ?? "unknown",
    sampleRate: stream.sample_rate ?? 0,
    startSeconds: toMicroseconds(start),
    durationSeconds: toMicroseconds(Math.max(0, end - start)),
    ...(stream.codec_name === "aac" && isBroken ? { mustBeEncoded: true } : {}),
  };
};

/** Returns one track, or the mix of several, which lasts from the earliest start to the latest end. */
const describeAudio = (tracks: readonly AudioTrack[]): AudioStream | null => {
  const [main] = tracks;
  if (!main || tracks.length === 1) return main ?? null;
  const startSeconds = Math.min(...tracks.map((track) => track.startSeconds));
  const endSeconds = Math.max(...tracks.map((track) => track.startSeconds + track.durationSeconds));
  return {
    ...main,
    channels: Math.max(...tracks.map(({ channels }) => channels)),
    sampleRate: Math.max(...tracks.map(({ sampleRate }) => sampleRate)),
    startSeconds,
    durationSeconds: toMicroseconds(endSeconds - startSeconds),
    mixedTracks: [...tracks],
  };
};

/** Returns the size that a player shows: sample aspect applied to the width, sides swapped by a quarter turn. Integers. */
export const displayedSize = (video: VideoStream): { width: number; height: number } => {
  const { num, den } = video.sampleAspectRatio;
  const width = Math.max(1, Math.round((video.codedWidth * num) / den));
  const isRotated = video.rotation === 90 || video.rotation === 270;
  return isRotated ? { width: video.codedHeight, height: width } : { width, height: video.codedHeight };
};

const checkDuration = (durationSeconds: number): void => {
  if (durationSeconds > mediaLimits.durationSeconds) {
    throw new NamedError(
      "MediaTooLarge",
      `The file lasts ${Math.ceil(durationSeconds / 60)} minutes, more than the maximum of ${mediaLimits.durationSeconds / 60}. Upload a shorter file.`,
    );
  }
  if (!(durationSeconds > 0)) {
    throw new NamedError("MediaUnreadable", "The file contains less than a millisecond of video or audio.");
  }
};

/** The streams that are used of a file. */
export interface UsedStreams {
  video: ProbeStream | null;
  /** Those that are mixed, the main one first. */
  audio: readonly ProbeStream[];
  /** Whether not every packet of the audio decodes. */
  isAudioDamaged?: boolean;
  /** When the last frame is shown, where the file's index contradicts ffprobe. */
  lastFrameSeconds?: number | null;
  /** Codec of audio that is left out because it cannot be decoded. */
  undecodableAudio?: string;
  leftOut?: readonly LeftOutStream[];
}

/**
 * Returns the probed media. The duration is measured from packets: from the start of the earlier of the two tracks to the end
 * of the later one.
 *
 */
export const describeMedia = (
  document: ProbeDocument,
  packets: Packets,
  {
    video: videoStream,
    audio: audioStreams,
    isAudioDamaged = false,
    lastFrameSeconds = null,
    undecodableAudio,
    leftOut = [],
  }: UsedStreams,
  sizeBytes: number,
): MediaInfo => {
  const describe = <T>(stream: ProbeStream, by: (stream: ProbeStream, found: StreamPackets) => T): T[] => {
    const found = packets.get(stream.index);
    return found ? [by(stream, found)] : [];
  };
  const [video = null] = videoStream
    ? describe(videoStream, (stream, found) => describeVideo(stream, found, lastFrameSeconds))
    : [];
  const tracks = audioStreams.flatMap((stream) =>
    describe(stream, (one, found) => describeTrack(one, found, isAudioDamaged)),
  );
  const audio = describeAudio(tracks);
  const present = [video, audio].filter((track) => track !== null);
  const start = Math.min(...present.map(({ startSeconds }) => startSeconds));
  const end = Math.max(...present.map((track) => track.startSeconds + track.durationSeconds));
  const durationSeconds = toMilliseconds(end - start);
  checkDuration(durationSeconds);
  const size = video && displayedSize(video);
  if (size) checkFrame(size.width, size.height);
  return {
    container: document.format.format_name ?? "unknown",
    durationSeconds,
    width: size?.width ?? null,
    height: size?.height ?? null,
    video,
    audio,
    ...(typeof document.format.start_time === "number"
      ? { clockStartSeconds: toMicroseconds(document.format.start_time) }
      : {}),
    ...(undecodableAudio === undefined ? {} : { undecodableAudio }),
    ...(leftOut.length === 0 ? {} : { leftOut: [...leftOut] }),
    sizeBytes,
  };
};
