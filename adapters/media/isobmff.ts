import { closeSync, fstatSync, openSync, readSync } from "node:fs";
import { ISOFile, MP4BoxBuffer, MultiBufferStream } from "mp4box";
import type { ContainerIndex, ContainerTrack } from "../../core/videos/container-index.ts";
import { lastStartOfUnsyncedEdit, type TrackTiming } from "./isobmff-edits.ts";
import {
  describePcm,
  fragmentTotals,
  isMisdescribed,
  type SampleTotals,
  tableTotals,
} from "./isobmff-pcm.ts";
import {
  type CompactSampleSizes,
  fragmentSamples,
  type SampleRun,
  type SampleTables,
  samplesOf,
  type TrackFragment,
} from "./isobmff-samples.ts";

/** Largest index that is read: six hours at 120 frames per second with every table need about 60 MB. */
const maxIndexBytes = 256 * 1024 ** 2;
/** A NAL unit or a packet that begins with this many zero bytes is empty. */
const zeroBytes = 16;
/** Samples examined for damage per track: spread evenly over longer tracks. */
const maxExaminedSamples = 200_000;
export const maxNalUnitsPerSample = 4096;

/** Random access to a local file. Reads beyond its end return the available bytes. */
export interface ByteSource {
  sizeBytes: number;
  read(offset: number, length: number): Buffer;
}

export const fileSource = (descriptor: number): ByteSource => ({
  sizeBytes: fstatSync(descriptor).size,
  read(offset, length) {
    const buffer = Buffer.alloc(length);
    return buffer.subarray(0, readSync(descriptor, buffer, 0, length, offset));
  },
});

interface TopLevelBox {
  type: string;
  offset: number;
  sizeBytes: number;
  isCut: boolean;
}

/** Headers of the file's top-level boxes; ends at the first invalid header. */
export function* topLevelBoxes(source: ByteSource): Generator<TopLevelBox> {
  let offset = 0;
  while (offset + 8 <= source.sizeBytes) {
    const header = source.read(offset, 16);
    const type = header.toString("latin1", 4, 8);
    const size = header.readUInt32BE(0);
    const sizeBytes =
      size === 0
        ? source.sizeBytes - offset
        : size === 1 && header.length === 16
          ? Number(header.readBigUInt64BE(8))
          : size;
    if (!/^[\x20-\x7e]{4}$/.test(type) || sizeBytes < 8) return;
    yield { type, offset, sizeBytes, isCut: offset + sizeBytes > source.sizeBytes };
    offset += sizeBytes;
  }
}

/** Parses one top-level box with its contents. Throws Error for an invalid box. */
export const parseBox = (source: ByteSource, box: TopLevelBox): ISOFile => {
  const bytes = source.read(box.offset, Math.min(box.sizeBytes, maxIndexBytes));
  const buffer = new ArrayBuffer(bytes.length);
  new Uint8Array(buffer).set(bytes);
  const file = new ISOFile(new MultiBufferStream(MP4BoxBuffer.fromArrayBuffer(buffer, 0)));
  file.parse();
  return file;
};

/** Bytes of the length before each NAL unit, for the sample entries of H.264 and HEVC; null for other codecs. */
const nalLengthBytes = (entry: SampleEntry): number | null => {
  if (entry.avcC?.lengthSizeMinusOne !== undefined) return entry.avcC.lengthSizeMinusOne + 1;
  if (entry.hvcC?.lengthSizeMinusOne !== undefined) return entry.hvcC.lengthSizeMinusOne + 1;
  return null;
};

/** Whether a sample is a sequence of NAL units, none of them empty, that fills it. Source: ISO/IEC 14496-15, 5.3.2. */
const isNalSequence = (
  source: ByteSource,
  { offset, sizeBytes }: SampleRun,
  lengthBytes: number,
): boolean => {
  let at = 0;
  for (let count = 0; at < sizeBytes && count < maxNalUnitsPerSample; count += 1) {
    const prefix = source.read(offset + at, lengthBytes);
    if (prefix.length < lengthBytes) return false;
    const length = prefix.readUIntBE(0, lengthBytes);
    // Encoders pad a sample's end with zeros; an empty unit at its start is a hole.
    if (length === 0) return at > 0;
    at += lengthBytes + length;
  }
  return at <= sizeBytes || at === 0;
};

const isAllZeros = (source: ByteSource, { offset, sizeBytes }: SampleRun): boolean =>
  sizeBytes >= zeroBytes && source.read(offset, zeroBytes).every((byte) => byte === 0);

export interface SampleEntry {
  type: string;
  /** Bytes from the start of the parsed box. */
  start: number;
  data?: Uint8Array;
  boxes?: { type: string; data?: Uint8Array }[];
  avcC?: { lengthSizeMinusOne: number; start: number; size: number; hdr_size?: number };
  hvcC?: { lengthSizeMinusOne: number };
  sinf?: { schm?: { scheme_type?: string } };
  sinfs?: { schm?: { scheme_type?: string } }[];
}

export interface Track extends TrackTiming {
  tkhd: { track_id: number };
  mdia: TrackTiming["mdia"] & {
    hdlr: { handler: string };
    minf: { stbl: SampleTables & TrackTiming["mdia"]["minf"]["stbl"] & { stsd: { entries: SampleEntry[] } } };
  };
}

const kinds: Readonly<Record<string, ContainerTrack["kind"]>> = { vide: "video", soun: "audio" };

/** Sample formats whose samples are legitimately all zeros: silence of PCM. */
const isPcm = (entry: SampleEntry): boolean =>
  /^(twos|sowt|raw |NONE|in24|in32|fl32|fl64|lpcm|ipcm|fpcm|ulaw|alaw)$/.test(entry.type);

const schemeOf = (entry: SampleEntry): string | null => {
  const isProtected = /^(encv|enca|drms|drmi|p608)$/.test(entry.type) || entry.sinf !== undefined;
  const scheme = entry.sinf?.schm?.scheme_type ?? entry.sinfs?.[0]?.schm?.scheme_type;
  return isProtected ? (scheme ?? entry.type) : null;
};

/** Source: Dolby Vision Streams Within the ISO Base Media File Format, 3.2: profile is 7 bits, compatibility 4 bits. */
const dolbyVisionOf = (entry: SampleEntry): ContainerTrack["dolbyVision"] => {
  const data = entry.boxes?.find(({ type }) => /^dv[cvw]C$/.test(type))?.data;
  if (!data || data.length < 5) return null;
  return { profile: (data[2] ?? 0) >> 1, compatibilityId: (data[4] ?? 0) >> 4 };
};

const describeTrack = (track: Track, movieOffset: number, movieTimescale: number): ContainerTrack => {
  const [entry] = track.mdia.minf.stbl.stsd.entries;
  return {
    trackId: track.tkhd.track_id,
    kind: kinds[track.mdia.hdlr.handler] ?? "other",
    sampleEntry: entry?.type ?? "",
    sampleEntryOffset: entry ? movieOffset + entry.start : null,
    protectionScheme: entry ? schemeOf(entry) : null,
    dolbyVision: entry ? dolbyVisionOf(entry) : null,
    lastStartSeconds: lastStartOfUnsyncedEdit(track, movieTimescale),
    isMisdescribed: false,
    sampleCount: 0,
    missingSamples: 0,
    damagedSamples: 0,
    examinedSamples: 0,
  };
};

/** Counts samples into `description` and examines every `step`-th of them. */
const examine = (
  source: ByteSource,
  samples: Iterable<SampleRun>,
  entry: SampleEntry | undefined,
  description: ContainerTrack,
  step: number,
): void => {
  const lengthBytes = entry ? nalLengthBytes(entry) : null;
  const mayBeZeros = entry === undefined || isPcm(entry) || description.kind === "other";
  for (const sample of samples) {
    description.sampleCount += 1;
    if (sample.offset + sample.sizeBytes > source.sizeBytes) description.missingSamples += 1;
    else if (!mayBeZeros && description.sampleCount % step === 0) {
      description.examinedSamples += 1;
      const isWhole = lengthBytes === null || isNalSequence(source, sample, lengthBytes);
      if (!isWhole || isAllZeros(source, sample)) description.damagedSamples += 1;
    }
  }
};

interface MovieTrack {
  description: ContainerTrack;
  entry: SampleEntry | undefined;
  timescale: number;
  /** Of samples in fragments. */
  defaults: { sizeBytes: number; ticks: number };
}

interface Movie {
  tracks: MovieTrack[];
}

/** Compares the samples of PCM with their description. */
const checkPcm = ({ description, entry, timescale }: MovieTrack, totals: SampleTotals): void => {
  const pcm = entry && describePcm(entry.type, entry.data);
  if (pcm && isMisdescribed(pcm, totals, timescale)) description.isMisdescribed = true;
};

interface TrackDefaults {
  track_id: number;
  default_sample_size: number;
  default_sample_duration: number;
}

const readMovie = (source: ByteSource, box: TopLevelBox): Movie => {
  const { moov } = parseBox(source, box) as unknown as {
    moov?: {
      mvhd?: { timescale: number };
      traks?: Track[];
      mvex?: { trexs?: TrackDefaults[] };
    };
  };
  return {
    tracks: (moov?.traks ?? []).map((track) => {
      const description = describeTrack(track, box.offset, moov?.mvhd?.timescale ?? 0);
      const { stbl } = track.mdia.minf;
      const [entry] = stbl.stsd.entries;
      const count = (stbl.stsz as CompactSampleSizes | undefined)?.sampleCount ?? 0;
      const step = Math.max(1, Math.ceil(count / maxExaminedSamples));
      // A protected track has no readable samples and is rejected for that reason alone.
      if (description.protectionScheme === null) examine(source, samplesOf(stbl), entry, description, step);
      const found = moov?.mvex?.trexs?.find(({ track_id }) => track_id === description.trackId);
      const defaults = {
        sizeBytes: found?.default_sample_size ?? 0,
        ticks: found?.default_sample_duration ?? 0,
      };
      const movieTrack = { description, entry, timescale: track.mdia.mdhd.timescale, defaults };
      checkPcm(movieTrack, tableTotals(stbl, stbl.stts));
      return movieTrack;
    }),
  };
};

const readFragment = (source: ByteSource, box: TopLevelBox, { tracks }: Movie): void => {
  const { moofs } = parseBox(source, box) as unknown as { moofs: { trafs?: TrackFragment[] }[] };
  for (const fragment of moofs[0]?.trafs ?? []) {
    const track = tracks.find(({ description }) => description.trackId === fragment.tfhd.track_id);
    if (!track || track.description.protectionScheme !== null) continue;
    checkPcm(track, fragmentTotals(fragment, track.defaults));
    const samples = fragmentSamples(fragment, box.offset, track.defaults.sizeBytes);
    examine(source, samples, track.entry, track.description, 1);
  }
};

/**
 * Reads the index of an ISO base media file box by box, without its media data. Throws Error when the index cannot
 * be read; ffprobe then reports the error of the file.
 */
export const readContainerIndex = (source: ByteSource): ContainerIndex => {
  let movie: Movie = { tracks: [] };
  let isFragmented = false;
  let isLastBoxCut = false;
  for (const box of topLevelBoxes(source)) {
    isLastBoxCut = box.isCut;
    if (box.isCut && box.type !== "mdat") break;
    if (box.type === "moov" && movie.tracks.length === 0) movie = readMovie(source, box);
    if (box.type === "moof") {
      isFragmented = true;
      readFragment(source, box, movie);
    }
  }
  return { isFragmented, isLastBoxCut, tracks: movie.tracks.map(({ description }) => description) };
};

/** Reads the index of a file on disk. Also throws Error when it cannot be opened. */
export const readContainerFile = (path: string): ContainerIndex => {
  const descriptor = openSync(path, "r");
  try {
    return readContainerIndex(fileSource(descriptor));
  } finally {
    closeSync(descriptor);
  }
};
