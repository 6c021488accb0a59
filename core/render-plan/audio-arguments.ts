import { untrustedInput } from "../media/ffmpeg-input.ts";
import type { Rational } from "../time/rational.ts";
import { type AudioStream, type AudioTrack, audioTracks } from "../videos/media-info.ts";
import { clockArguments } from "./segments.ts";

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

/** The filters that bring one track to the channels that are encoded. */
const layoutFilters = (track: Pick<AudioTrack, "channels">, channels: 1 | 2 | 6): string => {
  const mixed = track.channels > maxSpeakers ? [tracksMixed(track.channels)] : [];
  return [...mixed, `aformat=channel_layouts=${layoutNames[channels]}`].join(",");
};

/** Keeps the sum of tracks below full scale. Without `latency` the audio would be 5 ms late. */
const peakLimiter = "alimiter=limit=0.95:level=false:latency=true";

/**
 * The filter graph that makes of a source's audio what `aacArguments` encodes. Several tracks are added at their own
 * levels; each is preceded by silence, since `amix` ignores when its inputs start.
 *
 * @param input number of FFmpeg's input
 * @param fromZero whether silence precedes audio that starts later than second 0
 */
export const audioGraph = (audio: AudioStream, input: number, fromZero: boolean, to: string): string => {
  const tracks = audioTracks(audio);
  const channels = aacChannels(audio);
  const chain = (track: AudioTrack, isLate: boolean): string =>
    `[${input}:${track.streamIndex}]${fillGapsFilter}${isLate ? ":first_pts=0" : ""},${layoutFilters(track, channels)}`;
  const [track] = tracks;
  if (track && tracks.length === 1) return `${chain(track, fromZero)}${to}`;
  const rate = `aresample=${aacSampleRate(audio)}`;
  const steps = tracks.map((one, place) => `${chain(one, true)},${rate}[t${place}]`);
  const labels = tracks.map((_, place) => `[t${place}]`).join("");
  const mix = `amix=inputs=${tracks.length}:duration=longest:normalize=0`;
  return [...steps, `${labels}${mix},${peakLimiter}${to}`].join(";");
};

/**
 * Output options that make AAC of a source's audio.
 *
 * @param input number of FFmpeg's input
 */
export const aacFromSource = (audio: AudioStream, input: number): string[] => [
  ...["-filter_complex", audioGraph(audio, input, false, "[audio]"), "-map", "[audio]"],
  ...aacArguments(audio),
  ...(aacSampleRate(audio) === audio.sampleRate ? [] : ["-ar", String(aacSampleRate(audio))]),
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
  { audio, unusedStartSeconds, fps }: { audio: AudioStream; unusedStartSeconds: number; fps: Rational },
  endFrame: number,
): string[] => [
  ...untrustedInput(sourcePath, clockArguments(-unusedStartSeconds)),
  // Audio that starts late is preceded by silence, as it is when played.
  ...["-filter_complex", audioGraph(audio, 0, true, "[audio]"), "-map", "[audio]"],
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
