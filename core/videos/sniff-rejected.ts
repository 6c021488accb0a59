import { ascii, startsWith } from "./sniff-bytes.ts";

/** Signatures of files that are not accepted (one character per byte), with the names of their kinds. */
const signatures: readonly (readonly [string, string])[] = [
  ["GIF87a", "a GIF image"],
  ["GIF89a", "a GIF image"],
  ["\x89PNG\r\n\x1a\n", "a PNG image"],
  ["\xff\xd8\xff", "a JPEG image"],
  ["BM", "a BMP image"],
  ["II*\0", "a TIFF image"],
  ["MM\0*", "a TIFF image"],
  ["8BPS", "a Photoshop image"],
  ["\0\0\0\x0cjP  ", "a JPEG 2000 image"],
  ["\0\0\0\x0cJXL ", "a JPEG XL image"],
  ["%PDF", "a PDF document"],
  ["%!PS", "a PostScript document"],
  ["\xd0\xcf\x11\xe0", "an Office document"],
  ["PK\x03\x04", "a ZIP archive or Office document"],
  ["PK\x05\x06", "an empty ZIP archive"],
  ["Rar!", "a RAR archive"],
  ["7z\xbc\xaf\x27\x1c", "a 7-Zip archive"],
  ["\x1f\x8b", "a gzip archive"],
  ["BZh", "a bzip2 archive"],
  ["\xfd7zXZ", "an xz archive"],
  ["\x28\xb5\x2f\xfd", "a Zstandard archive"],
  ["FLV", "a Flash video (FLV)"],
  [".RMF", "a RealMedia file"],
  ["\0\0\x01\xba", "an MPEG program stream"],
  ["\0\0\x01\xb3", "an MPEG video stream"],
  ["\0\0\0\x01", "a raw video stream"],
  ["MThd", "a MIDI file"],
  ["wvpk", "a WavPack file"],
  ["MAC ", "a Monkey's Audio file"],
  ["DSD ", "a DSD audio file"],
  ["wOFF", "a font"],
  ["wOF2", "a font"],
  ["OTTO", "a font"],
  ["ttcf", "a font"],
  ["\0\x01\0\0\0", "a font"],
  ["\x7fELF", "a program"],
  ["MZ", "a program"],
  ["\xcf\xfa\xed\xfe", "a program"],
  ["SQLite format 3", "a database"],
];

/** Patterns of the beginning of text files, without byte order mark and leading white space. */
const texts: readonly (readonly [RegExp, string])[] = [
  [/^(<!doctype html|<html|<head|<body|<script|<meta|<!--)/i, "an HTML page"],
  [/^(<\?xml[^>]*>\s*)?(<!--.*?-->\s*)*<svg/is, "an SVG image"],
  [/^(<\?xml|<[a-z][\w:.-]*[\s>/])/i, "an XML document"],
  [/^#EXTM3U/, "a playlist, not the media itself"],
  [/^ffconcat/, "a playlist, not the media itself"],
  [/^\[playlist\]/i, "a playlist, not the media itself"],
  [/^version https:\/\/git-lfs/, "a Git LFS pointer, not the media itself"],
  [/^[[{]\s*["{[\d\]}-]/, "a JSON document"],
];

const peekBytes = 4096;

/** Decodes UTF-8 or UTF-16 text without unusual control characters. Null when the bytes are not text. */
const asText = (start: Uint8Array): string | null => {
  const peek = start.subarray(0, peekBytes);
  const isUtf16 = startsWith(peek, [0xff, 0xfe]) || startsWith(peek, [0xfe, 0xff]);
  if (isUtf16) return new TextDecoder(peek[0] === 0xff ? "utf-16le" : "utf-16be").decode(peek);
  let text: string;
  try {
    // `stream`: the window may split a character.
    text = new TextDecoder("utf-8", { fatal: true }).decode(peek, { stream: true });
  } catch {
    return null;
  }
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters distinguish binary data from text.
  return /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text) ? null : text;
};

/** Recognizes an MPEG transport stream: a sync byte in every 188-byte packet (192 with time codes, as cameras write). */
const isTransportStream = (start: Uint8Array): boolean =>
  [
    [188, 0],
    [192, 4],
  ].some(([step = 0, first = 0]) => [0, 1, 2, 3].every((packet) => start[first + packet * step] === 0x47));

/** Returns the kind of a file that is not accepted, with its article; null when it is unknown. */
export const nameOtherFile = (start: Uint8Array): string | null => {
  const riffKind = ascii(start, 0, 4) === "RIFF" ? ascii(start, 8, 4) : "";
  if (riffKind === "AVI ") return "an AVI video";
  if (riffKind === "WEBP") return "a WebP image";
  const signature = signatures.find(([text]) => ascii(start, 0, text.length) === text);
  // A text may also begin with two or three of these letters.
  if (signature && signature[0].length > 3) return signature[1];
  const text = asText(start);
  if (text !== null) {
    const trimmed = text.replace(/^\uFEFF/, "").trimStart();
    return texts.find(([pattern]) => pattern.test(trimmed))?.[1] ?? "a text file";
  }
  if (signature) return signature[1];
  if (isTransportStream(start)) return "an MPEG transport stream";
  if (start.every((byte) => byte === 0)) return "filled with zeros";
  return null;
};
