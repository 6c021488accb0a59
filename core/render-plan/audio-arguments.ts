import { untrustedInput } from "../media/ffmpeg-input.ts";
import type { Rational } from "../time/rational.ts";
import type { AudioStream } from "../videos/media-info.ts";

/** AAC knows no rate above 96 kHz. */
export const aacSampleRate = ({ sampleRate }: AudioStream): number =>
  sampleRate > 96_000 ? 48_000 : sampleRate;

/** More channels than these are the tracks of a recorder, not loudspeakers. */
const maxSpeakers = 8;

/**
 * Channels of the audio that is made of another. Mono, stereo and 5.1 are what every player of AAC knows: of its other
 * layouts the encoder writes some (5.1 with side speakers, 6.1, 2.1) as a private description that many players do not
 * read, and refuses the rest.
 */
export const aacChannels = ({ channels }: Pick<AudioStream, "channels">): 1 | 2 | 6 => {
  if (channels === 1 || channels > maxSpeakers) return 1;
  return channels <= 4 ? 2 : 6;
};

const layoutNames = { 1: "mono", 2: "stereo", 6: "5.1" } as const;

export const aacArguments = (audio: Pick<AudioStream, "channels">): string[] => [
  "-c:a",
  "aac",
  "-b:a",
  aacChannels(audio) > 2 ? "384k" : "192k",
];

/**
 * Fills gaps in time stamps with silence, so that what comes later stays in step: at once where more than a packet is
 * missing (by default only from 0.1 s on), else by stretching what follows, as time stamps of recorders waver.
 */
const fillGapsFilter = "aresample=async=1000:min_hard_comp=0.03";

/** Tracks of a recorder at equal power: one voice among silent tracks must stay audible. */
const tracksMixed = (channels: number): string => {
  const gain = (1 / Math.sqrt(channels)).toFixed(4);
  const terms = Array.from({ length: channels }, (_, index) => `${gain}*c${index}`);
  return `pan=mono|c0=${terms.join("+")}`;
};

/**
 * The filters that make of a source's audio what `aacArguments` encodes.
 *
 * @param firstSample where the audio begins, when not with its own first sample
 */
export const aacInputFilters = (audio: Pick<AudioStream, "channels">, firstSample?: number): string => {
  const steady = firstSample === undefined ? fillGapsFilter : `${fillGapsFilter}:first_pts=${firstSample}`;
  const layout =
    audio.channels > maxSpeakers
      ? tracksMixed(audio.channels)
      : `aformat=channel_layouts=${layoutNames[aacChannels(audio)]}`;
  return `${steady},${layout}`;
};

/** Output options that make AAC of a source's audio. */
export const aacFromSource = (audio: AudioStream): string[] => [
  ...aacArguments(audio),
  ...(aacSampleRate(audio) === audio.sampleRate ? [] : ["-ar", String(aacSampleRate(audio))]),
  ...["-af", aacInputFilters(audio)],
];

const rawAudioOptions = (audio: AudioStream): string[] => [
  ...["-f", "f32le", "-ar", String(aacSampleRate(audio)), "-ac", String(aacChannels(audio))],
];

/**
 * ffmpeg's arguments that decode a source's audio to stdout, from the source's second 0 on: interleaved 32-bit floats at
 * `aacSampleRate`, of `aacChannels`.
 *
 * @param endFrame the first frame whose audio is not needed any more, at `fps`
 */
export const decodeAudioArguments = (
  sourcePath: string,
  audio: AudioStream,
  endFrame: number,
  fps: Rational,
): string[] => [
  ...untrustedInput(sourcePath),
  ...["-map", `0:${audio.streamIndex}`, "-vn", "-sn", "-dn"],
  // A audio that starts late is preceded by silence, as it is when played.
  ...["-af", aacInputFilters(audio, 0)],
  // A second more than needed: fades reach beyond a cut.
  ...["-t", ((endFrame * fps.den) / fps.num + 1).toFixed(3)],
  ...rawAudioOptions(audio),
  "pipe:1",
];

/** ffmpeg's arguments that encode what comes on stdin in that form, as AAC in an MP4 file. */
export const encodeAudioArguments = (audio: AudioStream, outputPath: string): string[] => [
  "-y",
  ...["-protocol_whitelist", "file,pipe"],
  ...rawAudioOptions(audio),
  ...["-i", "pipe:0"],
  ...aacArguments(audio),
  ...["-f", "mp4", `file:${outputPath}`],
];
