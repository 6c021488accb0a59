/** Reads the payload of a NAL unit bit by bit. Reading beyond its end throws RangeError. */
export interface BitReader {
  /** Reads an unsigned number of at most 32 bits. */
  bits(count: number): number;
  /** Reads an unsigned Exp-Golomb code. */
  unsigned(): number;
  /** Number of bits read so far. */
  position(): number;
}

/** Removes the bytes that keep start codes out of a NAL unit. Source: ITU-T H.264, 7.3.1. */
export const withoutEmulationPrevention = (unit: Uint8Array): Uint8Array => {
  const payload = new Uint8Array(unit.length);
  let length = 0;
  let zeros = 0;
  for (const byte of unit) {
    if (zeros >= 2 && byte === 3) {
      zeros = 0;
      continue;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    payload[length++] = byte;
  }
  return payload.subarray(0, length);
};

/** Adds the bytes that keep start codes out of a NAL unit. Source: ITU-T H.264, 7.4.1.1. */
export const withEmulationPrevention = (payload: Uint8Array): Uint8Array => {
  const unit: number[] = [];
  let zeros = 0;
  for (const byte of payload) {
    if (zeros >= 2 && byte <= 3) {
      unit.push(3);
      zeros = 0;
    }
    zeros = byte === 0 ? zeros + 1 : 0;
    unit.push(byte);
  }
  return Uint8Array.from(unit);
};

/** Returns an unsigned Exp-Golomb code as a text of bits. */
export const exponentialGolomb = (value: number): string => {
  const digits = (value + 1).toString(2);
  return "0".repeat(digits.length - 1) + digits;
};

/** Codes with more leading zeros do not occur in the fields that are read. */
const maxLeadingZeros = 31;

/** Creates a reader of a payload without emulation prevention. Source of the codes: ITU-T H.264, 9.1. */
export const createBitReader = (payload: Uint8Array): BitReader => {
  let position = 0;
  const bit = (): number => {
    const byte = payload[position >> 3];
    if (byte === undefined) throw new RangeError("the NAL unit is too short");
    const value = (byte >> (7 - (position & 7))) & 1;
    position += 1;
    return value;
  };
  const bits = (count: number): number => {
    let value = 0;
    for (let index = 0; index < count; index += 1) value = value * 2 + bit();
    return value;
  };
  const unsigned = (): number => {
    let zeros = 0;
    while (bit() === 0) {
      zeros += 1;
      if (zeros > maxLeadingZeros) throw new RangeError("the Exp-Golomb code is too long");
    }
    return 2 ** zeros - 1 + bits(zeros);
  };
  return { bits, unsigned, position: () => position };
};
