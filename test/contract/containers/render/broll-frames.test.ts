import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { localBroll, ranged } from "./local-broll.ts";
import { frame, openStudio } from "./output-file.ts";

const studio = openStudio();
const folder = mkdtempSync(join(tmpdir(), "capstack-broll-test-"));
afterAll(() => {
  studio.close();
  rmSync(folder, { recursive: true, force: true });
});

const [width, height] = [128, 72];
const at = (name: string): string => join(folder, name);

/** Mean color of a square in the middle of a quarter of the frame. */
const quarters = (path: string, index: number): number[][] => {
  const image = frame(path, index);
  return [0, 1, 2, 3].map((quarter) => {
    const x = Math.round(width * (quarter % 2 === 0 ? 0.05 : 0.95));
    const y = Math.round(height * (quarter < 2 ? 0.05 : 0.95));
    const offset = (y * width + x) * 3;
    return [...image.subarray(offset, offset + 3)];
  });
};

describe("the frame of a b-roll clip", () => {
  /** Red and green on top, blue and white at the bottom. */
  const painted =
    "nullsrc=s=320x240:r=10:d=1,format=gbrp,geq=r='255*(lt(X,160)*lt(Y,120)+gte(X,160)*gte(Y,120))':g='255*gte(X,160)':b='255*gte(Y,120)'";
  const colors = [
    [255, 0, 0],
    [0, 255, 0],
    [0, 0, 255],
    [255, 255, 255],
  ];
  const make = (name: string, filters: string, output: readonly string[]): string => {
    const path = at(name);
    execFileSync("ffmpeg", [
      ...["-v", "error", "-y", "-f", "lavfi", "-i", `${painted},${filters}`],
      ...["-c:v", "libx264", "-crf", "1", ...output, path],
    ]);
    return path;
  };
  /** The frame is stored rotated clockwise, and the tag reverses the rotation. */
  const turned = (name: string): string => {
    const stored = make(name, "transpose=clock,scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", [
      ...["-colorspace", "bt709", "-color_range", "tv"],
    ]);
    const path = at(`turned-${name}`);
    execFileSync("ffmpeg", [
      ...["-v", "error", "-y", "-display_rotation:v", "90", "-i", stored, "-c", "copy", path],
    ]);
    return path;
  };

  test.each<[string, () => string]>([
    [
      "BT.709",
      () =>
        make("709.mp4", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p", [
          "-colorspace",
          "bt709",
          "-color_range",
          "tv",
        ]),
    ],
    [
      "BT.601",
      () =>
        make("601.mp4", "scale=out_color_matrix=smpte170m:out_range=tv,format=yuv420p", [
          "-colorspace",
          "smpte170m",
          "-color_range",
          "tv",
        ]),
    ],
    [
      "full range, 4:4:4, 10 bits",
      () =>
        make("full.mp4", "scale=out_color_matrix=bt709:out_range=pc,format=yuv444p10le", [
          "-colorspace",
          "bt709",
          "-color_range",
          "pc",
        ]),
    ],
    [
      "wide pixels",
      () =>
        make("wide.mp4", "scale=out_color_matrix=bt709:out_range=tv,format=yuv420p,setsar=2", [
          "-colorspace",
          "bt709",
          "-color_range",
          "tv",
        ]),
    ],
    ["a turned camera", () => turned("turn.mp4")],
  ])("covers the canvas with the right orientation and colors: %s", async (_, clipOf) => {
    // A video with BT.601 would hide a matrix that is not converted from BT.601, so the video has BT.709.
    execFileSync("ffmpeg", [
      ...[
        "-v",
        "error",
        "-y",
        "-f",
        "lavfi",
        "-i",
        `color=c=gray:s=${width}x${height}:r=30:d=1,format=yuv420p`,
      ],
      ...[
        "-c:v",
        "libx264",
        "-colorspace",
        "bt709",
        "-color_primaries",
        "bt709",
        "-color_trc",
        "bt709",
        "-color_range",
        "tv",
        at("gray.mp4"),
      ],
    ]);
    const video = await studio.render({
      source: at("gray.mp4"),
      settings: { speed: "standard" },
      brolls: [await localBroll(clipOf(), ranged(0, 1))],
    });
    const shown = quarters(video.path, 15);
    shown.forEach((color, quarter) => {
      color.forEach((value, channel) => {
        expect(Math.abs(value - (colors[quarter]?.[channel] ?? 0))).toBeLessThanOrEqual(6);
      });
    });
  });
});
