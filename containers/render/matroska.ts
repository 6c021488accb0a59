import type { CaptionFormat } from "../../core/render-plan/filter-graph.ts";

/**
 * Writes Matroska streams: of uncompressed frames, which ffmpeg reads from a pipe, and of H.264 samples. It is the only
 * container that has planar frames with alpha and explicit timestamps, and can be written without seeking.
 * Source: RFC 9559 (element IDs), RFC 8794 (EBML).
 */

/** ffmpeg's tags of raw formats: "Y4", the chroma shifts as two digits, the bits. Source: libavcodec/raw.c. */
const fourCc: Readonly<Record<CaptionFormat, readonly number[]>> = {
  yuva420p: [0x59, 0x34, 11, 8],
  yuva444p: [0x59, 0x34, 0, 8],
};

/** Ten microseconds, accurate enough for rational rates up to 120 frames per second. */
export const ticksPerSecond = 100_000;

const bytesOf = (value: number, length: number): Buffer => {
  const buffer = Buffer.alloc(length);
  let rest = value;
  for (let index = length - 1; index >= 0; index--) {
    buffer[index] = rest % 256;
    rest = Math.floor(rest / 256);
  }
  return buffer;
};

const unsigned = (value: number): Buffer => {
  let length = 1;
  while (value >= 2 ** (8 * length)) length++;
  return bytesOf(value, length);
};

// Sizes always have eight bytes; the overhead is negligible compared to a frame.
const size = (value: number): Buffer => {
  const buffer = bytesOf(value, 8);
  buffer[0] = 0x01;
  return buffer;
};
const unknownSize = Buffer.from("01ffffffffffffff", "hex");

const id = (hex: string): Buffer => Buffer.from(hex, "hex");
const element = (hex: string, ...content: Buffer[]): Buffer => {
  const body = Buffer.concat(content);
  return Buffer.concat([id(hex), size(body.length), body]);
};

interface StreamFormat {
  codec: string;
  ticksPerSecond: number;
  width: number;
  height: number;
  /** Further elements of the track, and of its video. */
  trackElements?: Buffer[];
  videoElements?: Buffer[];
}

const header = ({ codec, width, height, ...format }: StreamFormat): Buffer => {
  const ebml = element(
    "1a45dfa3",
    element("4282", Buffer.from("matroska")),
    element("4287", unsigned(4)),
    element("4285", unsigned(2)),
  );
  const info = element(
    "1549a966",
    element("2ad7b1", unsigned(1e9 / format.ticksPerSecond)),
    element("4d80", Buffer.from("capstack")),
    element("5741", Buffer.from("capstack")),
  );
  const video = element(
    "e0",
    element("b0", unsigned(width)),
    element("ba", unsigned(height)),
    ...(format.videoElements ?? []),
  );
  const track = element(
    "ae",
    element("d7", unsigned(1)),
    element("73c5", unsigned(1)),
    element("83", unsigned(1)),
    element("86", Buffer.from(codec)),
    ...(format.trackElements ?? []),
    video,
  );
  return Buffer.concat([ebml, id("18538067"), unknownSize, info, element("1654ae6b", track)]);
};

/** Returns the header of a stream of uncompressed frames. */
export const streamHeader = (format: CaptionFormat, width: number, height: number): Buffer =>
  header({
    codec: "V_UNCOMPRESSED",
    ticksPerSecond,
    width,
    height,
    videoElements: [element("2eb524", Buffer.from(fourCc[format]))],
  });

/** One microsecond, so that a time is never nearer to another tick of an MP4 track (up to 120,000 a second). */
export const avcTicksPerSecond = 1_000_000;

/**
 * Returns the header of a stream of H.264 samples, in decoding order, with the times of presentation.
 *
 * @param configuration the decoder configuration as in an MP4 track (`avcC`)
 */
export const avcStreamHeader = (configuration: Uint8Array, width: number, height: number): Buffer =>
  header({
    codec: "V_MPEG4/ISO/AVC",
    ticksPerSecond: avcTicksPerSecond,
    width,
    height,
    trackElements: [element("63a2", Buffer.from(configuration))],
  });

/** Returns the header of a frame: a cluster with one block. */
export const frameHeader = (ticks: number, frameBytes: number, isKeyFrame = true): Buffer => {
  const time = element("e7", unsigned(ticks));
  // Track 1, timestamp relative to the cluster 0.
  const block = Buffer.concat([
    id("a3"),
    size(frameBytes + 4),
    Buffer.from([0x81, 0, 0, isKeyFrame ? 0x80 : 0]),
  ]);
  return Buffer.concat([id("1f43b675"), size(time.length + block.length + frameBytes), time, block]);
};
