import { untrustedInput } from "../media/ffmpeg-input.ts";

/** ffprobe: streams and container as JSON. */
export const streamsArguments = (path: string): string[] => [
  "-show_streams",
  "-show_format",
  "-of",
  "json",
  ...untrustedInput(path),
];

/** ffprobe: every packet, for createPacketReader. Reads the whole file, decodes nothing. */
export const packetsArguments = (path: string): string[] => [
  "-show_entries",
  "packet=stream_index,pts,duration,flags",
  "-of",
  "csv=p=0",
  ...untrustedInput(path),
];

/** Seconds of a track whose content is analyzed. */
const analyzedSeconds = 2 * 3600;

/** ffmpeg: the start of one audio stream as mono 16-bit samples on stdout, at equal power of its channels. */
export const analyzedAudioArguments = (path: string, streamIndex: number, sampleRate: number): string[] => [
  ...untrustedInput(path, ["-threads", "1"]),
  ...["-map", `0:${streamIndex}`, "-vn", "-sn", "-dn", "-t", String(analyzedSeconds)],
  ...["-ac", "1", "-ar", String(sampleRate), "-f", "s16le", "pipe:1"],
];

/** ffmpeg: decodes one stream whole into nothing and fails at the first packet that does not decode. */
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
 * ffmpeg: decodes the first frames of one stream into nothing. It goes on past damaged packets until it has enough,
 * so a file that is damaged at its start only passes.
 */
export const trialDecodeArguments = (
  path: string,
  streamIndex: number,
  kind: "video" | "audio",
): string[] => [
  // One thread: memory grows with threads for large pictures, and a few frames need no speed.
  ...untrustedInput(path, ["-threads", "1"]),
  "-map",
  `0:${streamIndex}`,
  ...(kind === "video" ? ["-frames:v", "3"] : ["-t", "1"]),
  "-f",
  "null",
  "-",
];
