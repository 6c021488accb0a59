import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { localBroll, ranged } from "./local-broll.ts";
import { frame, openStudio } from "./output-file.ts";

const studio = openStudio();
const folder = mkdtempSync(join(tmpdir(), "capstack-alpha-sources-"));
afterAll(() => {
  studio.close();
  rmSync(folder, { recursive: true, force: true });
});

const size = 64;
const ffmpeg = (...args: string[]): void => {
  execFileSync("ffmpeg", ["-v", "error", "-y", ...args]);
};
const original = join(folder, "original.mov");

/** Bright orange: opaque on the left, half transparent in the middle, on the right only a color that must not appear. */
beforeAll(() => {
  const alpha = "255*lt(X\\,24)+128*between(X\\,24\\,39)";
  const graph = `color=0xFF8000:s=${size}x${size}:r=10:d=0.3,format=rgba,geq=r=255:g=128:b=0:a='${alpha}'`;
  ffmpeg("-f", "lavfi", "-i", graph, "-c:v", "png", original);
});

const encoded = (name: string, ...encoder: string[]): string => {
  const path = join(folder, `${name}.mov`);
  ffmpeg("-i", original, ...encoder, path);
  return path;
};

/** Red of the middle line at the center of each third. */
const reds = (path: string): number[] => {
  const pixels = frame(path, 1);
  return [10, 32, 54].map((x) => pixels[3 * ((size / 2) * size + x)] ?? -1);
};

const expectOverBlack = (path: string): void => {
  const [opaque = 0, half = 0, transparent = 0] = reds(path);
  expect(Math.abs(opaque - 255)).toBeLessThan(12);
  expect(Math.abs(half - 128)).toBeLessThan(12);
  expect(transparent).toBeLessThan(6);
};

describe("a source with alpha is rendered over black", () => {
  test.each<[string, string[]]>([
    ["PNG", ["-c", "copy"]],
    ["QuickTime Animation", ["-c:v", "qtrle"]],
    ["ProRes 4444", ["-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le"]],
    [
      "HEVC",
      ["-c:v", "libx265", "-pix_fmt", "yuva420p", "-tag:v", "hvc1", "-x265-params", "alpha=1:log-level=none"],
    ],
  ])("%s", async (name, encoder) => {
    const { path } = await studio.render({ source: encoded(name, ...encoder) });
    expectOverBlack(path);
  });

  test("is rendered over a blurred copy of itself", async () => {
    const settings = { aspectRatio: "16:9", fit: "contain" } as const;
    const { path, width, height } = await studio.render({ source: original, settings });
    const pixels = frame(path, 1);
    expect(pixels[3 * ((height / 2) * width + width / 2 + 24)]).toBeLessThan(6);
  });
});

test("a b-roll with alpha is shown over black", async () => {
  const base = join(folder, "base.mp4");
  ffmpeg("-f", "lavfi", "-i", `color=blue:s=${size}x${size}:r=10:d=0.3`, "-pix_fmt", "yuv420p", base);
  const clip = encoded("broll", "-c:v", "prores_ks", "-profile:v", "4444", "-pix_fmt", "yuva444p10le");
  const { path } = await studio.render({ source: base, brolls: [await localBroll(clip, ranged(0, 0.3))] });
  expectOverBlack(path);
});
