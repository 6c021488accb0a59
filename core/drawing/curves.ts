import { clamp } from "../clamp.ts";
import type { Curve } from "../templates/template.ts";

/** Overshoot of about 10 %. Source: R. Penner, "Robert Penner's Programming Macromedia Flash MX" (2002), ch. 7, s = 1.70158. */
const overshoot = 1.70158;

/** Value of a curve at `progress` 0 to 1; starts at 0 and ends at 1. */
export const curveAt = (curve: Curve, progress: number): number => {
  const t = clamp(progress);
  switch (curve) {
    case "linear":
      return t;
    case "easeOut":
      return 1 - (1 - t) ** 3;
    case "backOut":
      return 1 + (overshoot + 1) * (t - 1) ** 3 + overshoot * (t - 1) ** 2;
    case "spring":
      // A damped swing of one and a half turns; the factor 1 - t brings it to rest at the end. Overshoot about 20 %.
      return 1 - (1 - t) * Math.exp(-3.5 * t) * Math.cos(3 * Math.PI * t);
  }
};

export const between = (from: number, to: number, part: number): number => from + (to - from) * part;
