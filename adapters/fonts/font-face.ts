import { Blob, Face } from "harfbuzzjs";
import type { FontFace } from "../../core/fonts/font-face.ts";
import { openFontContainer, UnusableFont } from "./font-container.ts";
import { buildSfnt } from "./sfnt.ts";

/** A parsed font file: its metadata and its characters. */
export interface ReadFont extends FontFace {
  codePoints: Uint32Array;
  /** Some of its glyphs are PNG frames. */
  hasFrames: boolean;
}

type Tables = ReadonlyMap<string, Uint8Array>;

/** The tables that are read below; Skia reads the outlines, which WOFF2 stores in another form. */
const requiredTables = ["OS/2", "cmap", "fvar", "head", "hhea", "maxp", "name", "CBDT", "CBLC", "sbix"];

/**
 * Reads a font's names, weight, axes and characters with HarfBuzz, which runs as WebAssembly, so that a hostile table
 * cannot affect the process. Throws UnusableFont.
 */
export const readFontFace = (bytes: Uint8Array): ReadFont => {
  const { format, tables } = openFontContainer(bytes);
  if (!tables.has("head") || !tables.has("maxp") || !tables.has("cmap")) {
    throw new UnusableFont("The font file is damaged: it lacks a table that every font has.");
  }
  if (!["glyf", "CFF ", "CFF2"].some((tag) => (tables.get(tag)?.length ?? 0) > 0)) {
    throw new UnusableFont("The font has no outlines. Upload a font with outlines.");
  }
  const face = new Face(new Blob(sfntOf(tables)), 0);
  const codePoints = face.collectUnicodes();
  if (!codePoints.some((point) => point > 0x20)) {
    throw new UnusableFont("The font has no characters that could be drawn.");
  }
  const axes = face.getAxisInfos();
  const { wght } = axes;
  return {
    format,
    family: nameOf(face, [1, 16, 4, 6]),
    style: nameOf(face, [2, 17]) ?? "Regular",
    weight: wght ? within(wght.default) : staticWeight(tables),
    weightRange: wght ? { min: within(wght.min), max: within(wght.max) } : null,
    isVariable: Object.keys(axes).length > 0,
    codePoints,
    hasFrames: face.hasColorPng(),
  };
};

const within = (weight: number): number => Math.min(1000, Math.max(1, Math.round(weight)));

/** Source: OpenType specification, OS/2 usWeightClass and head macStyle. */
const staticWeight = (tables: Tables): number => {
  const os2 = tables.get("OS/2");
  if (os2 && os2.length >= 6) {
    const declared = (os2[4] ?? 0) * 256 + (os2[5] ?? 0);
    // Old tools wrote 1 to 9 for 100 to 900.
    if (declared >= 1 && declared <= 9) return declared * 100;
    if (declared >= 1 && declared <= 1000) return declared;
  }
  const head = tables.get("head");
  return ((head?.[45] ?? 0) & 1) === 1 ? 700 : 400;
};

const maxNameCharacters = 200;

/** Returns the first of these names that is not empty; English takes precedence over other languages. */
const nameOf = (face: Face, ids: readonly number[]): string | null => {
  const names = face.listNames();
  for (const id of ids) {
    const languages = names.filter(({ nameId }) => nameId === id).map(({ language }) => language);
    const inOrder = [...languages].sort((a, b) => Number(isEnglish(b)) - Number(isEnglish(a)));
    for (const language of inOrder) {
      const name = clean(face.getName(id, language));
      if (name !== "") return name;
    }
  }
  return null;
};

const isEnglish = (language: string): boolean => /^en\b/i.test(language);

const clean = (name: string): string =>
  [
    ...name
      .toWellFormed()
      .replace(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, " ")
      .trim(),
  ]
    .slice(0, maxNameCharacters)
    .join("");

/** Returns a font file with the requested tables. */
const sfntOf = (tables: Tables): Uint8Array =>
  buildSfnt(
    new Map(
      requiredTables.flatMap((tag) => {
        const data = tables.get(tag);
        return data ? [[tag, data] as const] : [];
      }),
    ),
  );
