import { describe, expect, test } from "@jest/globals";
import { estimatedCopies } from "../../../../core/render-plan/estimated-copies.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import type { ExportSettings } from "../../../../core/settings/render-settings.ts";
import { word } from "../captions/words.ts";
import { mediaInfo } from "./media.ts";

/** Of ten seconds. */
const copies = (spans: readonly (readonly [number, number])[], settings: ExportSettings = {}): number => {
  const media = mediaInfo();
  const transcript = spans.map(([start, end]) => word("word", start, end));
  return estimatedCopies(planOutput(media, settings), media, transcript);
};

describe("the share of an output that is probably copied", () => {
  test("is that of the pauses, without the groups at their ends", () => {
    expect(
      copies([
        [0, 1],
        [1, 2],
        [8, 10],
      ]),
    ).toBeCloseTo(0.4);
    expect(copies([[3, 4]])).toBeCloseTo((1 + 4) / 10);
    expect(copies([])).toBeCloseTo(0.8);
  });

  test("is none without a long pause, or where the output differs from the source", () => {
    expect(
      copies([
        [1, 3],
        [5, 8],
        [9.5, 10],
      ]),
    ).toBe(0);
    expect(copies([], { width: 1280, height: 720 })).toBe(0);
  });

  test("does not count words beyond the video", () => {
    expect(copies([[12, 13]])).toBeCloseTo(0.8);
  });
});
