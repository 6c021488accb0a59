import { describe, expect, test } from "@jest/globals";
import type { Rational } from "../../../../core/time/rational.ts";
import { measureFrameRate } from "../../../../core/videos/probe-frame-rate.ts";

const at = (count: number, tickOf: (index: number) => number): Float64Array =>
  Float64Array.from({ length: count }, (_, index) => tickOf(index));
const rational = (num: number, den = 1): Rational => ({ num, den });

describe("constant frame rates", () => {
  test.each<[string, Float64Array, Rational, Rational[], Rational]>([
    [
      "exact ticks",
      at(300, (i) => i * 1001),
      rational(1, 30_000),
      [rational(30_000, 1001)],
      rational(30_000, 1001),
    ],
    [
      "29.97 rounded to milliseconds, with a container that claims 30",
      at(3000, (i) => Math.round((i * 1001) / 30)),
      rational(1, 1000),
      [rational(30)],
      rational(30_000, 1001),
    ],
    [
      "23.976 rounded to 1/600",
      at(3000, (i) => Math.round((i * 1001 * 600) / 24_000)),
      rational(1, 600),
      [rational(24)],
      rational(24_000, 1001),
    ],
    [
      "30, whatever the claims",
      at(300, (i) => i * 512),
      rational(1, 15_360),
      [rational(90_000)],
      rational(30),
    ],
    [
      "an odd rate that the container knows",
      at(9, (i) => i * 3001),
      rational(1, 90_000),
      [rational(90_000, 3001)],
      rational(90_000, 3001),
    ],
    [
      "an odd rate that is in no table",
      at(100, (i) => i * 700),
      rational(1, 10_000),
      [rational(10_000)],
      rational(14_286, 1000),
    ],
    [
      "a start away from zero",
      at(300, (i) => 15_360 + i * 512),
      rational(1, 15_360),
      [rational(30)],
      rational(30),
    ],
  ])("%s", (_name, times, timeBase, claims, frameRate) => {
    const measured = measureFrameRate(times, 0, timeBase, claims);
    expect(measured.isVariable).toBe(false);
    expect(measured.frameRate.num / measured.frameRate.den).toBeCloseTo(frameRate.num / frameRate.den, 2);
    // A claimed rate that matches is returned exactly.
    const matching = claims.filter(({ num, den }) => num === frameRate.num && den === frameRate.den);
    for (const claim of matching) expect(measured.frameRate).toEqual(claim);
  });

  test("common rates are returned as exact ratios", () => {
    const times = at(3000, (i) => Math.round((i * 1001) / 30));
    expect(measureFrameRate(times, 33, rational(1, 1000), [rational(30)]).frameRate).toEqual(
      rational(30_000, 1001),
    );
  });
});

describe("variable frame rates", () => {
  test("the rate is the mean one", () => {
    // 30 per second for a second, then 6 per second for a second.
    const times = at(36, (i) => (i < 30 ? i * 512 : 15_360 + (i - 30) * 2560));
    const measured = measureFrameRate(times, 2560, rational(1, 15_360), [rational(30)]);
    expect(measured).toEqual({ frameRate: rational(18), isVariable: true, lastDuration: 2560 });
  });

  test("one lost frame is enough", () => {
    const times = at(300, (i) => (i < 100 ? i : i + 1) * 512);
    expect(measureFrameRate(times, 512, rational(1, 15_360), [rational(30)]).isVariable).toBe(true);
  });
});

describe("the last frame", () => {
  test("has the duration in the container, else that of the others", () => {
    const times = at(30, (i) => i * 512);
    expect(measureFrameRate(times, 700, rational(1, 15_360), []).lastDuration).toBe(700);
    expect(measureFrameRate(times, 0, rational(1, 15_360), []).lastDuration).toBe(512);
  });

  test("is not hours long among short ones", () => {
    const times = at(30, (i) => i * 1001);
    expect(measureFrameRate(times, 0xffff_ffff, rational(1, 30_000), []).lastDuration).toBe(1001);
  });

  test("has the container's rate if it is the only one", () => {
    expect(
      measureFrameRate(
        at(1, () => 0),
        0,
        rational(1, 1000),
        [rational(25)],
      ),
    ).toEqual({
      frameRate: rational(25),
      isVariable: false,
      lastDuration: 40,
    });
  });
});
