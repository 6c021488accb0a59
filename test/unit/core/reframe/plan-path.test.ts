import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import type { FaceBox, FacesAt, SurveyedFace } from "../../../../core/reframe/face.ts";
import { meanMouthMotion } from "../../../../core/reframe/mouth-motion.ts";
import { planFramePath } from "../../../../core/reframe/plan-path.ts";
import { firstSamples, isSampleNeeded } from "../../../../core/reframe/sample-images.ts";
import { areCutsCertain, frameChanges, type GrayFrames, shotStarts } from "../../../../core/reframe/shots.ts";
import type { FramePath } from "../../../../core/render-plan/frame-path.ts";
import { outputGeometry } from "../../../../core/render-plan/output-geometry.ts";

const source = { width: 1920, height: 1080 };
const every = 15;
const size = { width: 128, height: 72 };

const face = (x: number, width = 0.08): FaceBox => ({
  ...{ x, y: 0.4, width },
  ...{ height: (width * 16) / 9, score: 0.9 },
});
const gray = (
  frames: number,
  valueAt: (frame: number, x: number, y: number) => number = () => 90,
): GrayFrames => {
  const pixels = new Uint8Array(frames * size.width * size.height);
  let index = 0;
  for (let frame = 0; frame < frames; frame++)
    for (let y = 0; y < size.height; y++)
      for (let x = 0; x < size.width; x++) pixels[index++] = valueAt(frame, x, y);
  return { ...size, pixels };
};
const samplesOf = (frames: number, facesAt: (frame: number) => SurveyedFace[]): FacesAt[] =>
  Array.from({ length: Math.ceil(frames / every) }, (_, index) => ({
    frame: index * every,
    faces: facesAt(index * every),
  }));

/** Plans a vertical crop of 30 frames per second. Returns the center of each frame, 0 to 1. */
const centers = (
  frames: number,
  facesAt: (frame: number) => SurveyedFace[],
  { starts = [0] }: { starts?: number[] } = {},
): number[] => {
  const { placement } = outputGeometry({ quality: "ultraHD", aspectRatio: "9:16" }, source);
  const path = planFramePath(
    { source, placement, fps: { num: 30, den: 1 }, frameCount: frames },
    { shotStarts: starts, samples: samplesOf(frames, facesAt), every },
  );
  if (path === null || placement.kind !== "cover") throw new Error("no path");
  return Array.from(
    { length: frames },
    (_, frame) => (positionAt(path, frame) + placement.width / 2) / source.width,
  );
};

const positionAt = ({ points }: FramePath, frame: number): number => {
  const index = points.findLastIndex((point) => point.frame <= frame);
  const [from, to] = [points[index], points[index + 1]];
  if (!from) return points[0]?.position ?? 0;
  if (!to) return from.position;
  return from.position + ((to.position - from.position) * (frame - from.frame)) / (to.frame - from.frame);
};
const steps = (values: readonly number[]): number[] =>
  values.slice(1).map((value, index) => Math.abs(value - (values[index] ?? 0)));

describe("the path of a crop", () => {
  test("rests on a face that hardly moves", () => {
    const path = centers(150, (frame) => [face(0.7 + 0.02 * Math.sin(frame))]);
    expect(Math.max(...steps(path))).toBe(0);
    expect(path[0]).toBeCloseTo(0.7, 1);
  });

  test("follows a face that walks, without a jump, and keeps it inside", () => {
    const at = (frame: number): number => 0.5 + 0.28 * Math.sin(frame / 60);
    const path = centers(300, (frame) => [face(at(frame))]);
    const shown = (1080 * 9) / 16 / 1920;
    path.forEach((center, frame) => {
      expect(Math.abs(at(frame) - center) + 0.04).toBeLessThan(shown / 2);
    });
    expect(Math.max(...steps(path))).toBeLessThan(0.008);
  });

  test("jumps at a cut, and only there", () => {
    const path = centers(180, (frame) => [face(frame < 100 ? 0.25 : 0.75)], { starts: [0, 100] });
    const jumps = steps(path).flatMap((step, index) => (step > 0.01 ? [index + 1] : []));
    expect(jumps).toEqual([100]);
    expect([path[99], path[100]].map((center) => center?.toFixed(2))).toEqual(["0.25", "0.75"]);
  });

  test("is in the middle where no face is", () => {
    expect(new Set(centers(60, () => []))).toEqual(new Set([0.5]));
  });

  test("holds its place while a face is not found for a moment", () => {
    const path = centers(240, (frame) => (frame >= 60 && frame < 150 ? [] : [face(0.3)]));
    expect(Math.max(...steps(path))).toBe(0);
  });

  test("shows two people together where they fit, and the more prominent one where they do not", () => {
    expect(centers(90, () => [face(0.45), face(0.6)])[45]).toBeCloseTo(0.525, 2);
    expect(centers(90, () => [face(0.2, 0.09), face(0.8, 0.12)])[45]).toBeCloseTo(0.8, 2);
  });

  test("pans to the one whose mouth moves", () => {
    const [left, right] = [face(0.2, 0.2), face(0.8, 0.2)];
    const isMouth = (one: FaceBox, x: number, y: number): boolean =>
      x / size.width > one.x - one.width * 0.25 &&
      x / size.width < one.x + one.width * 0.25 &&
      y / size.height > one.y + one.height * 0.15 &&
      y / size.height < one.y + one.height * 0.5;
    const motion = gray(240, (frame, x, y) => {
      const speaker = frame < 120 ? left : right;
      return isMouth(speaker, x, y) && frame % 2 === 0 ? 140 : 90;
    });
    const changes = frameChanges(motion);
    const motionOf = (frame: number, one: FaceBox) =>
      meanMouthMotion(motion, changes, { frame, reach: 7 }, one);
    const path = centers(240, (frame) =>
      [left, right].map((one) => ({ ...one, mouthMotion: motionOf(frame, one) })),
    );
    expect(path[45]).toBeCloseTo(0.2, 2);
    expect(path[220]).toBeCloseTo(0.8, 2);
    expect(Math.max(...steps(path))).toBeLessThan(0.03);
  });

  test("has a bounded number of points, however long and restless the video is", () => {
    const program = join(import.meta.dirname, "long-shot.ts");
    const points = Number(execFileSync(process.execPath, [program], { encoding: "utf8" }));
    expect(points).toBeGreaterThan(1500);
    expect(points).toBeLessThanOrEqual(60_000);
  });

  test("is none where the shape does not change", () => {
    const { placement } = outputGeometry({ quality: "ultraHD" }, source);
    const plan = { source, placement, fps: { num: 30, den: 1 }, frameCount: 30 };
    expect(planFramePath(plan, { shotStarts: [0], samples: [], every })).toBeNull();
  });
});

describe("shotStarts", () => {
  const shots = (valueAt: (frame: number, x: number) => number): number[] =>
    shotStarts(frameChanges(gray(40, valueAt)));

  test("finds cuts, but neither motion nor a flash nor doubled frames", () => {
    expect(shots((frame, x) => (frame < 20 ? x : 255 - x))).toEqual([0, 20]);
    expect(shots((frame, x) => (x * 7 + frame * 60) % 256)).toEqual([0]);
    expect(shots((frame) => (frame === 20 ? 250 : 90))).toEqual([0]);
    expect(shots((frame, x) => (x * 7 + Math.floor(frame / 2) * 60) % 256)).toEqual([0]);
  });
});

describe("the cuts of a survey without some frames", () => {
  const still = [0, 0, 1, 0, 1, 0, 1, 0, 1];
  test.each([
    ["certain without a cut", [...still, ...still], true],
    ["certain where the frame before the cut is there", [...still, 40, 0, 1, 0, 1, 0, 1], true],
    ["uncertain where the frame before the cut is missing", [...still, 0, 40, 0, 1, 0, 1], false],
    ["uncertain where a sum of motion may hide a cut", [...still, 40, 0, 25, 0, 24, 0, 24], false],
    ["certain if no frame is missing", [0, 1, 1, 30, 25, 24, 23, 1, 1], true],
  ])("are %s", (_, changes, isCertain) => {
    expect(areCutsCertain(changes)).toBe(isCertain);
  });
});

test("the motion of a mouth is the same if every frame is shown twice", () => {
  const motionIn = (times: number): number | null => {
    const frames = gray(20, (frame, _, y) => (y > 36 && Math.floor(frame / times) % 2 === 0 ? 140 : 90));
    return meanMouthMotion(frames, frameChanges(frames), { frame: 10, reach: 8 }, face(0.5, 0.3));
  };
  expect(motionIn(1)).toBeGreaterThan(1);
  expect(motionIn(2)).toBeCloseTo(motionIn(1) ?? 0, 6);
});

describe("the images in which faces are searched", () => {
  const sample = (frame: number, ...faces: FaceBox[]): FacesAt => ({ frame, faces });

  test("are every second one, and those between where the faces or the shot change", () => {
    expect(firstSamples([0, 15, 30, 45, 60, 75], 30)).toEqual([0, 2, 4, 5]);
    expect(firstSamples([0, 29, 60, 61, 95], 30)).toEqual([0, 2, 4]);
    expect(isSampleNeeded(sample(0, face(0.5)), sample(30, face(0.51)), [0])).toBe(false);
    expect(isSampleNeeded(sample(0, face(0.5)), sample(30, face(0.6)), [0])).toBe(true);
    expect(isSampleNeeded(sample(0, face(0.5)), sample(30), [0])).toBe(true);
    expect(isSampleNeeded(sample(0, face(0.5)), sample(30, face(0.5)), [0, 20])).toBe(true);
  });
});
