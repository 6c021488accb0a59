import { untrustedInput } from "../media/ffmpeg-input.ts";
import type { Rational } from "../time/rational.ts";
import { type AudioStream, type AudioTrack, audioTracks } from "../videos/media-info.ts";
import { clockArguments } from "./segments.ts";

/** AAC supports rates up to 96 kHz. */
export const aacSampleRate = ({ sampleRate }: AudioStream): number =>
  sampleRate > 96_000 ? 48_000 : sampleRate;

/** More channels are separate tracks of a recorder, not a loudspeaker layout. */
const maxSpeakers = 8;

/**
 * Returns the number of channels to encode. Every AAC player supports mono, stereo and 5.1. The encoder writes other
 * layouts (5.1 with side speakers, 6.1, 2.1) with a description that many players do not read, or rejects them.
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
 * Fills gaps in timestamps with silence to keep the audio in sync: at once if more than a packet is missing (by default
 * only from 0.1 s on), else by stretching, because timestamps of recorders are inaccurate.
 */
const fillGapsFilter = "aresample=async=1000:min_hard_comp=0.03";

/** Mixes the tracks of a recorder at equal power, so that one voice among silent tracks is audible. */
const mixFilter = (channels: number): string => {
  const gain = (1 / Math.sqrt(channels)).toFixed(4);
  const terms = Array.from({ length: channels }, (_, index) => `${gain}*c${index}`);
  return `pan=mono|c0=${terms.join("+")}`;
};

/** Returns the filters that convert a track to the encoded channels. */
const layoutFilters = (track: Pick<AudioTrack, "channels">, channels: 1 | 2 | 6): string => {
  const mixed = track.channels > maxSpeakers ? [mixFilter(track.channels)] : [];
  return [...mixed, `aformat=channel_layouts=${layoutNames[channels]}`].join(",");
};

/** Keeps a mix below full scale. Without `latency` the audio would be 5 ms late. */
const peakLimiter = "alimiter=limit=0.95:level=false:latency=true";

/**
 * Returns the filter graph that converts a source's audio for `aacArguments`. Several tracks are mixed at their own
 * levels. Silence precedes each of them, because `amix` ignores start times.
 *
 * @param input ffmpeg's input number
 * @param fromZero whether silence precedes audio that starts after second 0
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
 * Returns output options that encode a source's audio as AAC.
 *
 * @param input ffmpeg's input number
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
 * Returns ffmpeg's arguments that decode a source's audio to stdout, from second 0 of the source: interleaved 32-bit
 * floats with `aacSampleRate` and `aacChannels`.
 *
 * @param endFrame first frame, at `fps`, whose audio is not needed
 */
export const decodeAudioArguments = (
  sourcePath: string,
  { audio, unusedStartSeconds, fps }: { audio: AudioStream; unusedStartSeconds: number; fps: Rational },
  endFrame: number,
): string[] => [
  ...untrustedInput(sourcePath, clockArguments(-unusedStartSeconds)),
  // Silence precedes audio that starts late, as in players.
  ...["-filter_complex", audioGraph(audio, 0, true, "[audio]"), "-map", "[audio]"],
  // One second more than needed, for the crossfade after a cut.
  ...["-t", ((endFrame * fps.den) / fps.num + 1).toFixed(3)],
  ...rawAudioOptions(audio),
  "pipe:1",
];

/** Returns ffmpeg's arguments that encode such audio from stdin as AAC in an MP4 file. */
export const encodeAudioArguments = (audio: AudioStream, outputPath: string): string[] => [
  "-y",
  ...["-protocol_whitelist", "file,pipe"],
  ...rawAudioOptions(audio),
  ...["-i", "pipe:0"],
  ...aacArguments(audio),
  ...["-f", "mp4", `file:${outputPath}`],
];
