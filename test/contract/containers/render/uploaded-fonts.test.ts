import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { openFontContainer } from "../../../../adapters/fonts/font-container.ts";
import { skia } from "../../../../containers/render/skia-backend.ts";
import { drawStill, stillVideo } from "../../../../containers/render/still.ts";
import { addFontFile } from "../../../../containers/render/uploaded-fonts.ts";
import { prepareFonts } from "../../../../core/drawing/font-chain.ts";
import { createTextTool } from "../../../../core/drawing/text-tool.ts";
import { familyOfFile } from "../../../../core/fonts/file-family.ts";
import type { RenderOptions } from "../../../../core/settings/render-settings.ts";
import { fontFileKey } from "../../../../core/storage/keys.ts";
import { findTemplate } from "../../../../core/templates/catalog.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";

const canvas = { width: 640, height: 200 };
const fonts = resolve(import.meta.dirname, "../../../media/font");
const folder = mkdtempSync(join(tmpdir(), "capstack-test-fonts-"));
afterAll(() => rmSync(folder, { recursive: true }));

const plain = findTemplate("Plain");
if (!plain) throw new Error("there is no template Plain");

const add = async (file: string): Promise<string> => {
  await addFontFile(fontFileKey(file), join(fonts, file));
  return file;
};

const spokenWords = (text: string, fields: Partial<WordEntry> = {}): WordEntry[] =>
  text.split(" ").map((word, index) => ({
    text: word,
    type: "word",
    startSeconds: index,
    endSeconds: index + 1,
    ...fields,
  }));

/** Draws the first frame of the words, all at once, on black. */
const draw = (
  transcript: WordEntry[],
  styleOptions: RenderOptions["styleOptions"] = {},
): Uint8ClampedArray => {
  const video = stillVideo({
    template: plain,
    transcript,
    language: null,
    canvas,
    fps: 30,
    renderOptions: {
      styleOptions: { fontSize: 120, top: 50, stroke: "none", fontShadow: "none", ...styleOptions },
      subsOptions: { animation: false },
    },
  });
  const pixels = new Uint8ClampedArray(4 * canvas.width * canvas.height);
  drawStill(video, 0, pixels, canvas);
  return pixels;
};

const ink = (pixels: Uint8ClampedArray): number => {
  let sum = 0;
  for (let at = 3; at < pixels.length; at += 4) sum += (pixels[at] ?? 0) / 255;
  return sum;
};

/** Returns the amount of ink that only one of them has. */
const differing = (one: Uint8ClampedArray, other: Uint8ClampedArray): number =>
  ink(one.map((value, at) => Math.abs(value - (other[at] ?? 0))));

/** The largest difference of any channel of any pixel. */
const difference = (one: Uint8ClampedArray, other: Uint8ClampedArray): number =>
  one.reduce((most, value, at) => Math.max(most, Math.abs(value - (other[at] ?? 0))), 0);

const widthOf = (text: string, family: string, weight = 400, all = text): number => {
  const tool = createTextTool(skia.surface, prepareFonts(skia.library, all, null), null);
  return tool.measure({ text, family, weight, sizePx: 100, letterSpacingPx: 0, direction: "ltr" }).width;
};
const uploaded = (file: string): string => familyOfFile(fontFileKey(file));

describe("an uploaded font", () => {
  test("looks the same as a ttf, woff and woff2 file, and as an otf file except for hinting", async () => {
    const [ttf, woff, woff2, otf] = await Promise.all(
      ["ttf", "woff", "woff2", "otf"].map(async (ending) =>
        draw(spokenWords("same face"), { fontId: await add(`same-face.${ending}`) }),
      ),
    );
    if (!ttf || !woff || !woff2 || !otf) throw new Error("nothing was drawn");
    expect(ink(ttf)).toBeGreaterThan(1000);
    expect(difference(ttf, woff)).toBe(0);
    expect(difference(ttf, woff2)).toBe(0);
    // FreeType moves horizontal edges to whole pixels in TrueType outlines, and not in CFF ones without hints.
    expect(differing(ttf, otf)).toBeLessThan(0.12 * ink(ttf));
    expect(Math.abs(ink(otf) - ink(ttf))).toBeLessThan(0.03 * ink(ttf));
    expect(difference(ttf, draw(spokenWords("same face")))).toBeGreaterThan(200);
  });

  test("is heavier with a higher fontWeight if it is variable, within its range", async () => {
    const fontId = await add("inter-variable.woff2");
    const at = (fontWeight: number) => ink(draw(spokenWords("Weight"), { fontId, fontWeight }));
    expect(at(900)).toBeGreaterThan(1.6 * at(300));
    expect(at(1000)).toBe(at(900));
    expect(at(1)).toBe(at(100));
  });

  test("keeps its weight if it has only one, also with fallback characters", async () => {
    const fontId = await add("pacifico.woff2");
    const at = (fontWeight: number, text: string) => draw(spokenWords(text), { fontId, fontWeight });
    expect(difference(at(300, "Brand"), at(900, "Brand"))).toBe(0);
    expect(difference(at(300, "10\u20AC"), at(900, "10\u20AC"))).toBe(0);
    expect(difference(at(300, "Br\u4E2D"), at(900, "Br\u4E2D"))).toBe(0);
  });

  test.each([
    ["z", "Noto Sans"],
    ["€", "Noto Sans"],
    ["ж", "Noto Sans"],
    ["日本", "Noto Sans"],
    ["สวัสดี", "Noto Sans"],
    ["😀", "Noto Sans"],
  ])("uses the bundled fonts for %s, which it lacks", async (text, family) => {
    const file = await add("sy_missing_glyphs.ttf");
    const all = `abc ${text}`;
    expect(widthOf(text, uploaded(file), 400, all)).toBe(widthOf(text, family, 400, all));
    // Beside its own letters the same characters are as wide as alone.
    const beside = widthOf(`a${text}`, uploaded(file), 400, all) - widthOf("a", uploaded(file), 400, all);
    expect(beside).toBeGreaterThan(20);
  });

  test("joins Arabic letters with its own shaping tables", async () => {
    const family = uploaded(await add("noto-naskh-arabic.woff2"));
    const letters = [..."مرحبا"].map((letter) => widthOf(letter, family, 400, "مرحبا"));
    const whole = widthOf("مرحبا", family);
    expect(whole).toBeLessThan(0.9 * letters.reduce((sum, width) => sum + width, 0));
    expect(whole).not.toBeCloseTo(widthOf("مرحبا", "Noto Sans"), 1);
  });

  test("of a word takes precedence over its family and the style's font; an unknown family changes nothing", async () => {
    const [fontId, other] = [await add("same-face.ttf"), await add("pacifico.woff2")];
    const styled = draw(spokenWords("same"), { fontId });
    const key = fontFileKey(other);
    const own = draw(spokenWords("same", { fontFileKey: key, fontFamily: "Bangers" }), { fontId });
    expect(difference(own, draw(spokenWords("same"), { fontId: other }))).toBe(0);
    const bundled = draw(spokenWords("same", { fontFamily: "bangers" }), { fontId });
    expect(difference(bundled, styled)).toBeGreaterThan(200);
    const unknown = draw(spokenWords("same", { fontFamily: "No Such Family" }), { fontId });
    expect(difference(unknown, styled)).toBe(0);
  });

  test("is drawn even with broken shaping tables", async () => {
    const bytes = readFileSync(join(fonts, "noto-naskh-arabic-sfnt.ttf"));
    let seed = 1;
    const random = (): number => {
      seed = (seed * 16807) % 2147483647;
      return seed / 2147483647;
    };
    for (let round = 0; round < 24; round += 1) {
      const broken = Buffer.from(bytes);
      const { tables } = openFontContainer(broken);
      for (const tag of ["GSUB", "GPOS", "GDEF"]) {
        const table = tables.get(tag);
        if (!table) continue;
        for (let hit = 0; hit < 40; hit += 1)
          table[Math.floor(random() * table.length)] = Math.floor(random() * 256);
      }
      const path = join(folder, `broken-${round}.ttf`);
      writeFileSync(path, broken);
      await addFontFile(fontFileKey(`broken-${round}`), path);
      const pixels = draw(spokenWords("مرحبا بالعالم", { fontFileKey: fontFileKey(`broken-${round}`) }));
      expect(ink(pixels)).toBeGreaterThan(200);
    }
  });
});
