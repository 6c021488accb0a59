import type { Random } from "../../core/seeded-random.ts";
import { edgeValue } from "./edge-value.ts";

/** A box of an ISO base media file. Source: ISO/IEC 14496-12. */
interface Box {
  type: string;
  start: number;
  size: number;
  headerBytes: number;
  parents: readonly Box[];
}

export interface Mutant {
  bytes: Buffer;
  /** The changes, in order. */
  changes: string[];
}

const containers = new Set(
  "moov trak mdia minf stbl edts dinf udta mvex moof traf mfra sinf schi wave gmhd".split(" "),
);

/** Bytes before the child boxes of a box. */
const fieldsBeforeBoxes: Readonly<Record<string, number>> = {
  ...{ stsd: 8, meta: 4, avc1: 78, hvc1: 78, hev1: 78, ap4h: 78, mp4v: 78, encv: 78, mp4a: 28, enca: 28 },
};

const readBoxes = (bytes: Buffer, from: number, to: number, parents: readonly Box[]): Box[] => {
  const boxes: Box[] = [];
  for (let start = from; start + 8 <= to; ) {
    const declared = bytes.readUInt32BE(start);
    const isLarge = declared === 1 && start + 16 <= to;
    const size = declared === 0 ? to - start : isLarge ? Number(bytes.readBigUInt64BE(start + 8)) : declared;
    if (size < 8 || start + size > to) break;
    const type = bytes.toString("latin1", start + 4, start + 8);
    const box = { type, start, size, headerBytes: isLarge ? 16 : 8, parents };
    boxes.push(box);
    const fields = containers.has(type) ? 0 : fieldsBeforeBoxes[type];
    if (fields !== undefined)
      boxes.push(...readBoxes(bytes, start + box.headerBytes + fields, start + size, [...parents, box]));
    start += size;
  }
  return boxes;
};

/** Every box of a file, outer boxes before those inside them. */
export const boxesOf = (bytes: Buffer): Box[] => readBoxes(bytes, 0, bytes.length, []);

/** Position of 32-bit fields in the content of a box, behind version and flags where it has them. */
const namedFields: Readonly<Record<string, Readonly<Record<string, number>>>> = {
  mvhd: { timescale: 12, duration: 16, nextTrack: 96 },
  tkhd: { flags: 0, trackId: 12, duration: 20, matrixA: 40, matrixB: 44, width: 76, height: 80 },
  mdhd: { timescale: 12, duration: 16 },
  hdlr: { handler: 8 },
  elst: { count: 4, duration: 8, mediaTime: 12, rate: 16 },
  stts: { count: 4, samples: 8, delta: 12 },
  ctts: { count: 4, samples: 8, offset: 12 },
  stsc: { count: 4, firstChunk: 8, perChunk: 12, description: 16 },
  stsz: { constantSize: 4, count: 8, first: 12 },
  stco: { count: 4, first: 8 },
  co64: { count: 4, firstHigh: 8, first: 12 },
  stss: { count: 4, first: 8 },
  stsd: { count: 4 },
  mehd: { duration: 4 },
  trex: { trackId: 4, duration: 12, size: 16 },
  tfhd: { flags: 0, trackId: 4 },
  tfdt: { time: 4 },
  trun: { flags: 0, count: 4, offset: 8, first: 12 },
  sidx: { timescale: 8, first: 12 },
  avc1: { width: 24, height: 24 },
  mp4a: { channels: 16, rate: 24 },
  avcC: { start: 0, sets: 4 },
  hvcC: { start: 0, sets: 20 },
  esds: { start: 4, middle: 12 },
  colr: { type: 0, values: 4 },
  pasp: { horizontal: 0, vertical: 4 },
};

type Mutation = (bytes: Buffer, random: Random) => { bytes: Buffer; change: string } | null;

const pickBox = (bytes: Buffer, random: Random, isWanted: (box: Box) => boolean): Box | null => {
  const boxes = boxesOf(bytes).filter(isWanted);
  return boxes.length === 0 ? null : random.pick(boxes);
};

const written = (bytes: Buffer, at: number, value: number): Buffer => {
  const copy = Buffer.from(bytes);
  copy.writeUInt32BE(value >>> 0, at);
  return copy;
};

const changeField: Mutation = (bytes, random) => {
  const box = pickBox(bytes, random, ({ type }) => namedFields[type] !== undefined);
  if (!box) return null;
  const [name, offset] = random.pick(Object.entries(namedFields[box.type] ?? {}));
  const at = box.start + box.headerBytes + offset;
  if (at + 4 > box.start + box.size) return null;
  const value = edgeValue(random, bytes.readUInt32BE(at));
  return { bytes: written(bytes, at, value), change: `${box.type}.${name} = ${value}` };
};

const tables = new Set(["stts", "ctts", "stsc", "stsz", "stco", "co64", "stss", "elst", "trun", "sidx"]);

const changeTableEntry: Mutation = (bytes, random) => {
  const box = pickBox(bytes, random, ({ type, size }) => tables.has(type) && size >= 24);
  if (!box) return null;
  const entries = Math.floor((box.size - 16) / 4);
  const index = random.below(entries);
  const at = box.start + 16 + index * 4;
  const value = edgeValue(random, bytes.readUInt32BE(at));
  return { bytes: written(bytes, at, value), change: `${box.type}[${index}] = ${value}` };
};

const changeSize: Mutation = (bytes, random) => {
  const box = pickBox(bytes, random, () => true);
  if (!box) return null;
  const value = edgeValue(random, box.size);
  return { bytes: written(bytes, box.start, value), change: `size of ${box.type} = ${value}` };
};

const changeType: Mutation = (bytes, random) => {
  const box = pickBox(bytes, random, () => true);
  if (!box) return null;
  const other = random.pick(boxesOf(bytes)).type;
  const type = random.pick([other, "free", "enca", "encv", "twos", "ap4h", "hvc1", "vp09", "\0\0\0\0"]);
  const copy = Buffer.from(bytes);
  copy.write(type, box.start + 4, 4, "latin1");
  return { bytes: copy, change: `${box.type} becomes ${JSON.stringify(type)}` };
};

/** Replaces the bytes by `replacement`, and adjusts the sizes of the enclosing boxes. */
const spliced = (bytes: Buffer, box: Box, replacement: Buffer): Buffer => {
  const copy = Buffer.from(bytes);
  for (const parent of box.parents)
    if (parent.headerBytes === 8)
      copy.writeUInt32BE((parent.size + replacement.length - box.size) >>> 0, parent.start);
  return Buffer.concat([copy.subarray(0, box.start), replacement, copy.subarray(box.start + box.size)]);
};

const removeBox: Mutation = (bytes, random) => {
  const box = pickBox(bytes, random, () => true);
  return box && { bytes: spliced(bytes, box, Buffer.alloc(0)), change: `without ${box.type}` };
};

const repeatBox: Mutation = (bytes, random) => {
  const box = pickBox(bytes, random, ({ size }) => size < 100_000);
  if (!box) return null;
  const content = bytes.subarray(box.start, box.start + box.size);
  const times = random.pick([2, 2, 3, 50]);
  const copies = Buffer.concat(Array.from({ length: times }, () => content));
  return { bytes: spliced(bytes, box, copies), change: `${box.type} ${times} times` };
};

const moveBox: Mutation = (bytes, random) => {
  const from = pickBox(bytes, random, ({ size }) => size < 100_000);
  const to = pickBox(bytes, random, () => true);
  if (!from || !to) return null;
  const content = bytes.subarray(from.start, from.start + from.size);
  return { bytes: spliced(bytes, to, Buffer.from(content)), change: `${from.type} in place of ${to.type}` };
};

const cutOff: Mutation = (bytes, random) => {
  const length = random.below(bytes.length);
  return { bytes: bytes.subarray(0, length), change: `cut off at ${length}` };
};

const clearRange: Mutation = (bytes, random) => {
  const copy = Buffer.from(bytes);
  const start = random.below(copy.length);
  const length = random.pick([1, 16, 256, Math.floor(copy.length / 4)]);
  copy.fill(random.pick([0, 255]), start, Math.min(copy.length, start + length));
  return { bytes: copy, change: `${length} equal bytes at ${start}` };
};

const changeByte: Mutation = (bytes, random) => {
  const box = pickBox(bytes, random, ({ type, size }) => type !== "mdat" && size > 8);
  if (!box) return null;
  const copy = Buffer.from(bytes);
  const at = box.start + random.below(box.size);
  copy[at] = random.below(256);
  return { bytes: copy, change: `byte ${at - box.start} of ${box.type} = ${copy[at]}` };
};

/** Fields and tables more often than whole boxes: most files without a box are rejected at once. */
const mutations: readonly Mutation[] = [
  ...[changeField, changeField, changeField, changeField, changeTableEntry, changeTableEntry],
  ...[changeSize, changeType, removeBox, repeatBox, moveBox, cutOff, clearRange, changeByte, changeByte],
];

/** Makes one to three changes in a file; deterministic for the bytes and the random source. */
export const mutateBoxes = (original: Buffer, random: Random): Mutant => {
  let bytes = original;
  const changes: string[] = [];
  for (let wanted = 1 + random.below(3); changes.length < wanted; ) {
    const mutated = random.pick(mutations)(bytes, random);
    if (mutated === null) continue;
    bytes = mutated.bytes;
    changes.push(mutated.change);
    if (bytes.length < 16) break;
    // Limits the growth of files.
    if (bytes.length > 4 * original.length) wanted = changes.length;
  }
  return { bytes, changes };
};
