import { describe, expect, test } from "@jest/globals";
import { partBytesFor } from "../../../../adapters/s3/object-upload.ts";
import { checkOutputSize, expectedOutputBytes } from "../../../../core/render-plan/output-size.ts";
import { someMedia } from "../../../fakes/builders.ts";

const hours = (durationSeconds: number, width = 1920, height = 1080) => {
  const media = someMedia({ durationSeconds: durationSeconds * 3600, width, height });
  return { ...media, video: media.video && { ...media.video, durationSeconds: durationSeconds * 3600 } };
};
const overlay = { outputMode: "transparent", outputCodec: "prores4444", width: 1920, height: 1080 } as const;
const overlay4k = { ...overlay, width: 3840, height: 2160 } as const;

describe("the size of an output", () => {
  test("is accepted for six hours of ProRes at 1080p, and rejected at 4K", () => {
    expect(expectedOutputBytes(hours(6), overlay)).toBeGreaterThan(20e9);
    expect(() => checkOutputSize(hours(6), overlay)).not.toThrow();
    expect(() => checkOutputSize(hours(2), overlay4k)).not.toThrow();
    expect(() => checkOutputSize(hours(6), overlay4k)).toThrow(/more than 95 GB \(estimated: 2\d\d GB\)/);
    expect(() => checkOutputSize(hours(6), { ...overlay4k, outputCodec: "vp9" })).not.toThrow();
    expect(() => checkOutputSize(hours(6, 3840, 2160), {})).not.toThrow();
  });

  test("determines the size of its upload parts, within the limit of S3", () => {
    expect(partBytesFor(1e9)).toBe(8 * 1024 ** 2);
    for (const size of [95e9, 79e9, 5e12]) {
      const part = partBytesFor(size);
      expect(part % 1024 ** 2).toBe(0);
      expect(Math.ceil(size / part)).toBeLessThanOrEqual(10_000);
    }
  });
});
