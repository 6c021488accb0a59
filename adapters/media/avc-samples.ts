import { closeSync, openSync } from "node:fs";
import {
  type AvcConfiguration,
  parseAvcConfiguration,
  parsePps,
} from "../../core/media/h264/parameter-sets.ts";
import { sampleKind } from "../../core/media/h264/sample-units.ts";
import { parseSequence } from "../../core/media/h264/sequence-parameters.ts";
import type { AvcTrack } from "../../core/videos/avc-track.ts";
import {
  type ByteSource,
  fileSource,
  maxNalUnitsPerSample,
  parseBox,
  type Track,
  topLevelBoxes,
} from "./isobmff.ts";
import { compositionTimes } from "./isobmff-edits.ts";
import { type CompactSampleSizes, type SampleRun, samplesOf } from "./isobmff-samples.ts";

/** An hour at 30 frames per second. Longer videos are rendered in segments, which are encoded. */
export const maxCopiedSamples = 108_000;

/** The part of a unit that is read when it has to be parsed; a larger one is unusual. */
const maxParsedBytes = 65_536;

/** Whether the content of a unit decides something: it has messages. */
const isParsed = (firstByte: number): boolean => (firstByte & 0x1f) === 6;

/** Returns the NAL units of a sample: slices by their first byte only. Null when they do not fill it. */
const unitsOf = (
  source: ByteSource,
  { offset, sizeBytes }: SampleRun,
  lengthBytes: number,
): Uint8Array[] | null => {
  const units: Uint8Array[] = [];
  let at = 0;
  while (at < sizeBytes) {
    const start = source.read(offset + at, lengthBytes + 1);
    if (start.length <= lengthBytes || units.length >= maxNalUnitsPerSample) return null;
    const length = start.readUIntBE(0, lengthBytes);
    const first = start[lengthBytes] ?? 0;
    if (length === 0 || (isParsed(first) && length > maxParsedBytes)) return null;
    units.push(
      isParsed(first) ? source.read(offset + at + lengthBytes, length) : start.subarray(lengthBytes),
    );
    at += lengthBytes + length;
  }
  return at === sizeBytes ? units : null;
};

/** Whether all frames of a configuration are described by one sequence, and samples have the usual form. */
const isPlain = ({ sequences, pps, lengthBytes }: AvcConfiguration): boolean => {
  const [sequence, ...others] = sequences.map(parseSequence);
  return (
    sequence !== undefined &&
    sequence.buffer !== null &&
    others.length === 0 &&
    pps.length > 0 &&
    pps.every((unit) => parsePps(unit).sequenceId === sequence.id) &&
    lengthBytes === 4
  );
};

/** Whether a track has no edit, or one that starts at its first frame and has all of its frames. */
const isUnedited = (track: Track, movieTimescale: number, { first, last }: Extremes): boolean => {
  const [edit, ...others] = track.edts?.elst?.entries ?? [];
  if (!edit) return true;
  const end = edit.media_time + (edit.segment_duration / movieTimescale) * track.mdia.mdhd.timescale;
  return others.length === 0 && edit.media_time === first && edit.media_rate_integer === 1 && end > last;
};

interface Extremes {
  first: number;
  last: number;
}

const extremesOf = (times: readonly number[]): Extremes =>
  times.reduce<Extremes>(
    ({ first, last }, time) => ({ first: Math.min(first, time), last: Math.max(last, time) }),
    { first: Number.POSITIVE_INFINITY, last: Number.NEGATIVE_INFINITY },
  );

/** Returns the bytes of a track's configuration; null when it has several descriptions, or another codec. */
const configurationBytes = (source: ByteSource, track: Track, movieOffset: number): Buffer | null => {
  const [entry, ...others] = track.mdia.minf.stbl.stsd.entries;
  if (!entry || others.length > 0 || entry.type !== "avc1" || !entry.avcC) return null;
  const { start, size, hdr_size = 8 } = entry.avcC;
  return source.read(movieOffset + start + hdr_size, size - hdr_size);
};

/** Returns the movie and its offset in the file; null for a fragmented file. */
const readMovie = (source: ByteSource): { tracks: Track[]; timescale: number; offset: number } | null => {
  const boxes = [...topLevelBoxes(source)];
  const movies = boxes.filter(({ type }) => type === "moov");
  const [box] = movies;
  if (!box || movies.length > 1 || boxes.some(({ type, isCut }) => type === "moof" || isCut)) return null;
  const { moov } = parseBox(source, box) as unknown as {
    moov?: { mvhd?: { timescale: number }; traks?: Track[] };
  };
  return { tracks: moov?.traks ?? [], timescale: moov?.mvhd?.timescale ?? 0, offset: box.offset };
};

/**
 * Reads a track for copying frame groups. Returns null for a track that has anything else than `AvcTrack` states.
 * Throws Error when the file cannot be read.
 *
 * @param trackIndex place of the track in the file, from 0
 */
export const readAvcSamples = (source: ByteSource, trackIndex: number): AvcTrack | null => {
  const movie = readMovie(source);
  const track = movie?.tracks[trackIndex];
  const bytes = movie && track ? configurationBytes(source, track, movie.offset) : null;
  if (!movie || !track || !bytes) return null;
  const configuration = parseAvcConfiguration(bytes);
  const { stbl } = track.mdia.minf;
  const sizes = stbl.stsz as CompactSampleSizes | undefined;
  const isTooLong = !sizes || sizes.constantSize > 0 || sizes.sampleCount > maxCopiedSamples;
  if (isTooLong || !isPlain(configuration)) return null;
  const times = [...compositionTimes(stbl)];
  const samples = [...samplesOf(stbl)];
  const extremes = extremesOf(times);
  if (times.length !== samples.length || !isUnedited(track, movie.timescale, extremes)) return null;
  const idr = idrSamples(source, samples, configuration.lengthBytes);
  return (
    idr && {
      configuration: bytes.toString("base64"),
      timescale: track.mdia.mdhd.timescale,
      offsets: samples.map(({ offset }) => offset),
      sizes: samples.map(({ sizeBytes }) => sizeBytes),
      times: times.map((time) => time - extremes.first),
      idr,
    }
  );
};

/** Returns the indexes of the IDR frames; null when a sample cannot be copied. */
const idrSamples = (
  source: ByteSource,
  samples: readonly SampleRun[],
  lengthBytes: number,
): number[] | null => {
  const idr: number[] = [];
  for (const [index, sample] of samples.entries()) {
    const units = unitsOf(source, sample, lengthBytes);
    const kind = units ? sampleKind(units) : "unusual";
    if (kind === "unusual") return null;
    if (kind === "idr") idr.push(index);
  }
  return idr;
};

/** Reads a track of a file on disk, like `readAvcSamples`. */
export const readAvcFile = (path: string, trackIndex: number): AvcTrack | null => {
  const descriptor = openSync(path, "r");
  try {
    return readAvcSamples(fileSource(descriptor), trackIndex);
  } finally {
    closeSync(descriptor);
  }
};
