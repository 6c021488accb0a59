import { brotliDecompressSync, inflateSync } from "node:zlib";
import type { FontFace } from "../../core/fonts/font-face.ts";

/** The file is not a usable font; `message` is a sentence for the client. */
export class UnusableFont extends Error {
  override readonly name = "FontRefused";
}

export interface FontContainer {
  format: FontFace["format"];
  /** Tables by their four-letter tag, unpacked; those that WOFF2 transforms are as the file has them. */
  tables: ReadonlyMap<string, Uint8Array>;
}

/** The largest real fonts (Chinese, with all weights) unpack to some 40 MB. */
const maxUnpackedBytes = 128 * 1024 ** 2;

const truncated = (): UnusableFont =>
  new UnusableFont("The font file is damaged or incomplete: its tables extend beyond the end of the file.");
const damaged = (cause?: unknown): UnusableFont =>
  new UnusableFont("The font file is damaged: it cannot be unpacked.", { cause });
const tooLarge = (): UnusableFont =>
  new UnusableFont(
    `The font unpacks to more than ${maxUnpackedBytes / 1024 ** 2} MB, which is too large for a font.`,
  );
const collection = (): UnusableFont =>
  new UnusableFont("The file is a collection of several fonts: upload each of them as a separate file.");

/** Reads big-endian numbers in order; throws UnusableFont beyond the end. */
const createReader = (bytes: Uint8Array, start: number) => {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  let at = start;
  const take = (size: number): number => {
    if (at + size > bytes.length) throw truncated();
    at += size;
    return at - size;
  };
  return {
    u8: () => view.getUint8(take(1)),
    u16: () => view.getUint16(take(2)),
    u32: () => view.getUint32(take(4)),
    tag: () => {
      const from = take(4);
      return String.fromCharCode(...bytes.subarray(from, from + 4));
    },
    position: () => at,
  };
};
type Reader = ReturnType<typeof createReader>;

const piece = (bytes: Uint8Array, offset: number, length: number): Uint8Array => {
  if (offset + length > bytes.length) throw truncated();
  return bytes.subarray(offset, offset + length);
};

const formatOf = (flavour: string): "ttf" | "otf" | null => {
  if (flavour === "\0\u0001\0\0" || flavour === "true") return "ttf";
  return flavour === "OTTO" ? "otf" : null;
};

/**
 * Returns the tables of a ttf, otf, woff or woff2 file, identified by its first bytes. Validates all offsets;
 * unpacking stops at the size that the file declares, at most 128 MiB. Throws UnusableFont.
 */
export const openFontContainer = (bytes: Uint8Array): FontContainer => {
  if (bytes.length === 0) throw new UnusableFont("The file is empty: send a ttf, otf, woff or woff2 font.");
  const signature = String.fromCharCode(...bytes.subarray(0, 4));
  if (signature === "ttcf") throw collection();
  if (signature === "wOFF") return { format: "woff", tables: woffTables(bytes) };
  if (signature === "wOF2") return { format: "woff2", tables: woff2Tables(bytes) };
  const format = formatOf(signature);
  if (format === null) throw new UnusableFont("The file is not a ttf, otf, woff or woff2 font.");
  return { format, tables: sfntTables(bytes) };
};

/** Source: OpenType specification, "Organization of an OpenType Font". */
const sfntTables = (bytes: Uint8Array): Map<string, Uint8Array> => {
  const reader = createReader(bytes, 4);
  const count = reader.u16();
  reader.u16();
  reader.u32();
  return new Map(
    Array.from({ length: count }, () => {
      const tag = reader.tag();
      reader.u32();
      return [tag, piece(bytes, reader.u32(), reader.u32())] as const;
    }),
  );
};

/** Source: W3C, WOFF File Format 1.0, sections 3 and 4. */
const woffTables = (bytes: Uint8Array): Map<string, Uint8Array> => {
  const reader = createReader(bytes, 4);
  checkFlavour(reader);
  reader.u32();
  const count = reader.u16();
  const directory = createReader(bytes, 44);
  let unpackedBytes = 0;
  return new Map(
    Array.from({ length: count }, () => {
      const tag = directory.tag();
      const packed = piece(bytes, directory.u32(), directory.u32());
      const length = directory.u32();
      directory.u32();
      unpackedBytes += length;
      if (unpackedBytes > maxUnpackedBytes) throw tooLarge();
      return [
        tag,
        packed.length < length ? unpack(() => inflateSync(packed, limit(length)), length) : packed,
      ];
    }),
  );
};

const checkFlavour = (reader: Reader): void => {
  const flavour = reader.tag();
  if (flavour === "ttcf") throw collection();
  if (formatOf(flavour) === null) throw damaged();
};

// zlib rejects a limit of 0.
const limit = (length: number) => ({ maxOutputLength: Math.max(1, length) });

const unpack = (inflate: () => Uint8Array, length: number): Uint8Array => {
  let unpacked: Uint8Array;
  try {
    unpacked = inflate();
  } catch (cause) {
    throw damaged(cause);
  }
  if (unpacked.length !== length) throw damaged();
  return unpacked;
};

/** Source: W3C, WOFF File Format 2.0, section 4.1, "Known Table Tags". */
const knownTags =
  "cmap head hhea hmtx maxp name OS/2 post cvt  fpgm glyf loca prep CFF  VORG EBDT EBLC gasp hdmx kern LTSH PCLT VDMX vhea vmtx BASE GDEF GPOS GSUB EBSC JSTF MATH CBDT CBLC COLR CPAL SVG  sbix acnt avar bdat bloc bsln cvar fdsc feat fmtx fvar gvar hsty just lcar mort morx opbd prop trak Zapf Silf Glat Gloc Feat Sill".match(
    /.{4}(?: |$)/g,
  ) ?? [];

/** Source: W3C, WOFF File Format 2.0, sections 4 and 5; its glyf and loca tables stay transformed. */
const woff2Tables = (bytes: Uint8Array): Map<string, Uint8Array> => {
  const header = createReader(bytes, 4);
  checkFlavour(header);
  header.u32();
  const count = header.u16();
  header.u16();
  header.u32();
  const packedBytes = header.u32();
  const directory = createReader(bytes, 48);
  let unpackedBytes = 0;
  let restoredBytes = 0;
  const entries = Array.from({ length: count }, () => {
    const flags = directory.u8();
    const tag = (flags & 63) === 63 ? directory.tag() : (knownTags[flags & 63] ?? "").slice(0, 4);
    const original = base128(directory);
    // glyf and loca are transformed unless their version is 3, all others unless it is 0.
    const isPlain = flags >> 6 === (tag === "glyf" || tag === "loca" ? 3 : 0);
    const length = isPlain ? original : base128(directory);
    unpackedBytes += length;
    restoredBytes += original;
    if (Math.max(unpackedBytes, restoredBytes) > maxUnpackedBytes) throw tooLarge();
    return { tag, length };
  });
  const packed = piece(bytes, directory.position(), packedBytes);
  const all = unpack(() => brotliDecompressSync(packed, limit(unpackedBytes)), unpackedBytes);
  let offset = 0;
  return new Map(
    entries.map(({ tag, length }) => {
      offset += length;
      return [tag, all.subarray(offset - length, offset)];
    }),
  );
};

/** Source: W3C, WOFF File Format 2.0, "UIntBase128". */
const base128 = (reader: Reader): number => {
  let value = 0;
  for (let index = 0; index < 5; index += 1) {
    const byte = reader.u8();
    if (index === 0 && byte === 0x80) throw damaged();
    value = value * 128 + (byte & 127);
    if (value > 0xffffffff) throw damaged();
    if ((byte & 128) === 0) return value;
  }
  throw damaged();
};
