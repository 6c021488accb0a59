/** Elements of Matroska and WebM that contain the kinds of tracks. Source: RFC 9559, 5.1. */
const ebmlHeaderId = 0x1a45dfa3;
const segmentId = 0x18538067;
const tracksId = 0x1654ae6b;
const trackEntryId = 0xae;
const trackTypeId = 0x83;
const videoTrack = 1;
const audioTrack = 2;

interface Element {
  id: number;
  dataStart: number;
  /** Infinity for an element of unknown size (live recordings). */
  dataEnd: number;
}

/** Reads a variable-length integer (RFC 8794, 4); `keepMarker` for element IDs, which include the length marker. */
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

/**
 * Returns where the segment of a Matroska or WebM file ends, in bytes; Infinity for one of unknown size (live recordings),
 * null without a segment at the start.
 */
export const segmentEnd = (start: Uint8Array): number | null => {
  const header = readElement(start, 0);
  if (header?.id !== ebmlHeaderId) return null;
  return find(start, header.dataEnd, start.length, segmentId)?.dataEnd ?? null;
};

/** Returns whether a Matroska or WebM file has only audio tracks, as far as its first bytes show. */
export const webmTracks = (start: Uint8Array): "audio" | "other" => {
  const header = readElement(start, 0);
  if (header?.id !== ebmlHeaderId) return "other";
  const segment = find(start, header.dataEnd, start.length, segmentId);
  const tracks = segment && find(start, segment.dataStart, segment.dataEnd, tracksId);
  if (!tracks) return "other";
  const types: number[] = [];
  for (const entry of children(start, tracks.dataStart, tracks.dataEnd)) {
    if (entry.id !== trackEntryId) continue;
    const type = find(start, entry.dataStart, entry.dataEnd, trackTypeId);
    types.push(type ? (start[type.dataStart] ?? 0) : 0);
  }
  return types.includes(audioTrack) && !types.includes(videoTrack) ? "audio" : "other";
};
