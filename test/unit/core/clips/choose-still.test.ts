import { expect, test } from "@jest/globals";
import { chooseStill } from "../../../../core/clips/choose-still.ts";

const size = { width: 16, height: 9 };
const image = (frame: number, valueAt: (x: number, y: number) => number) => ({
  frame,
  rgb: Uint8Array.from({ length: 3 * size.width * size.height }, (_, index) => {
    const pixel = Math.floor(index / 3);
    return valueAt(pixel % size.width, Math.floor(pixel / size.width));
  }),
});
const black = image(0, () => 2);
const white = image(10, () => 254);
const gray = image(20, () => 128);
const blurred = image(30, (x) => 60 + 8 * x);
const sharp = image(40, (x, y) => (((x >> 1) + (y >> 1)) % 2 === 0 ? 80 : 170));
const dark = image(50, (x, y) => (((x >> 1) + (y >> 1)) % 2 === 0 ? 0 : 30));

test("chooses a sharp frame, neither dark, white nor flat", () => {
  expect(chooseStill([black, white, gray, blurred, sharp, dark], size)).toBe(40);
  expect(chooseStill([black, white, gray, blurred], size)).toBe(30);
  expect(chooseStill([black, gray], size)).toBe(20);
});

test("chooses the earlier of equal frames", () => {
  expect(chooseStill([{ ...sharp, frame: 5 }, sharp], size)).toBe(5);
  expect(chooseStill([black], size)).toBe(0);
});
