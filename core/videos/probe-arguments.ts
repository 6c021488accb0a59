import { untrustedInput } from "../media/ffmpeg-input.ts";

/** Returns ffprobe arguments that print the streams and the container as JSON. */
export const streamsArguments = (path: string): string[] => [
  "-show_streams",
  "-show_format",
  "-of",
  "json",
  ...untrustedInput(path),
];

/** Returns ffprobe arguments that print every packet, for createPacketReader. Reads the whole file, decodes nothing. */
export const packetsArguments = (path: string): string[] => [
  "-show_entries",
  "packet=stream_index,pts,duration,flags",
  "-of",
  "csv=p=0",
  ...untrustedInput(path),
];

/** Seconds of a track whose content is analyzed. */
const analyzedSeconds = 2 * 3600;

/** Returns ffmpeg arguments that decode the start of an audio stream to mono 16-bit samples on stdout, from second 0. */
export const analyzedAudioArguments = (path: string, streamIndex: number, sampleRate: number): string[] => [
  ...untrustedInput(path, ["-threads", "1"]),
  ...["-map", `0:${streamIndex}`, "-vn", "-sn", "-dn", "-t", String(analyzedSeconds)],
  // Silence in place of gaps and of a late start: tracks are compared by time.
  ...["-af", `aresample=${sampleRate}:async=1:min_hard_comp=0.04:first_pts=0`],
  ...["-ac", "1", "-ar", String(sampleRate), "-f", "s16le", "pipe:1"],
];

/** Returns ffmpeg arguments that decode one whole stream, discard it, and fail at the first undecodable packet. */
export const wholeDecodeArguments = (path: string, streamIndex: number): string[] => [
  "-xerror",
  ...untrustedInput(path, ["-threads", "1"]),
  "-map",
  `0:${streamIndex}`,
  "-f",
  "null",
  "-",
];

/**
 * Returns ffmpeg arguments that decode the first frames of one stream and discard them. ffmpeg skips damaged packets, so
 * that a file with damage only at its start passes. Its report states the format of the frames (`decodedPixelFormat`).
 */
export const trialDecodeArguments = (
  path: string,
  streamIndex: number,
  kind: "video" | "audio",
): string[] => [
  ...["-v", "info"],
  // One thread: each thread needs memory for large frames, and a few frames decode quickly.
  ...untrustedInput(path, ["-threads", "1"]),
  "-map",
  `0:${streamIndex}`,
  ...(kind === "video" ? ["-frames:v", "3"] : ["-t", "1"]),
  "-f",
  "null",
  "-",
];

/**
 * Returns the pixel format of the frames from the report of a trial decode; null when it has none. ffprobe does not report
 * that of every codec, nor the alpha of HEVC, whose second layer only the decoder finds.
 */
export const decodedPixelFormat = (report: string): string | null =>
  /Video: wrapped_avframe, (\w+)/.exec(report)?.[1] ?? null;
