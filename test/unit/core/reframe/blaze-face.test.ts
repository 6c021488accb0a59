import { describe, expect, test } from "@jest/globals";
import { facesOf, type GridOutput, inputPx, toInput } from "../../../../core/reframe/blaze-face.ts";

/** A grid with the given certainties and boxes (center relative to the anchor, size; pixels), by index of the anchor. */
const grid = (found: Record<number, [score: number, ...box: number[]]>): GridOutput => {
  const scores = new Float32Array(512).fill(-9);
  const boxes = new Float32Array(512 * 16);
  for (const [index, [score, ...box]] of Object.entries(found)) {
    scores[Number(index)] = Math.log(score / (1 - score));
    boxes.set(box, Number(index) * 16);
  }
  return { scores, boxes, cells: 16, anchors: 2 };
};
const wide = { width: 256, height: 144 };
/** The anchor in the middle of the square is between four cells; this one is below and right of it. */
const middle = 2 * (8 * 16 + 8);

describe("the faces in the output of the network", () => {
  test("are in shares of the image, not of the square around it", () => {
    const [face] = facesOf([grid({ [middle]: [0.9, -8, -8, 64, 72] })], wide);
    const values = [face?.x, face?.y, face?.width, face?.height, face?.score];
    expect(values.map((value) => value?.toFixed(3))).toEqual(["0.500", "0.500", "0.250", "0.500", "0.900"]);
  });

  test("are averaged where anchors agree, and sorted by certainty", () => {
    const faces = facesOf(
      [
        grid({
          [middle]: [0.9, -8, -8, 64, 64],
          [middle + 1]: [0.9, -4, -8, 64, 64],
          0: [0.95, 20, 70, 30, 30],
        }),
      ],
      wide,
    );
    expect(faces).toHaveLength(2);
    expect(faces[0]?.score).toBeCloseTo(0.95, 5);
    expect(faces[1]?.x).toBeCloseTo(0.5 + 2 / 256, 5);
  });

  test("are none below the threshold", () => {
    expect(facesOf([grid({ [middle]: [0.45, 0, 0, 64, 64] })], wide)).toEqual([]);
  });
});

test("an image is in the middle of a black square", () => {
  const input = toInput(new Uint8Array(3 * 256 * 144).fill(255), wide);
  const rowOf = (y: number): number | undefined => input[3 * inputPx * y];
  expect([rowOf(55), rowOf(56), rowOf(199), rowOf(200)]).toEqual([-1, 1, 1, -1]);
});
