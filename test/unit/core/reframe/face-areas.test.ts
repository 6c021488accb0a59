import { describe, expect, test } from "@jest/globals";
import { faceAreas } from "../../../../core/reframe/face-areas.ts";

const source = { width: 1920, height: 1080 };
/** A face of 192 × 108 pixels in the middle of the source. */
const middle = { x: 0.5, y: 0.5, width: 0.1, height: 0.1, score: 1 };
const at = (frame: number) => [{ frame, faces: [middle] }];
const centerX = ({ left = 0, right = 0 } = {}): number => Math.round((left + right) / 2);

describe("the area of a face", () => {
  test("is scaled with the frame, and has room for hair", () => {
    const placement = { kind: "cover" as const, x: 0, y: 0, ...source };
    const [found] = faceAreas({ source, placement, canvas: { width: 960, height: 540 } }, at(3));
    const [area] = found?.areas ?? [];
    expect(found?.frame).toBe(3);
    expect(area?.left).toBeCloseTo(480 - 48 * 1.2);
    expect(area?.top).toBeCloseTo(270 - 54 * 0.75);
    expect(area?.bottom).toBeCloseTo(270 + 54 * 0.6);
  });

  test("moves with the crop that follows the speaker, and is none outside the crop", () => {
    const canvas = { width: 608, height: 1080 };
    const path = {
      axis: "x" as const,
      points: [
        { frame: 0, position: 960 - 304 },
        { frame: 100, position: 0 },
      ],
    };
    const placement = { kind: "cover" as const, x: 656, y: 0, width: 608, height: 1080, path };
    const samples = [...at(0), ...at(50), ...at(100)];
    const found = faceAreas({ source, placement, canvas }, samples);
    expect(found.map(({ areas }) => areas.map(centerX))).toEqual([[304], [632], []]);
  });

  test("is between the blurred margins of a frame that is shown whole", () => {
    const placement = { kind: "contain" as const, width: 540, height: 304 };
    const [found] = faceAreas({ source, placement, canvas: { width: 540, height: 960 } }, at(0));
    const { top = 0, bottom = 0 } = found?.areas[0] ?? {};
    expect(Math.round(top + bottom) / 2).toBeCloseTo(480, -1);
  });
});
