import { NamedError } from "../errors.ts";
import { ascii, startsWith, uint16, uint32 } from "./sniff-bytes.ts";
import { segmentEnd } from "./sniff-webm.ts";

/** Random access to a file's bytes; reads beyond its end return the available ones. */
export interface ByteReader {
  sizeBytes: number;
  read(offset: number, length: number): Promise<Uint8Array>;
}

/** What the headers of an audio file state: where its data ends, in bytes, or how long its audio is. */
export interface StatedLength {
  endBytes?: number;
  seconds?: number;
}

type LengthReader = (file: ByteReader) => Promise<StatedLength>;

/** Chunks before the audio data, in any sane file. */
const maxChunks = 1000;
const headBytes = 4096;
const unknown: StatedLength = {};

const littleUint32 = (bytes: Uint8Array, at: number): number =>
  [3, 2, 1, 0].reduce((sum, index) => sum * 256 + (bytes[at + index] ?? 0), 0);
const littleUint64 = (bytes: Uint8Array, at: number): number =>
  littleUint32(bytes, at + 4) * 2 ** 32 + littleUint32(bytes, at);
const uint64 = (bytes: Uint8Array, at: number): number => uint32(bytes, at) * 2 ** 32 + uint32(bytes, at + 4);

/** Programs that cannot go back to the header leave a size that means "as much as follows": near a power of two, or none. */
const placeholderSlack = 65_536;
const isPlaceholder = (size: number): boolean =>
  size === 0 ||
  Math.abs(size - 2 ** 31) <= placeholderSlack ||
  Math.abs(size - 2 ** 32) <= placeholderSlack ||
  size >= 2 ** 62;

const endOf = (start: number, size: number): StatedLength =>
  isPlaceholder(size) ? unknown : { endBytes: start + size };

/** How the chunks of a container are written. */
interface ChunkFormat {
  firstChunk: number;
  headerBytes: number;
  /** The chunk with the audio. */
  dataType: string;
  sizeOf(header: Uint8Array): number;
  /** Chunks are padded to a multiple of this. */
  alignment: number;
  /** Whether the size includes the header. */
  includesHeader?: boolean;
}

/** Calls `take` with every chunk up to the data and returns the position and size of the data; null without any. */
const findData = async (
  file: ByteReader,
  format: ChunkFormat,
  take: (type: string, body: Uint8Array) => void = () => {},
): Promise<{ start: number; size: number } | null> => {
  let at = format.firstChunk;
  for (let count = 0; count < maxChunks && at + format.headerBytes <= file.sizeBytes; count += 1) {
    const bytes = await file.read(at, format.headerBytes + 32);
    const type = ascii(bytes, 0, 4);
    const start = at + format.headerBytes;
    const size = format.sizeOf(bytes) - (format.includesHeader ? format.headerBytes : 0);
    if (type === format.dataType) return { start, size };
    take(type, bytes.subarray(format.headerBytes));
    if (size < 0) return null;
    at = start + Math.ceil(size / format.alignment) * format.alignment;
  }
  return null;
};

/** RIFF, RIFX, RF64 and BW64. Source: Multimedia Programming Interface 1.0, 2; EBU Tech 3306. */
const wave: LengthReader = async (file) => {
  const isBig = ascii(await file.read(0, 4), 0, 4) === "RIFX";
  let wideSize: number | null = null;
  const sizeOf = (header: Uint8Array): number => (isBig ? uint32(header, 4) : littleUint32(header, 4));
  const data = await findData(
    file,
    { firstChunk: 12, headerBytes: 8, dataType: "data", sizeOf, alignment: 2 },
    (type, body) => {
      if (type === "ds64") wideSize = littleUint64(body, 8);
    },
  );
  return data
    ? endOf(data.start, wideSize !== null && data.size === 0xffffffff ? wideSize : data.size)
    : unknown;
};

/** Creates a reader of a container whose data chunk states its size. */
const chunked =
  (format: ChunkFormat): LengthReader =>
  async (file) => {
    const data = await findData(file, format);
    return data ? endOf(data.start, data.size) : unknown;
  };

/** AIFF and AIFF-C. Source: Audio Interchange File Format, 1.3. */
const aiff = chunked({
  ...{ firstChunk: 12, headerBytes: 8, dataType: "SSND", alignment: 2 },
  sizeOf: (header) => uint32(header, 4),
});

/** Core Audio Format. Source: Apple Core Audio Format Specification 1.0, Audio Data Chunk: -1 to the end of the file. */
const caf = chunked({
  ...{ firstChunk: 8, headerBytes: 12, dataType: "data", alignment: 1 },
  sizeOf: (header) => uint64(header, 4),
});

/** Sony Wave64: chunks named by GUIDs whose first four bytes spell the name. Source: Sony Wave64 File Format. */
const wave64 = chunked({
  ...{ firstChunk: 40, headerBytes: 24, dataType: "data", alignment: 8, includesHeader: true },
  sizeOf: (header) => littleUint64(header, 16),
});

/** Sun audio. Source: the manual page of audio file formats of SunOS, au(4). */
const sunAudio: LengthReader = async (file) => {
  const head = await file.read(0, 12);
  return endOf(uint32(head, 4), uint32(head, 8));
};

/** FLAC: the number of samples; 0 when it was not known. Source: RFC 9639, 8.2. */
const flac: LengthReader = async (file) => {
  const head = await file.read(0, 42);
  const sampleRate = (uint32(head, 18) >>> 12) & 0xfffff;
  const samples = ((head[21] ?? 0) & 15) * 2 ** 32 + uint32(head, 22);
  const isKnown = ascii(head, 0, 4) === "fLaC" && samples > 0 && sampleRate > 0;
  return isKnown ? { seconds: samples / sampleRate } : unknown;
};

/** Matroska and WebM: the end of the segment; of unknown size in live recordings. Source: RFC 8794, 6.2. */
const matroska: LengthReader = async (file) => {
  const end = segmentEnd(await file.read(0, headBytes));
  return end === null || !Number.isFinite(end) ? unknown : { endBytes: end };
};

const filePropertiesId = [
  0xa1, 0xdc, 0xab, 0x8c, 0x47, 0xa9, 0xcf, 0x11, 0x8e, 0xe4, 0x00, 0xc0, 0x0c, 0x20, 0x53, 0x65,
];
/** Windows Media: the size of the file, unless it is a broadcast. Source: Advanced Systems Format, 3.2. */
const asf: LengthReader = async (file) => {
  const head = await file.read(0, headBytes);
  for (let at = 30; at + 92 <= head.length; at += Math.max(24, littleUint64(head, at + 16))) {
    if (!startsWith(head.subarray(at), filePropertiesId)) continue;
    const isBroadcast = (littleUint32(head, at + 88) & 1) !== 0;
    return isBroadcast ? unknown : endOf(0, littleUint64(head, at + 40));
  }
  return unknown;
};

const maxOggPageBytes = 65_307;
/** Ogg: the end of the last page that begins in the file. Source: RFC 3533, 6. */
const ogg: LengthReader = async (file) => {
  const from = Math.max(0, file.sizeBytes - maxOggPageBytes);
  const tail = await file.read(from, maxOggPageBytes);
  let at = tail.length - 5;
  while (at >= 0 && ascii(tail, at, 5) !== "OggS\0") at -= 1;
  if (at < 0) return unknown;
  const segmentCount = tail[at + 26] ?? 0;
  const segments = tail.subarray(at + 27, at + 27 + segmentCount);
  return { endBytes: from + at + 27 + segmentCount + segments.reduce((sum, size) => sum + size, 0) };
};

/** MPEG audio whose first frame is a table of contents with the size of the audio. Source: the Xing and VBRI headers. */
const mpegAudio: LengthReader = async (file) => {
  const start = await file.read(0, 10);
  const hasTag = ascii(start, 0, 3) === "ID3";
  const tagBytes = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((start[at] ?? 0) & 0x7f), 0);
  const first = hasTag ? 10 + tagBytes : 0;
  const frame = await file.read(first, 200);
  if (uint16(frame, 0) < 0xffe0) return unknown;
  for (const at of [13, 21, 36]) {
    if (!["Xing", "Info"].includes(ascii(frame, at, 4))) continue;
    const flags = uint32(frame, at + 4);
    const sizeAt = at + 8 + (flags & 1 ? 4 : 0);
    return flags & 2 ? endOf(first, uint32(frame, sizeAt)) : unknown;
  }
  return ascii(frame, 36, 4) === "VBRI" ? endOf(first, uint32(frame, 46)) : unknown;
};

const readers: Readonly<Record<string, LengthReader>> = {
  "audio/wav": wave,
  "audio/aiff": aiff,
  "audio/x-caf": caf,
  "audio/x-w64": wave64,
  "audio/basic": sunAudio,
  "audio/flac": flac,
  "audio/webm": matroska,
  "audio/x-ms-wma": asf,
  "audio/ogg": ogg,
  "audio/mpeg": mpegAudio,
};

/** Returns the length that an audio file states of itself; empty where it states none, as streams do. */
export const statedLength = async (file: ByteReader, mediaType: string): Promise<StatedLength> =>
  (await readers[mediaType]?.(file)) ?? unknown;

/** Less is missing where a program counted a header or a tag into the size: a hundredth of a second of most audio. */
const toleratedBytes = 4096;
/** More than the longest usual packet of FLAC. */
const toleratedSeconds = 0.25;

/**
 * Throws NamedError MediaUnreadable when an audio file is shorter than it states. A page of Ogg has no tolerance: its size
 * is not that of the whole file.
 *
 * @param measuredSeconds of the audio
 */
export const checkStatedLength = (
  { endBytes = 0, seconds = 0 }: StatedLength,
  mediaType: string,
  sizeBytes: number,
  measuredSeconds: number,
): void => {
  const missingBytes = endBytes - sizeBytes;
  const isCut = missingBytes > (mediaType === "audio/ogg" ? 0 : toleratedBytes);
  if (!isCut && seconds - measuredSeconds <= toleratedSeconds) return;
  throw new NamedError(
    "MediaUnreadable",
    "The file is incomplete: it declares more audio than it contains, which happens when an upload or a download is interrupted. Upload the whole file.",
  );
};
