import { describe, expect, test } from "@jest/globals";
import { diskOfRenderer } from "../../../../core/capacity/renderer-disk.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import type { ExportSettings } from "../../../../core/settings/render-settings.ts";
import { someMedia } from "../../../fakes/builders.ts";

const diskOf = (
  durationSeconds: number,
  sizeBytes: number,
  settings: ExportSettings = {},
  brolls: { startTime: number; endTime: number }[] = [],
): number => {
  const { video } = someMedia();
  if (video === null) throw new Error("the media of tests has video");
  const media = someMedia({ durationSeconds, audio: null, video: { ...video, durationSeconds }, sizeBytes });
  const spans = brolls.map(({ startTime, endTime }) => ({ startSeconds: startTime, endSeconds: endTime }));
  return diskOfRenderer(planOutput(media, settings, null, spans as never), media);
};

describe("the disk of a container that renders", () => {
  test("is the smallest one for a short video, and that of the task definition for large files", () => {
    expect(diskOf(60, 60_000_000)).toBe(21);
    expect(diskOf(600, 600_000_000)).toBe(21);
    expect(diskOf(6 * 3600, 600_000_000)).toBe(100);
    expect(diskOf(60, 8_000_000_000)).toBe(100);
  });

  test("is large for an overlay, whose codec compresses little", () => {
    const overlay: ExportSettings = {
      outputMode: "transparent",
      outputCodec: "prores4444",
      width: 1920,
      height: 1080,
    };
    expect(diskOf(300, 60_000_000, overlay)).toBe(100);
  });

  test("is large with b-rolls, whose size is not known", () => {
    expect(diskOf(60, 60_000_000, {}, [{ startTime: 1, endTime: 2 }])).toBe(100);
  });
});
