import type { Random } from "../../core/seeded-random.ts";
import { edgeValue } from "./edge-value.ts";
import type { Mutant } from "./mutate-boxes.ts";

/** An element of a Matroska file. Source: RFC 8794 (EBML), RFC 9559 (Matroska). */
interface Element {
  id: string;
  start: number;
  sizeStart: number;
  dataStart: number;
  end: number;
}

/** Elements that hold elements: header, segment, info, tracks, track entry, audio, cluster, block group, cues, tags. */
const masters = new Set(
  "1a45dfa3 18538067 1549a966 1654ae6b ae e0 e1 1f43b675 a0 1c53bb6b bb b7 1254c367 7373".split(" "),
);

const vintLength = (first: number): number => (first === 0 ? 9 : Math.clz32(first) - 23);

const readElements = (bytes: Buffer, from: number, to: number): Element[] => {
  const elements: Element[] = [];
  for (let start = from; start < to; ) {
    const idBytes = vintLength(bytes[start] ?? 0);
    const sizeStart = start + idBytes;
    const sizeBytes = vintLength(bytes[sizeStart] ?? 0);
    const dataStart = sizeStart + sizeBytes;
    if (idBytes > 4 || sizeBytes > 8 || dataStart > to) break;
    const mask = 2 ** (7 * sizeBytes) - 1;
    const raw = [...bytes.subarray(sizeStart, dataStart)].reduce((value, byte) => value * 256 + byte, 0);
    const size = raw % (mask + 1);
    // All ones: the size is unknown, and the element extends to the end of the enclosing one.
    const end = size === mask ? to : dataStart + size;
    if (end > to) break;
    const id = bytes.toString("hex", start, sizeStart);
    elements.push({ id, start, sizeStart, dataStart, end });
    if (masters.has(id)) elements.push(...readElements(bytes, dataStart, end));
    start = end;
  }
  return elements;
};

/** Every element of a file, outer elements before those inside them. */
export const elementsOf = (bytes: Buffer): Element[] => readElements(bytes, 0, bytes.length);

type Mutation = (bytes: Buffer, element: Element, random: Random) => { bytes: Buffer; change: string };

const changeSize: Mutation = (bytes, { id, sizeStart, dataStart }, random) => {
  const copy = Buffer.from(bytes);
  const length = dataStart - sizeStart;
  const marker = 1 << (8 - length);
  const kind = random.pick(["unknown", "zero", "largest", "random"] as const);
  copy[sizeStart] =
    kind === "zero" ? marker : kind === "unknown" ? 2 * marker - 1 : marker | random.below(marker);
  for (let at = sizeStart + 1; at < dataStart; at += 1)
    copy[at] = kind === "zero" ? 0 : kind === "random" ? random.below(256) : 255;
  if (kind === "largest") copy[dataStart - 1] = 254;
  return { bytes: copy, change: `size of ${id} is ${kind}` };
};

const changeValue: Mutation = (bytes, { id, dataStart, end }, random) => {
  const copy = Buffer.from(bytes);
  const length = Math.min(8, end - dataStart);
  const value = edgeValue(random, length >= 4 ? copy.readUInt32BE(dataStart) : (copy[dataStart] ?? 0));
  for (let index = 0; index < length; index += 1)
    copy[dataStart + index] = Math.floor(value / 2 ** (8 * ((length - 1 - index) % 4))) % 256;
  return { bytes: copy, change: `${id} = ${value}` };
};

const changeByte: Mutation = (bytes, { id, start, end }, random) => {
  const copy = Buffer.from(bytes);
  const at = start + random.below(Math.max(1, Math.min(end - start, 64)));
  copy[at] = random.below(256);
  return { bytes: copy, change: `byte ${at - start} of ${id} = ${copy[at]}` };
};

const removeElement: Mutation = (bytes, { id, start, end }) => ({
  bytes: Buffer.concat([bytes.subarray(0, start), bytes.subarray(end)]),
  change: `without ${id}`,
});

const repeatElement: Mutation = (bytes, { id, start, end }, random) => {
  const times = random.pick([2, 3, 50]);
  const copies = Array.from({ length: times }, () => bytes.subarray(start, end));
  return {
    bytes: Buffer.concat([bytes.subarray(0, start), ...copies, bytes.subarray(end)]),
    change: `${id} ${times} times`,
  };
};

const cutOff: Mutation = (bytes, _, random) => {
  const length = random.below(bytes.length);
  return { bytes: bytes.subarray(0, length), change: `cut off at ${length}` };
};

const mutations: readonly Mutation[] = [
  ...[changeSize, changeSize, changeSize, changeValue, changeValue, changeValue, changeByte],
  ...[removeElement, repeatElement, cutOff],
];

/** Makes one to three changes in a Matroska file; deterministic for the bytes and the random source. */
export const mutateElements = (original: Buffer, random: Random): Mutant => {
  let bytes = original;
  const changes: string[] = [];
  for (let left = 1 + random.below(3); left > 0; left -= 1) {
    const elements = elementsOf(bytes);
    if (elements.length === 0 || bytes.length > 4 * original.length) break;
    const mutated = random.pick(mutations)(bytes, random.pick(elements), random);
    bytes = mutated.bytes;
    changes.push(mutated.change);
  }
  return { bytes, changes };
};
