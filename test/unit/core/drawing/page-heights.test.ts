import { describe, expect, test } from "@jest/globals";
import { choosePageHeights, type PageArea } from "../../../../core/drawing/page-heights.ts";

/** A canvas of 1000 × 1000 whose captions are 100 high, and centered on 800. */
const style = { centerY: 800, safeArea: { left: 0, top: 60, right: 1000, bottom: 940 } };
const page = (index: number, gapFrames = 0): PageArea => ({
  startFrame: index * 30 + gapFrames,
  endFrame: (index + 1) * 30,
  area: { left: 200, right: 800, top: 750, bottom: 850 },
});
const pages = (count: number): PageArea[] => Array.from({ length: count }, (_, index) => page(index));
const face = (frame: number, centerY: number, size = 200) => ({
  frame,
  areas: [
    { left: 500 - size / 2, right: 500 + size / 2, top: centerY - size / 2, bottom: centerY + size / 2 },
  ],
});
/** A face at a height in every 15th frame of the pages. */
const faces = (count: number, centerY: (frame: number) => number) =>
  Array.from({ length: count * 2 }, (_, index) => face(index * 15, centerY(index * 15)));

/** The share of frames with a face of which a caption covers a part. */
const covers = (center: number, faceY: number): boolean => Math.abs(center - faceY) < 50 + 100 * (1 - 0.16);

describe("the height of captions", () => {
  test("is that of the style where no face is below them", () => {
    expect(
      choosePageHeights(
        pages(4),
        faces(4, () => 300),
        style,
        30,
      ),
    ).toEqual([800, 800, 800, 800]);
    expect(choosePageHeights(pages(2), [], style, 30)).toEqual([800, 800]);
    expect(
      choosePageHeights(
        [],
        faces(2, () => 800),
        style,
        30,
      ),
    ).toEqual([]);
  });

  test("avoids a face, and stays the same while the face stays", () => {
    const chosen = choosePageHeights(
      pages(6),
      faces(6, () => 780),
      style,
      30,
    );
    expect(new Set(chosen).size).toBe(1);
    expect(covers(chosen[0] ?? 0, 780)).toBe(false);
    expect(chosen[0]).toBeGreaterThanOrEqual(110);
    expect(chosen[0]).toBeLessThanOrEqual(890);
  });

  test("changes once with a cut to a face at another height, and does not follow small motion", () => {
    const cut = choosePageHeights(
      pages(10),
      faces(10, (frame) => (frame < 150 ? 780 : 300)),
      style,
      30,
    );
    expect(new Set(cut.slice(0, 5)).size).toBe(1);
    expect(covers(cut[0] ?? 0, 780)).toBe(false);
    expect(cut.at(-1)).toBe(800);
    const nodding = choosePageHeights(
      pages(10),
      faces(10, (frame) => 770 + 10 * ((frame / 15) % 2)),
      style,
      30,
    );
    expect(new Set(nodding).size).toBe(1);
  });

  test("covers the least of a face that fills the frame, and stays in the safe area", () => {
    const large = Array.from({ length: 4 }, (_, index) => face(index * 15, 500, 900));
    const chosen = choosePageHeights(pages(2), large, style, 30);
    for (const center of chosen) expect(center - 50).toBeGreaterThanOrEqual(60);
    for (const center of chosen) expect(center + 50).toBeLessThanOrEqual(940);
  });

  test("ignores faces of frames without the caption", () => {
    const later = [face(0, 300), face(15, 300), face(30, 300), face(200, 800)];
    expect(choosePageHeights([page(0)], later, style, 30)).toEqual([800]);
  });
});
