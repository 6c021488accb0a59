import { Blob, Buffer, Face, Font, shape } from "harfbuzzjs";
import { openFontContainer } from "./font-container.ts";
import { buildSfnt } from "./sfnt.ts";

export interface JoinedGlyphs {
  /** The same glyphs, each of them under one code point. */
  font: Uint8Array<ArrayBuffer>;
  /** The code points, by the sequence that each stands for; sequences without a separate glyph are omitted. */
  codePoints: ReadonlyMap<string, number>;
}

/** SVG frames are three times as large as all else, and COLR has the same ones. */
const leftOut = new Set(["SVG ", "GSUB", "cmap"]);

/** One glyph per code point. Source: OpenType specification, "cmap", format 12. */
const characterMap = (glyphs: readonly (readonly [number, number])[]): Uint8Array => {
  const header = 12;
  const view = new DataView(new ArrayBuffer(header + 16 + 12 * glyphs.length));
  view.setUint16(2, 1);
  view.setUint16(4, 3);
  view.setUint16(6, 10);
  view.setUint32(8, header);
  view.setUint16(header, 12);
  view.setUint32(header + 4, 16 + 12 * glyphs.length);
  view.setUint32(header + 12, glyphs.length);
  glyphs.forEach(([codePoint, glyph], index) => {
    const at = header + 16 + 12 * index;
    view.setUint32(at, codePoint);
    view.setUint32(at + 4, codePoint);
    view.setUint32(at + 8, glyph);
  });
  return new Uint8Array(view.buffer);
};

/**
 * Assigns each sequence that a font draws as one glyph a separate code point, from `firstCodePoint` up, in a font that
 * has no others: for drawing tools that split such sequences before shaping.
 *
 * @param bytes a ttf or woff file; a woff2 file's outlines would have to be restored first
 */
export const joinGlyphs = (
  bytes: Uint8Array,
  sequences: readonly string[],
  firstCodePoint: number,
): JoinedGlyphs => {
  const { tables } = openFontContainer(bytes);
  const shaping = new Map([...tables].filter(([tag]) => ["GSUB", "cmap", "head", "maxp"].includes(tag)));
  const font = new Font(new Face(new Blob(buildSfnt(shaping)), 0));
  const joined = sequences.flatMap((sequence) => {
    const buffer = new Buffer();
    buffer.addText(sequence);
    buffer.guessSegmentProperties();
    shape(font, buffer);
    const [first, ...more] = buffer.getGlyphInfos();
    return first && first.codepoint !== 0 && more.length === 0 ? [[sequence, first.codepoint] as const] : [];
  });
  const map = characterMap(joined.map(([, glyph], index) => [firstCodePoint + index, glyph]));
  const kept = [...tables].filter(([tag]) => !leftOut.has(tag));
  return {
    font: buildSfnt(new Map([...kept, ["cmap", map]])),
    codePoints: new Map(joined.map(([sequence], index) => [sequence, firstCodePoint + index])),
  };
};
