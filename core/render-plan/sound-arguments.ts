import { untrustedInput } from "../media/ffmpeg-input.ts";
import type { AudioStream, Rational } from "../videos/media-info.ts";

/** AAC knows no rate above 96 kHz. */
export const aacSampleRate = ({ sampleRate }: AudioStream): number =>
  sampleRate > 96_000 ? 48_000 : sampleRate;

export const aacArguments = ({ channels }: Pick<AudioStream, "channels">): string[] => [
  "-c:a",
  "aac",
  "-b:a",
  channels > 2 ? "384k" : "192k",
];

/** Fills gaps in time stamps with silence, so that what comes later stays in step. */
export const steadySound = "aresample=async=1000";

const rawSound = (audio: AudioStream): string[] => [
  ...["-f", "f32le", "-ar", String(aacSampleRate(audio)), "-ac", String(audio.channels)],
];

/**
 * ffmpeg's arguments that decode a source's sound to stdout, from the source's second 0 on: interleaved 32-bit floats at
 * `aacSampleRate`.
 *
 * @param endFrame the first frame whose sound is not needed any more, at `fps`
 */
export const decodeSoundArguments = (
  sourcePath: string,
  audio: AudioStream,
  endFrame: number,
  fps: Rational,
): string[] => [
  ...untrustedInput(sourcePath),
  ...["-map", `0:${audio.streamIndex}`, "-vn", "-sn", "-dn"],
  // A sound that starts late is preceded by silence, as it is when played.
  ...["-af", `${steadySound}:first_pts=0`],
  // A second more than needed: fades reach beyond a cut.
  ...["-t", ((endFrame * fps.den) / fps.num + 1).toFixed(3)],
  ...rawSound(audio),
  "pipe:1",
];

/** ffmpeg's arguments that encode what comes on stdin in that form, as AAC in an MP4 file. */
export const encodeSoundArguments = (audio: AudioStream, outputPath: string): string[] => [
  "-y",
  ...["-protocol_whitelist", "file,pipe"],
  ...rawSound(audio),
  ...["-i", "pipe:0"],
  ...aacArguments(audio),
  ...["-f", "mp4", `file:${outputPath}`],
];
