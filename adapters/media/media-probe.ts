import { stat } from "node:fs/promises";
import { bothConcurrently } from "../../core/async/both-concurrently.ts";
import { isNamedError, NamedError } from "../../core/errors.ts";
import { chooseAudio, isContentLost } from "../../core/videos/choose-audio.ts";
import {
  type ContainerIndex,
  type ContainerTrack,
  checkContainer,
} from "../../core/videos/container-index.ts";
import type { LeftOutStream, MediaInfo } from "../../core/videos/media-info.ts";
import { checkStreams, chooseTracks, describeMedia, type Packets } from "../../core/videos/probe.ts";
import {
  decodedPixelFormat,
  packetsArguments,
  streamsArguments,
  trialDecodeArguments,
  wholeDecodeArguments,
} from "../../core/videos/probe-arguments.ts";
import {
  type ProbeDocument,
  type ProbeStream,
  parseProbeDocument,
} from "../../core/videos/probe-document.ts";
import { createPacketReader } from "../../core/videos/probe-packets.ts";
import { checkStatedLength } from "../../core/videos/stated-length.ts";
import { wallClockSeconds } from "../process-limits.ts";
import { analyzeAudio } from "./audio-analyzer.ts";
import { inspectContainer } from "./container-inspector.ts";
import { isMediaFailure, runFfmpeg, runFfprobe, streamFfprobe } from "./ffmpeg.ts";
import type { FfmpegProgress } from "./ffmpeg-progress.ts";
import { withHiddenCodecs } from "./hidden-codecs.ts";
import { readStatedLength, sniffFile } from "./media-start.ts";

const maxMemoryBytes = 4 * 1024 ** 3;
const probeSeconds = 60;
const trialSeconds = 60;
/** Decoding six hours of stereo AAC takes 75 CPU s. */
const wholeFileSeconds = 180;
/** A file that takes more CPU time per byte was made to be slow. */
const minBytesPerSecond = 10 * 1024 ** 2;

const limitsOf = (cpuSeconds: number) => ({
  cpuSeconds,
  timeoutSeconds: wallClockSeconds(cpuSeconds),
  memoryBytes: maxMemoryBytes,
});

/** Returns the limit of CPU time of a run that reads the whole file. */
const readingSeconds = (sizeBytes: number): number => wholeFileSeconds + sizeBytes / minBytesPerSecond;

const isoMediaTypes = new Set(["video/mp4", "video/quicktime", "audio/mp4"]);

/** Converts a failure of ffprobe to MediaUnreadable. Rethrows all other errors unchanged. */
const asUnreadable = (error: unknown): never => {
  if (!isMediaFailure(error)) throw error;
  const message =
    error.reason === "timeout"
      ? "Reading the file took too long. It is probably damaged. Export it again, and upload the new file."
      : error.stderrTail.includes("moov atom not found")
        ? "The file is incomplete: its index (moov) is missing, which happens when a recording or an upload is interrupted. Upload the whole file."
        : "The file cannot be read, because it is damaged or incomplete.";
  throw new NamedError("MediaUnreadable", message, { cause: error });
};

const readStreams = async (path: string, signal: AbortSignal | undefined): Promise<ProbeDocument> => {
  const run = { args: streamsArguments(path), ...limitsOf(probeSeconds), signal };
  const { stdout } = await runFfprobe(run).catch(asUnreadable);
  return parseProbeDocument(stdout);
};

const readPackets = async (
  path: string,
  sizeBytes: number,
  document: ProbeDocument,
  signal: AbortSignal | undefined,
): Promise<Packets> => {
  const images = document.streams.filter(({ codec_type }) => codec_type === "video");
  const reader = createPacketReader(new Set(images.map(({ index }) => index)));
  const run = { args: packetsArguments(path), ...limitsOf(readingSeconds(sizeBytes)), signal };
  await streamFfprobe(run, reader.read).catch(asUnreadable);
  return reader.finish();
};

/** Runs a decoder. `onProgress` reports the output. Resolves to its report; null when it failed. */
const decode = async (
  args: readonly string[],
  cpuSeconds: number,
  signal: AbortSignal | undefined,
  onProgress?: (progress: FfmpegProgress) => void,
): Promise<string | null> => {
  try {
    return await runFfmpeg({ args, ...limitsOf(cpuSeconds), signal, onProgress });
  } catch (error) {
    if (!isMediaFailure(error)) throw error;
    return null;
  }
};

/** Decodes the first frames or the first second of a stream. Resolves to the report; null when nothing was decoded. */
const tryDecode = async (
  path: string,
  streamIndex: number,
  kind: "video" | "audio",
  signal: AbortSignal | undefined,
): Promise<string | null> => {
  let last: FfmpegProgress | null = null;
  const hasOutput = (): boolean => (kind === "video" ? (last?.frames ?? 0) > 0 : (last?.outSeconds ?? 0) > 0);
  const args = trialDecodeArguments(path, streamIndex, kind);
  const report = await decode(args, trialSeconds, signal, (progress) => {
    last = progress;
  });
  return hasOutput() ? (report ?? "") : null;
};

/** The ffprobe listing of a file. */
interface Listing {
  document: ProbeDocument;
  packets: Packets;
}

const withPackets = async (
  path: string,
  sizeBytes: number,
  document: ProbeDocument,
  signal: AbortSignal | undefined,
): Promise<Listing> => {
  checkStreams(document);
  return { document, packets: await readPackets(path, sizeBytes, document, signal) };
};

/** Lists a file that ffprobe does not read because of audio tracks that cannot be decoded; null when there are none. */
const listWithoutUndecodable = async (
  path: string,
  sizeBytes: number,
  { tracks }: ContainerIndex,
  signal: AbortSignal | undefined,
): Promise<Listing | null> => {
  const hidden: ContainerTrack[] = [];
  for (const [streamIndex, track] of tracks.entries()) {
    if (track.kind !== "audio") continue;
    if ((await tryDecode(path, streamIndex, "audio", signal)) === null) hidden.push(track);
  }
  if (hidden.length === 0) return null;
  const listing = await withHiddenCodecs(path, hidden, async (copy) =>
    withPackets(copy, sizeBytes, await readStreams(copy, signal), signal),
  );
  const streams = listing.document.streams.map((stream): ProbeStream => {
    const track = hidden.find((one) => tracks.indexOf(one) === stream.index);
    return track ? { ...stream, codec_name: track.sampleEntry } : stream;
  });
  return { ...listing, document: { ...listing.document, streams } };
};

/** Reads the file's own index; null for other containers than ISO media. */
const readIndex = async (path: string, signal: AbortSignal | undefined): Promise<ContainerIndex | null> => {
  const sniffed = await sniffFile(path);
  if (!sniffed.accepted || !isoMediaTypes.has(sniffed.mediaType)) return null;
  const index = await inspectContainer(path, signal);
  if (index !== null) checkContainer(index);
  return index;
};

/** Lists a file; what its own index shows to be wrong takes precedence over ffprobe's guess. */
const readContainer = async (
  path: string,
  sizeBytes: number,
  signal: AbortSignal | undefined,
): Promise<Listing & { index: ContainerIndex | null }> => {
  const list = async (own: AbortSignal): Promise<Listing | NamedError> => {
    const document = await readStreams(path, own).catch((error: unknown) => {
      if (isNamedError(error) && error.name === "MediaUnreadable") return error;
      throw error;
    });
    return isNamedError(document) ? document : await withPackets(path, sizeBytes, document, own);
  };
  const [index, listed] = await bothConcurrently(readIndex(path, signal), list, signal);
  if (!isNamedError(listed)) return { ...listed, index };
  const listing = index && (await listWithoutUndecodable(path, sizeBytes, index, signal));
  if (listing === null) throw listed;
  return { ...listing, index };
};

const nameOf = ({ codec_name, codec_tag_string }: ProbeStream): string =>
  codec_name ?? codec_tag_string ?? "unknown";

const leftOut = (
  kind: LeftOutStream["kind"],
  streams: readonly ProbeStream[],
  reason: LeftOutStream["reason"],
): LeftOutStream[] => streams.map((stream) => ({ kind, codec: nameOf(stream), reason }));

/** Returns the first video stream that decodes, and those before it. Throws MediaUnreadable when none of them does. */
const chosenVideo = async (
  path: string,
  streams: readonly ProbeStream[],
  signal: AbortSignal | undefined,
): Promise<{ video: ProbeStream | null; leftOut: LeftOutStream[] }> => {
  const [claimed] = streams;
  for (const [index, stream] of streams.entries()) {
    const report = await tryDecode(path, stream.index, "video", signal);
    if (report !== null) {
      const video = { ...stream, pix_fmt: decodedPixelFormat(report) ?? stream.pix_fmt };
      return { video, leftOut: leftOut("video", streams.slice(0, index), "undecodable") };
    }
  }
  if (claimed !== undefined) {
    throw new NamedError(
      "MediaUnreadable",
      `The video stream (${nameOf(claimed)}) cannot be decoded: it is damaged or encoded in a way that is not supported.`,
    );
  }
  return { video: null, leftOut: [] };
};

/** Cameras record up to sixteen tracks; each one costs two processes, and a small file can declare any number. */
const maxExaminedTracks = 16;

/** Returns the tracks to use, chosen by their content if several decode, and the tracks that are left out. */
const chosenAudio = async (
  path: string,
  sizeBytes: number,
  streams: readonly ProbeStream[],
  index: ContainerIndex | null,
  signal: AbortSignal | undefined,
): Promise<{ audio: ProbeStream[]; isAudioDamaged: boolean; leftOut: LeftOutStream[] }> => {
  const usable: ProbeStream[] = [];
  const examined = streams.slice(0, maxExaminedTracks);
  for (const stream of examined) {
    if (index?.tracks[stream.index]?.isMisdescribed) continue;
    if ((await tryDecode(path, stream.index, "audio", signal)) !== null) usable.push(stream);
  }
  const analyzed = usable.length > 1 ? usable.map(({ index }) => index) : [];
  const contents = analyzed.length > 0 ? await analyzeAudio(path, analyzed, signal) : [];
  const audio = chooseAudio(usable, contents);
  const undecodable = audio.length === 0 ? [] : examined.filter((stream) => !usable.includes(stream));
  const unused = usable.filter((stream) => !audio.includes(stream) && isContentLost(stream, audio, contents));
  const [main] = audio;
  // Only for audio that would be copied: re-encoded audio has no damaged packets.
  const isAudioDamaged =
    audio.length === 1 &&
    main?.codec_name === "aac" &&
    (await decode(wholeDecodeArguments(path, main.index), readingSeconds(sizeBytes), signal)) === null;
  return {
    audio,
    isAudioDamaged,
    leftOut: [...leftOut("audio", undecodable, "undecodable"), ...leftOut("audio", unused, "unused")],
  };
};

/** Throws MediaUnreadable for an audio file that states more audio than it contains. */
const checkLength = async (path: string, { sizeBytes, audio }: MediaInfo): Promise<void> => {
  const sniffed = await sniffFile(path);
  if (!sniffed.accepted) return;
  const stated = await readStatedLength(path, sniffed.mediaType);
  checkStatedLength(stated, sniffed.mediaType, sizeBytes, audio?.durationSeconds ?? 0);
};

/**
 * Probes a local, untrusted media file: the tracks that a player would choose, their true size, rate and duration, and
 * whether they can be decoded. An audio track that cannot be decoded is left out when there is a frame: the video is
 * still worth captioning with a supplied transcript.
 *
 * Throws NamedError: MediaProtected, MediaUnreadable, MediaUnsupported, NoVideoOrAudioStream, MediaTooLarge.
 */
export const probeMedia = async (path: string, signal?: AbortSignal): Promise<MediaInfo> => {
  const { size: sizeBytes } = await stat(path);
  if (sizeBytes === 0) throw new NamedError("MediaUnreadable", "The file is empty.");
  const { document, index, packets } = await readContainer(path, sizeBytes, signal);
  const tracks = chooseTracks(document, packets);
  const [{ video, leftOut: leftOutVideo }, { audio, isAudioDamaged, leftOut: leftOutAudio }] =
    await bothConcurrently(
      chosenVideo(path, tracks.video, signal),
      (own) => chosenAudio(path, sizeBytes, tracks.audio, index, own),
      signal,
    );
  const [claimedAudio] = tracks.audio;
  if (!video && audio.length === 0) {
    throw new NamedError(
      "MediaUnreadable",
      `The audio track (${claimedAudio ? nameOf(claimedAudio) : "unknown"}) cannot be decoded: it is damaged or encoded in a way that is not supported.`,
    );
  }
  const undecodable = claimedAudio && audio.length === 0 ? { undecodableAudio: nameOf(claimedAudio) } : {};
  const lastFrameSeconds = (video && index?.tracks[video.index]?.lastStartSeconds) ?? null;
  const allLeftOut = [...leftOutVideo, ...leftOutAudio];
  const used = { video, audio, isAudioDamaged, lastFrameSeconds, ...undecodable, leftOut: allLeftOut };
  const media = describeMedia(document, packets, used, sizeBytes);
  if (index === null) await checkLength(path, media);
  return media;
};
