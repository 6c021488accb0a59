import {
  type BitReader,
  createBitReader,
  exponentialGolomb,
  withEmulationPrevention,
  withoutEmulationPrevention,
} from "./bit-reader.ts";

/** The decoder's buffer of frames that are not shown yet or are references. */
export interface FrameBuffer {
  /** How many frames may precede a frame in decoding order that it precedes in order of presentation. */
  reorderedFrames: number;
  frames: number;
}

/** The fields of a sequence parameter set that decide whether streams can be joined. */
export interface SequenceParameters {
  id: number;
  /** Size in macroblocks of 16 × 16 pixels. */
  widthBlocks: number;
  heightBlocks: number;
  /** Pixels that are cut off at the left, right, top and bottom. */
  crop: readonly number[];
  /** Null when it is not stated, and depends on the level. */
  buffer: FrameBuffer | null;
}

const unitType = 7;
const [baseline, main] = [66, 77];
/** Set for Baseline streams that are Main streams as well: those of the Constrained Baseline profile. */
const isMainToo = 0x40;

/** Profiles whose sequence parameter sets state the chroma format and the bit depth. */
const highProfiles = new Set([100, 110, 122, 244, 44, 83, 86, 118, 128]);

/** Thrown for a sequence with fields that are not read: it is not progressive 4:2:0 of 8 bits, or rare otherwise. */
const unusual = (): never => {
  throw new RangeError("the sequence parameter set is unusual");
};

const readFormat = (reader: BitReader, profile: number): void => {
  if (!highProfiles.has(profile)) return;
  const isUsual = reader.unsigned() === 1 && reader.unsigned() === 0 && reader.unsigned() === 0;
  // The two bits are lossless coding, and scaling lists, whose fields would have to be read.
  if (!isUsual || reader.bits(2) !== 0) unusual();
};

const readOrderType = (reader: BitReader): void => {
  reader.unsigned();
  const type = reader.unsigned();
  if (type === 0) reader.unsigned();
  else if (type === 1) unusual();
};

/** Pixels per unit of cropping in 4:2:0. */
const cropUnit = 2;

const extendedAspect = 255;

/** Source: ITU-T H.264, E.1.2. */
const skipHrd = (reader: BitReader): void => {
  const count = reader.unsigned() + 1;
  reader.bits(8);
  for (let index = 0; index < count; index += 1) {
    reader.unsigned();
    reader.unsigned();
    reader.bits(1);
  }
  reader.bits(20);
};

/** Reads the usability information up to the flag of the buffer's size. Source: ITU-T H.264, E.1.1. */
const skipUsability = (reader: BitReader): void => {
  if (reader.bits(1) && reader.bits(8) === extendedAspect) reader.bits(32);
  if (reader.bits(1)) reader.bits(1);
  if (reader.bits(1)) {
    reader.bits(4);
    if (reader.bits(1)) reader.bits(24);
  }
  if (reader.bits(1)) {
    reader.unsigned();
    reader.unsigned();
  }
  if (reader.bits(1)) {
    reader.bits(32);
    reader.bits(32);
    reader.bits(1);
  }
  const hasHrd = [1, 2].map(() => {
    const isPresent = reader.bits(1) === 1;
    if (isPresent) skipHrd(reader);
    return isPresent;
  });
  if (hasHrd.includes(true)) reader.bits(1);
  reader.bits(1);
};

interface ParsedSequence extends SequenceParameters {
  /** Bits before the numbers of the buffer. */
  bitsBeforeBuffer: number;
}

/** Source: ITU-T H.264, 7.3.2.1.1. */
const parse = (payload: Uint8Array): ParsedSequence => {
  const reader = createBitReader(payload);
  if ((reader.bits(8) & 0x1f) !== unitType) unusual();
  const profile = reader.bits(8);
  const constraints = reader.bits(8);
  if (profile === baseline && (constraints & isMainToo) === 0) unusual();
  reader.bits(8);
  const id = reader.unsigned();
  readFormat(reader, profile);
  readOrderType(reader);
  reader.unsigned();
  // Gaps between frame numbers: layers of frames that may be missing.
  if (reader.bits(1) === 1) unusual();
  const [widthBlocks, heightBlocks] = [reader.unsigned() + 1, reader.unsigned() + 1];
  const isProgressive = reader.bits(1) === 1;
  if (!isProgressive) unusual();
  reader.bits(1);
  const isCropped = reader.bits(1) === 1;
  const crop = [0, 0, 0, 0].map(() => (isCropped ? cropUnit * reader.unsigned() : 0));
  const parsed = { id, widthBlocks, heightBlocks, crop, buffer: null, bitsBeforeBuffer: 0 };
  if (reader.bits(1) === 0) return parsed;
  skipUsability(reader);
  if (reader.bits(1) === 0) return parsed;
  reader.bits(1);
  for (let field = 0; field < 4; field += 1) reader.unsigned();
  const bitsBeforeBuffer = reader.position();
  const buffer = { reorderedFrames: reader.unsigned(), frames: reader.unsigned() };
  return { ...parsed, buffer, bitsBeforeBuffer };
};

/** Parses a sequence parameter set. Throws RangeError when it is cut off, or not of progressive 4:2:0 of 8 bits in the Constrained Baseline, Main or a higher profile. */
export const parseSequence = (unit: Uint8Array): SequenceParameters =>
  parse(withoutEmulationPrevention(unit));

const bitsOf = (bytes: Uint8Array): string =>
  [...bytes].map((byte) => byte.toString(2).padStart(8, "0")).join("");

const [profileByte, levelByte] = [1, 3];

/**
 * Returns a sequence parameter set with another frame buffer and level, neither less than its own. One of the
 * Constrained Baseline profile becomes one of the Main profile, which includes it: some decoders do not reorder frames in
 * Baseline, and lose some where another profile follows.
 *
 * @throws RangeError when it states no buffer
 */
export const withFrameBuffer = (unit: Uint8Array, buffer: FrameBuffer, level: number): Uint8Array => {
  const payload = withoutEmulationPrevention(unit);
  const { bitsBeforeBuffer } = parse(payload);
  if (bitsBeforeBuffer === 0) throw new RangeError("the sequence parameter set states no frame buffer");
  const kept = Uint8Array.from(payload);
  kept[levelByte] = level;
  if (payload[profileByte] === baseline) kept[profileByte] = main;
  const numbers = [buffer.reorderedFrames, buffer.frames].map(exponentialGolomb).join("");
  // The stop bit, and zeros up to the next byte.
  const bits = `${bitsOf(kept).slice(0, bitsBeforeBuffer)}${numbers}1`;
  const bytes = bits.padEnd(Math.ceil(bits.length / 8) * 8, "0").match(/.{8}/g) ?? [];
  return withEmulationPrevention(Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 2)));
};
