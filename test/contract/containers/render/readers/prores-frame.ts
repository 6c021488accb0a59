/**
 * A strict reader of progressive ProRes frames with 8 bits of alpha. FFmpeg's decoder accepts frames that hardware
 * decoders reject. Source: SMPTE RDD 36:2022, 5 (syntax), 7.1.2 (alpha).
 */
export interface ProresFrame {
  bitstreamVersion: number;
  encoderIdentifier: string;
  width: number;
  height: number;
  chromaFormat: number;
  interlaceMode: number;
  /** Primaries, transfer characteristic and matrix, as numbers of ITU-T H.273. */
  color: readonly [number, number, number];
  slices: number;
  /** One byte per pixel, row by row. */
  alpha: Buffer;
}

/** Reads bits from the most significant one on. Throws RangeError beyond the end. */
class BitReader {
  private readonly bytes: Buffer;
  private position = 0;

  constructor(bytes: Buffer) {
    this.bytes = bytes;
  }

  read(count: number): number {
    let value = 0;
    for (let left = count; left > 0; left -= 1) {
      const byte = this.bytes[this.position >> 3];
      if (byte === undefined) throw new RangeError("the data ends within a code");
      value = value * 2 + ((byte >> (7 - (this.position & 7))) & 1);
      this.position += 1;
    }
    return value;
  }

  get bitsLeft(): number {
    return this.bytes.length * 8 - this.position;
  }
}

/** Table 13: the difference to the previous value, modulo 256. */
const readDifference = (bits: BitReader): number => {
  if (bits.read(1) === 1) return bits.read(8);
  const magnitude = bits.read(3) + 1;
  return bits.read(1) === 1 ? 256 - magnitude : magnitude;
};

/** Table 12: how many values in a row are equal, 1 to 2,048. */
const readRun = (bits: BitReader): number => {
  if (bits.read(1) === 1) return 1;
  const short = bits.read(4);
  if (short !== 0) return short + 1;
  const long = bits.read(11);
  if (long === 0) throw new RangeError("a run of one has a long code");
  return long + 1;
};

/** `scanned_alpha`: a run follows every difference, also the last one, then zeros up to the next byte. */
const readScannedAlpha = (bytes: Buffer, count: number): Buffer => {
  const bits = new BitReader(bytes);
  const values = Buffer.alloc(count);
  let value = 255;
  for (let filled = 0; filled < count; ) {
    value = (value + readDifference(bits)) & 255;
    const run = readRun(bits);
    if (filled + run > count) throw new RangeError("a run goes beyond its slice");
    values.fill(value, filled, filled + run);
    filled += run;
  }
  if (bits.bitsLeft >= 8) throw new RangeError("bytes follow the last run");
  if (bits.bitsLeft > 0 && bits.read(bits.bitsLeft) !== 0) throw new RangeError("the padding is not zero");
  return values;
};

/** Widths of the slices of a row in macroblocks: the desired width, then halves of it for the rest. */
const sliceWidths = (macroblocks: number, desired: number): number[] => {
  const widths: number[] = [];
  let left = macroblocks;
  for (let width = desired; left > 0; width /= 2) for (; left >= width; left -= width) widths.push(width);
  return widths;
};

const alphaOfSlice = (slice: Buffer): Buffer => {
  const headerBytes = (slice[0] ?? 0) >> 3;
  const colorBytes = [2, 4, 6].reduce((sum, at) => sum + slice.readUInt16BE(at), 0);
  return slice.subarray(headerBytes + colorBytes);
};

/**
 * Parses one frame as the container stores it.
 *
 * @throws RangeError when its syntax is not that of the document
 */
export const readProresFrame = (frame: Buffer): ProresFrame => {
  if (frame.readUInt32BE(0) !== frame.length || frame.toString("latin1", 4, 8) !== "icpf")
    throw new RangeError("no frame of this size");
  const header = frame.subarray(8, 8 + frame.readUInt16BE(8));
  const [width, height] = [header.readUInt16BE(8), header.readUInt16BE(10)];
  if (((header[17] ?? 0) & 15) !== 1) throw new RangeError("the alpha channel does not have 8 bits");
  const coded = frame.subarray(8 + header.length);
  if (coded.readUInt32BE(1) !== coded.length) throw new RangeError("the coded frame has another size");
  const rowWidths = sliceWidths(Math.ceil(width / 16), 2 ** ((coded[7] ?? 0) >> 4));
  const slices = rowWidths.length * Math.ceil(height / 16);
  if (coded.readUInt16BE(5) !== slices) throw new RangeError("the frame has other slices");
  const tableStart = (coded[0] ?? 0) >> 3;
  const alpha = Buffer.alloc(width * height);
  let at = tableStart + 2 * slices;
  for (let index = 0; index < slices; index += 1) {
    const size = coded.readUInt16BE(tableStart + 2 * index);
    const columns = (rowWidths[index % rowWidths.length] ?? 0) * 16;
    const left = rowWidths.slice(0, index % rowWidths.length).reduce((sum, each) => sum + each * 16, 0);
    const top = Math.floor(index / rowWidths.length) * 16;
    const values = readScannedAlpha(alphaOfSlice(coded.subarray(at, at + size)), columns * 16);
    for (let row = 0; row < Math.min(16, height - top); row += 1)
      values.copy(
        alpha,
        (top + row) * width + left,
        row * columns,
        row * columns + Math.min(columns, width - left),
      );
    at += size;
  }
  if (at !== coded.length) throw new RangeError("bytes follow the last slice");
  return {
    bitstreamVersion: header[3] ?? 0,
    encoderIdentifier: header.toString("latin1", 4, 8),
    width,
    height,
    chromaFormat: (header[12] ?? 0) >> 6,
    interlaceMode: ((header[12] ?? 0) >> 2) & 3,
    color: [header[14] ?? 0, header[15] ?? 0, header[16] ?? 0],
    slices,
    alpha,
  };
};
