import { describe, expect, test } from "@jest/globals";
import { outputGeometry, transparentCanvas } from "../../../../core/render-plan/output-geometry.ts";
import type { ExportSettings } from "../../../../core/settings/render-settings.ts";

const canvas = (settings: ExportSettings, width: number, height: number): string => {
  const geometry = outputGeometry(settings, { width, height });
  return `${geometry.canvas.width}x${geometry.canvas.height}`;
};

describe("canvas", () => {
  test.each<[string, ExportSettings, number, number, string]>([
    ["a source within the cap stays", {}, 1280, 720, "1280x720"],
    ["the shorter side is capped", {}, 3840, 2160, "1920x1080"],
    ["also when upright", {}, 2160, 3840, "1080x1920"],
    ["quadHD", { quality: "quadHD" }, 3840, 2160, "2560x1440"],
    ["ultraHD", { quality: "ultraHD" }, 3840, 2160, "3840x2160"],
    ["nothing is upscaled", { quality: "ultraHD" }, 640, 360, "640x360"],
    ["odd sizes lose a line", {}, 641, 481, "640x480"],
    ["one pixel becomes two", {}, 1, 1, "2x2"],
    ["explicit size wins and may upscale", { width: 3840, height: 2160 }, 640, 360, "3840x2160"],
    ["explicit sizes are even", { width: 723, height: 1281 }, 640, 360, "722x1280"],
    ["one side takes the other from the source", { width: 960 }, 1920, 1080, "960x540"],
    ["one side, height", { height: 1280 }, 1080, 1920, "720x1280"],
    ["9:16 from horizontal", { aspectRatio: "9:16" }, 1920, 1080, "606x1080"],
    ["16:9 from upright", { aspectRatio: "16:9" }, 1080, 1920, "1080x606"],
    ["1:1 from 4K is capped", { aspectRatio: "1:1" }, 3840, 2160, "1080x1080"],
    ["4:5", { aspectRatio: "4:5" }, 1080, 1920, "1080x1350"],
    ["preset on odd size", { aspectRatio: "9:16" }, 1081, 1921, "1080x1920"],
    [
      "contain keeps the whole frame, capped",
      { aspectRatio: "9:16", fit: "contain" },
      1920,
      1080,
      "1080x1920",
    ],
    ["contain of a small one", { aspectRatio: "1:1", fit: "contain" }, 640, 360, "640x640"],
  ])("%s", (_name, settings, width, height, expected) => {
    expect(canvas(settings, width, height)).toBe(expected);
  });

  test("fitPosition pans along the cropped axis", () => {
    const at = (fitPosition: number) =>
      outputGeometry({ aspectRatio: "1:1", fitPosition }, { width: 1920, height: 1080 }).placement;
    expect(at(0)).toMatchObject({ kind: "cover", x: 0, y: 0, width: 1080, height: 1080 });
    expect(at(50)).toMatchObject({ x: 420 });
    expect(at(100)).toMatchObject({ x: 840 });
  });

  test("an explicit size is covered, centered", () => {
    const { placement } = outputGeometry({ width: 1000, height: 1000 }, { width: 1920, height: 1080 });
    expect(placement).toEqual({ kind: "cover", x: 420, y: 0, width: 1080, height: 1080 });
  });

  test("contain scales the frame with its canvas", () => {
    const { placement } = outputGeometry(
      { aspectRatio: "9:16", fit: "contain" },
      { width: 1920, height: 1080 },
    );
    expect(placement).toEqual({ kind: "contain", width: 1080, height: 606 });
  });

  test("transparent canvases keep odd sizes", () => {
    expect(transparentCanvas({ width: 723, height: 1281 })).toEqual({ width: 723, height: 1281 });
  });
});
