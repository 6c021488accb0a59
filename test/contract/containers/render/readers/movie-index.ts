import { readFileSync } from "node:fs";
import { ISOFile, MP4BoxBuffer, MultiBufferStream } from "mp4box";

interface ParsedTrack {
  boxes: { type: string }[];
  tkhd: { matrix: Int32Array | number[]; flags: number };
  edts?: {
    elst?: {
      entries: { segment_duration: number; media_time: number; media_rate_integer: number }[];
    };
  };
  mdia: {
    mdhd: { timescale: number; duration: number };
    hdlr: { handler: string; name: string };
    minf: {
      stbl: {
        stsd: { entries: ParsedEntry[] };
        stco?: { chunk_offsets: number[] };
        co64?: { chunk_offsets: number[] };
      };
    };
  };
}

interface ParsedEntry {
  type: string;
  start?: number;
  size: number;
}

export interface MovieTrack {
  handler: string;
  handlerName: string;
  sampleEntries: string[];
  /** Contents of the boxes inside the first sample entry, by type, as hexadecimal digits. */
  entryBoxes: Record<string, string>;
  /** Bits per pixel of a video track: 24 without alpha, 32 with it. */
  depth: number | null;
  /** Types of the boxes of the track: references, user data and aperture modes would be here. */
  boxTypes: string[];
  matrix: number[];
  isEnabled: boolean;
  edits: { seconds: number; mediaTime: number; rate: number }[];
  chunkOffsets: number[];
}

export interface MovieIndex {
  /** Type, first byte and size of the top-level boxes, in order. */
  boxes: { type: string; start: number; size: number }[];
  movieSeconds: number;
  tracks: MovieTrack[];
  userDataTypes: string[];
}

/** 16.16 and 2.30 fixed-point values of the identity matrix. */
export const identityMatrix = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000];

/** Bytes of a sample entry before its boxes. Source: ISO/IEC 14496-12, 12.1.3 and 12.2.3. */
const entryHeaderBytes: Readonly<Record<string, number>> = { vide: 86, soun: 36 };
const depthOffset = 82;

/** mp4box does not support the boxes of every sample entry. */
const boxesWithin = (bytes: Buffer): Record<string, string> => {
  const boxes: Record<string, string> = {};
  for (let at = 0; at + 8 <= bytes.length; at += Math.max(8, bytes.readUInt32BE(at)))
    boxes[bytes.toString("latin1", at + 4, at + 8)] = bytes.toString(
      "hex",
      at + 8,
      at + bytes.readUInt32BE(at),
    );
  return boxes;
};

const describe = (track: ParsedTrack, movieTimescale: number, bytes: Buffer): MovieTrack => {
  const { hdlr, minf } = track.mdia;
  const [entry] = minf.stbl.stsd.entries;
  if (entry?.start === undefined) throw new Error("a track has no sample entry");
  const entryBytes = bytes.subarray(entry.start, entry.start + entry.size);
  return {
    handler: hdlr.handler,
    handlerName: hdlr.name,
    sampleEntries: minf.stbl.stsd.entries.map(({ type }) => type),
    entryBoxes: boxesWithin(entryBytes.subarray(entryHeaderBytes[hdlr.handler])),
    depth: hdlr.handler === "vide" ? entryBytes.readUInt16BE(depthOffset) : null,
    boxTypes: track.boxes.map(({ type }) => type),
    matrix: [...track.tkhd.matrix],
    isEnabled: (track.tkhd.flags & 1) === 1,
    edits: (track.edts?.elst?.entries ?? []).map((edit) => ({
      seconds: edit.segment_duration / movieTimescale,
      mediaTime: edit.media_time,
      rate: edit.media_rate_integer,
    })),
    chunkOffsets: (minf.stbl.stco ?? minf.stbl.co64)?.chunk_offsets ?? [],
  };
};

/** Reads the boxes of an MP4 or QuickTime file with mp4box. */
export const readMovieIndex = (path: string): MovieIndex => {
  const bytes = readFileSync(path);
  const copy = new ArrayBuffer(bytes.length);
  new Uint8Array(copy).set(bytes);
  const file = new ISOFile(new MultiBufferStream(MP4BoxBuffer.fromArrayBuffer(copy, 0)));
  file.parse();
  const { moov } = file as unknown as {
    moov: {
      mvhd: { timescale: number; duration: number };
      traks: ParsedTrack[];
      udta?: { boxes: { type: string }[] };
    };
  };
  return {
    boxes: file.boxes.map(({ type, start = 0, size }) => ({ type: type ?? "", start, size })),
    movieSeconds: moov.mvhd.duration / moov.mvhd.timescale,
    tracks: moov.traks.map((track) => describe(track, moov.mvhd.timescale, bytes)),
    userDataTypes: (moov.udta?.boxes ?? []).map(({ type }) => type),
  };
};
