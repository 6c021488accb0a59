import { ascii, hasBytes, startsWith, uint16, uint32 } from "./sniff-bytes.ts";
import { nameOtherFile } from "./sniff-rejected.ts";
import { webmTracks } from "./sniff-webm.ts";

/** Number of bytes at the start of a file that determine its kind. */
export const sniffBytes = 65_536;

export type Sniffed =
  | { accepted: true; mediaType: string }
  /** `found`: the kind of file, with its article; `message`: a sentence for the client that lists the accepted formats. */
  | { accepted: false; found: string; message: string };

const acceptedFormats =
  "a video as MP4 or MOV, or audio as MP3, WAV, FLAC, Ogg, M4A, AAC, AIFF, AMR, CAF, WMA or WebM";

const accepted = (mediaType: string): Sniffed => ({ accepted: true, mediaType });
const rejected = (found: string): Sniffed => ({
  accepted: false,
  found,
  message: `The file is ${found}. Upload ${acceptedFormats}.`,
});

/**
 * Determines the kind of a file from its first bytes, ignoring declared types and names. Accepts video in ISO base media
 * containers (MP4, MOV) only, audio in any common container.
 *
 * @param start the first `sniffBytes` bytes, or the whole file when it is shorter
 */
export const sniffMedia = (start: Uint8Array): Sniffed => {
  if (start.length === 0) return rejected("empty");
  for (const detect of detectors) {
    const sniffed = detect(start);
    if (sniffed !== null) return sniffed;
  }
  const other = nameOtherFile(start);
  if (other !== null) return rejected(other);
  return cutMpegAudio(start) ?? rejected("not a recognized media file");
};

type Detector = (start: Uint8Array) => Sniffed | null;

const imageBrands = new Set([
  "heic",
  "heix",
  "heim",
  "heis",
  "hevc",
  "hevx",
  "mif1",
  "msf1",
  "avif",
  "avis",
  "crx ",
]);
const audioBrands = new Set(["M4A ", "M4B ", "M4P ", "F4A ", "F4B "]);
// Types of the first box other than `ftyp`: old QuickTime files, and streams split by recorders.
const leadingBoxes = new Set([
  "moov",
  "mdat",
  "free",
  "skip",
  "wide",
  "pnot",
  "styp",
  "moof",
  "sidx",
  "uuid",
]);
/** Less than any four printable characters read as a size, so that text is never taken for a box. */
const largestLeadingBox = 0x20_000_000;

/** ISO base media file format and QuickTime: boxes of (32-bit size, type). Source: ISO/IEC 14496-12, 4.2. */
const isoBaseMedia: Detector = (start) => {
  if (start.length < 8) return null;
  const size = uint32(start, 0);
  const type = ascii(start, 4, 4);
  if (type === "ftyp") {
    if (size < 8 || size > sniffBytes) return null;
    const brand = ascii(start, 8, 4);
    if (imageBrands.has(brand)) return rejected("an image (HEIF, AVIF or RAW)");
    if (audioBrands.has(brand)) return accepted("audio/mp4");
    return accepted(brand === "qt  " ? "video/quicktime" : "video/mp4");
  }
  if (!leadingBoxes.has(type)) return null;
  // 0: to the end of the file, 1: a 64-bit size follows. A media data box may exceed the limit.
  const isPlausible = size <= 1 || (size >= 8 && size < largestLeadingBox);
  if (!isPlausible && type !== "mdat") return null;
  return accepted(type === "styp" || type === "moof" || type === "sidx" ? "video/mp4" : "video/quicktime");
};

const riff: Detector = (start) => {
  const form = ascii(start, 0, 4);
  const kind = ascii(start, 8, 4);
  if (["RIFF", "RIFX", "RF64", "BW64"].includes(form) && kind === "WAVE") return accepted("audio/wav");
  if (form === "FORM" && (kind === "AIFF" || kind === "AIFC")) return accepted("audio/aiff");
  // Sony Wave64: the GUID whose first four bytes spell `riff`.
  return startsWith(start, [0x72, 0x69, 0x66, 0x66, 0x2e, 0x91, 0xcf, 0x11]) ? accepted("audio/x-w64") : null;
};

const signatures: readonly (readonly [string, string])[] = [
  ["fLaC", "audio/flac"],
  ["#!AMR\n", "audio/amr"],
  ["#!AMR-WB\n", "audio/amr-wb"],
  ["caff", "audio/x-caf"],
  [".snd", "audio/basic"],
];
const bySignature: Detector = (start) => {
  const match = signatures.find(([signature]) => ascii(start, 0, signature.length) === signature);
  return match ? accepted(match[1]) : null;
};

const ogg: Detector = (start) => {
  if (ascii(start, 0, 4) !== "OggS") return null;
  return hasBytes(start, "\x80theora") ? rejected("an Ogg video (Theora)") : accepted("audio/ogg");
};

const asfHeader = [
  0x30, 0x26, 0xb2, 0x75, 0x8e, 0x66, 0xcf, 0x11, 0xa6, 0xd9, 0x00, 0xaa, 0x00, 0x62, 0xce, 0x6c,
];
const asfVideoStream = "\xc0\xef\x19\xbc\x4d\x5b\xcf\x11\xa8\xfd\x00\x80\x5f\x5c\x44\x2b";
const asf: Detector = (start) => {
  if (!startsWith(start, asfHeader)) return null;
  return hasBytes(start, asfVideoStream)
    ? rejected("a Windows Media video (WMV)")
    : accepted("audio/x-ms-wma");
};

const matroska: Detector = (start) => {
  if (!startsWith(start, [0x1a, 0x45, 0xdf, 0xa3])) return null;
  const name = hasBytes(start.subarray(0, 64), "webm") ? "WebM" : "Matroska (MKV)";
  // Browsers record microphones as WebM with audio only.
  return webmTracks(start) === "audio" ? accepted("audio/webm") : rejected(`a ${name} video`);
};

// Bitrates in kbit/s by index. Source: ISO/IEC 11172-3 2.4.2.3 and 13818-3 (the lower sampling frequencies).
const mpegBitrates: Readonly<Record<string, readonly number[]>> = {
  "1-1": [32, 64, 96, 128, 160, 192, 224, 256, 288, 320, 352, 384, 416, 448],
  "1-2": [32, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320, 384],
  "1-3": [32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320],
  "2-1": [32, 48, 56, 64, 80, 96, 112, 128, 144, 160, 176, 192, 224, 256],
  "2-2": [8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160],
};
const mpegSampleRates: readonly number[] = [44_100, 48_000, 32_000];

/** Returns the size of the MPEG audio frame at `at`; 0 without a valid header. */
const mpegFrameBytes = (bytes: Uint8Array, at: number): number => {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3);
  if (first !== 0xff || (second & 0xe0) !== 0xe0) return 0;
  const version = (second >> 3) & 3;
  const layer = 4 - ((second >> 1) & 3);
  const sampleRate = (mpegSampleRates[(third >> 2) & 3] ?? 0) / (version === 3 ? 1 : version === 2 ? 2 : 4);
  const table = version === 3 ? `1-${layer}` : layer === 1 ? "2-1" : "2-2";
  const bitrate = mpegBitrates[table]?.[(third >> 4) - 1];
  if (version === 1 || layer === 4 || sampleRate === 0 || bitrate === undefined) return 0;
  const padding = (third >> 1) & 1;
  if (layer === 1) return (Math.floor((12_000 * bitrate) / sampleRate) + padding) * 4;
  const samplesPerByte = layer === 3 && version !== 3 ? 72_000 : 144_000;
  return Math.floor((samplesPerByte * bitrate) / sampleRate) + padding;
};

/** Returns the size of the ADTS frame at `at`; 0 without a valid header. Source: ISO/IEC 13818-7, 6.2. */
const adtsFrameBytes = (bytes: Uint8Array, at: number): number => {
  const [b0 = 0, b1 = 0, b2 = 0, b3 = 0, b4 = 0, b5 = 0] = bytes.subarray(at, at + 6);
  if (b0 !== 0xff || (b1 & 0xf6) !== 0xf0 || ((b2 >> 2) & 15) > 12) return 0;
  const length = ((b3 & 3) << 11) | (b4 << 3) | (b5 >> 5);
  return length > 7 ? length : 0;
};

type FrameBytes = (bytes: Uint8Array, at: number) => number;

/**
 * Returns whether `frames` consecutive frames (in a short file at least two) have the same version, layer and sampling
 * frequency: a single sync word occurs in any data.
 */
const isFrameSequence = (
  bytes: Uint8Array,
  from: number,
  frames: number,
  frameBytes: FrameBytes,
): boolean => {
  const kindAt = (at: number): number => ((bytes[at + 1] ?? 0) & 0xfe) * 256 + ((bytes[at + 2] ?? 0) & 0x0c);
  let at = from;
  for (let count = 0; count < frames; count++) {
    if (count > 1 && at + 6 > bytes.length) return true;
    const length = frameBytes(bytes, at);
    if (length === 0 || kindAt(at) !== kindAt(from)) return false;
    at += length;
  }
  return true;
};

const audioFramesAt = (start: Uint8Array, at: number, frames: number): Sniffed | null => {
  if (isFrameSequence(start, at, frames, mpegFrameBytes)) return accepted("audio/mpeg");
  if (isFrameSequence(start, at, frames, adtsFrameBytes)) return accepted("audio/aac");
  return null;
};

const bareFrames: Detector = (start) => audioFramesAt(start, 0, 3);

/** Maximum offset of the first whole frame: twice the largest frame. */
const frameSearchBytes = 4096;

/** MPEG audio that was cut out of a longer file: zeros or the rest of a frame, then enough valid frames. */
const cutMpegAudio: Detector = (start) => {
  for (
    let at = start.indexOf(0xff, 1);
    at !== -1 && at < frameSearchBytes;
    at = start.indexOf(0xff, at + 1)
  ) {
    const isLongEnough = at + 8 * 24 < start.length;
    if (isLongEnough && isFrameSequence(start, at, 8, mpegFrameBytes)) return accepted("audio/mpeg");
  }
  return null;
};

/** An ID3v2 tag and the data after it. Source: id3.org, ID3v2.4.0 structure, 3.1. */
const id3: Detector = (start) => {
  if (ascii(start, 0, 3) !== "ID3" || start.length < 10) return null;
  const size = [6, 7, 8, 9].reduce((sum, at) => sum * 128 + ((start[at] ?? 0) & 0x7f), 0);
  const end = 10 + size + ((start[5] ?? 0) & 0x10 ? 10 : 0);
  // A cover image often fills the whole window; the probe examines the data after it.
  if (end + 10 > start.length) return accepted("audio/mpeg");
  const rest = start.subarray(end);
  return bySignature(rest) ?? id3(rest) ?? bareFrames(rest) ?? accepted("audio/mpeg");
};

const ac3: Detector = (start) =>
  uint16(start, 0) === 0x0b77 && (start[5] ?? 0) >> 3 <= 16 ? accepted("audio/ac3") : null;

const detectors: readonly Detector[] = [
  isoBaseMedia,
  riff,
  bySignature,
  ogg,
  asf,
  matroska,
  id3,
  bareFrames,
  ac3,
];
