import { createBitReader, withoutEmulationPrevention } from "./bit-reader.ts";
import { parseSequence, withFrameBuffer } from "./sequence-parameters.ts";

/** The decoder configuration of an MP4 track (`avcC`). Source: ISO/IEC 14496-15, 5.3.3.1. */
export interface AvcConfiguration {
  profile: number;
  /** Constraint flags of the profile. */
  constraints: number;
  level: number;
  /** Bytes of the length before each NAL unit. */
  lengthBytes: number;
  sequences: Uint8Array[];
  pps: Uint8Array[];
}

const unitTypeOfPps = 8;
/** From this profile on, the configuration states the chroma format and the bit depth. */
const high = 100;

/** Parses a configuration. Throws RangeError when it is cut off. */
export const parseAvcConfiguration = (bytes: Uint8Array): AvcConfiguration => {
  const at = (index: number): number => {
    const byte = bytes[index];
    if (byte === undefined) throw new RangeError("the configuration is too short");
    return byte;
  };
  let position = 6;
  const readUnits = (count: number): Uint8Array[] =>
    Array.from({ length: count }, () => {
      const length = at(position) * 256 + at(position + 1);
      const unit = bytes.slice(position + 2, position + 2 + length);
      if (unit.length < length || length < 2) throw new RangeError("a parameter set is too short");
      position += 2 + length;
      return unit;
    });
  const sequences = readUnits(at(5) & 0x1f);
  const ppsCount = at(position);
  position += 1;
  return {
    profile: at(1),
    constraints: at(2),
    level: at(3),
    lengthBytes: (at(4) & 3) + 1,
    sequences,
    pps: readUnits(ppsCount),
  };
};

/** Returns the IDs of a PPS and of its sequence. Throws RangeError when it is cut off. */
export const parsePps = (unit: Uint8Array): { id: number; sequenceId: number } => {
  const reader = createBitReader(withoutEmulationPrevention(unit));
  if ((reader.bits(8) & 0x1f) !== unitTypeOfPps) throw new RangeError("not a PPS");
  return { id: reader.unsigned(), sequenceId: reader.unsigned() };
};

/** The largest ID that both kinds of parameter sets can have. Source: ITU-T H.264, 7.4.2.1.1. */
const maxSharedId = 31;

/** Returns an ID that no parameter set of a configuration has; null when all are used. */
export const freeParameterSetId = ({ sequences, pps }: AvcConfiguration): number | null => {
  const used = new Set([
    ...sequences.map((unit) => parseSequence(unit).id),
    ...pps.map((unit) => parsePps(unit).id),
  ]);
  for (let id = 0; id <= maxSharedId; id += 1) if (!used.has(id)) return id;
  return null;
};

const unitList = (units: readonly Uint8Array[]): number[] =>
  units.flatMap((unit) => [unit.length >> 8, unit.length & 0xff, ...unit]);

/**
 * Returns the bytes of one configuration for a stream that was joined from two streams: the parameter sets of both, whose IDs must
 * differ (`freeParameterSetId`), with the higher profile and level. Both sequences get the larger frame buffer: where it
 * changes, a decoder may drop frames that it has not shown yet. Source: ITU-T H.264, 7.4.3 (`no_output_of_prior_pics_flag`).
 */
export const joinedConfiguration = (one: AvcConfiguration, other: AvcConfiguration): Uint8Array => {
  const level = Math.max(one.level, other.level);
  const units = [...one.sequences, ...other.sequences];
  const buffers = units.map((unit) => parseSequence(unit).buffer);
  const largest = {
    reorderedFrames: Math.max(...buffers.map((buffer) => buffer?.reorderedFrames ?? 0)),
    frames: Math.max(...buffers.map((buffer) => buffer?.frames ?? 0)),
  };
  const sequences = units.map((unit) => withFrameBuffer(unit, largest, level));
  const profile = Math.max(...sequences.map(([, profile = 0]) => profile));
  const pps = [...one.pps, ...other.pps];
  return Uint8Array.from([
    ...[1, profile, one.constraints & other.constraints, level],
    ...[0xfc | (one.lengthBytes - 1), 0xe0 | sequences.length, ...unitList(sequences)],
    ...[pps.length, ...unitList(pps)],
    // Chroma format 4:2:0, 8 bits, no extensions.
    ...(profile >= high ? [0xfd, 0xf8, 0xf8, 0] : []),
  ]);
};
