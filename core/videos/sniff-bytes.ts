/** Readers of values in a file's first bytes. Bytes beyond the end are read as zero or omitted. */
export const uint16 = (bytes: Uint8Array, at: number): number =>
  (bytes[at] ?? 0) * 256 + (bytes[at + 1] ?? 0);

export const uint32 = (bytes: Uint8Array, at: number): number =>
  uint16(bytes, at) * 65_536 + uint16(bytes, at + 2);

/** Returns one character per byte (ISO 8859-1); shorter at the end of the bytes. */
export const ascii = (bytes: Uint8Array, at: number, length: number): string =>
  String.fromCharCode(...bytes.subarray(at, at + length));

export const startsWith = (bytes: Uint8Array, prefix: readonly number[]): boolean =>
  prefix.every((byte, index) => bytes[index] === byte);

/** Returns whether the bytes of `text` (one per character) occur anywhere. */
export const hasBytes = (bytes: Uint8Array, text: string): boolean => {
  const first = text.charCodeAt(0);
  for (let at = bytes.indexOf(first); at !== -1; at = bytes.indexOf(first, at + 1)) {
    if (ascii(bytes, at, text.length) === text) return true;
  }
  return false;
};
