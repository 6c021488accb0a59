/** Elements of Matroska and WebM that lead to the kinds of tracks. Source: RFC 9559, 5.1. */
const EBML_HEADER = 0x1a45dfa3;
const SEGMENT = 0x18538067;
const TRACKS = 0x1654ae6b;
const TRACK_ENTRY = 0xae;
const TRACK_TYPE = 0x83;
const VIDEO = 1;
const AUDIO = 2;

interface Element {
  id: number;
  dataStart: number;
  /** Infinity for an element of unknown size (live recordings). */
  dataEnd: number;
}

/** A variable-length integer (RFC 8794, 4); with `keepMarker` as ids are written. */
const readVarInt = (bytes: Uint8Array, at: number, keepMarker: boolean) => {
  const first = bytes[at];
  if (first === undefined || first === 0) return null;
  const length = Math.clz32(first) - 23;
  if (at + length > bytes.length) return null;
  let value = keepMarker ? first : first & (0xff >> length);
  let isAllOnes = (first & (0xff >> length)) === 0xff >> length;
  for (let index = 1; index < length; index++) {
    const byte = bytes[at + index] ?? 0;
    value = value * 256 + byte;
    isAllOnes &&= byte === 0xff;
  }
  return { value, length, isAllOnes };
};

const readElement = (bytes: Uint8Array, at: number): Element | null => {
  const id = readVarInt(bytes, at, true);
  const size = id && readVarInt(bytes, at + id.length, false);
  if (!id || !size) return null;
  const dataStart = at + id.length + size.length;
  return {
    id: id.value,
    dataStart,
    dataEnd: size.isAllOnes ? Number.POSITIVE_INFINITY : dataStart + size.value,
  };
};

function* children(bytes: Uint8Array, from: number, to: number): Generator<Element> {
  let at = from;
  while (at < Math.min(to, bytes.length)) {
    const element = readElement(bytes, at);
    if (element === null) return;
    yield element;
    at = element.dataEnd;
  }
}

const find = (bytes: Uint8Array, from: number, to: number, id: number): Element | null => {
  for (const element of children(bytes, from, to)) if (element.id === id) return element;
  return null;
};

/** What the tracks of a Matroska or WebM file are, as far as its first bytes tell: sound only, or something else. */
export const webmTracks = (start: Uint8Array): "audio" | "other" => {
  const header = readElement(start, 0);
  if (header?.id !== EBML_HEADER) return "other";
  const segment = find(start, header.dataEnd, start.length, SEGMENT);
  const tracks = segment && find(start, segment.dataStart, segment.dataEnd, TRACKS);
  if (!tracks) return "other";
  const types: number[] = [];
  for (const entry of children(start, tracks.dataStart, tracks.dataEnd)) {
    if (entry.id !== TRACK_ENTRY) continue;
    const type = find(start, entry.dataStart, entry.dataEnd, TRACK_TYPE);
    types.push(type ? (start[type.dataStart] ?? 0) : 0);
  }
  return types.includes(AUDIO) && !types.includes(VIDEO) ? "audio" : "other";
};
