import { describe, expect, test } from "@jest/globals";
import { cropOf } from "../../../../core/reframe/crop.ts";
import { eventfulRanges } from "../../../../core/reframe/eventful-ranges.ts";
import type { FaceBox, FacesAt } from "../../../../core/reframe/face.ts";
import { withFindingsOf } from "../../../../core/reframe/join-findings.ts";

const rate = { fps: 30, every: 15, isContinuous: true };
const portrait = { axis: "x", shown: 0.32 } as const;
const face = (x: number, width = 0.1): FaceBox => ({ x, y: 0.4, width, height: width, score: 0.9 });

/** Changes of a survey of key frames: 0 but for one frame in `gap`; `changes` replaces some. */
const surveyed = (frames: number, gap: number, changes: Readonly<Record<number, number>> = {}): number[] =>
  Array.from({ length: frames }, (_, frame) => changes[frame] ?? (frame > 0 && frame % gap === 0 ? 2 : 0));
const samplesOf = (
  frames: number,
  gap: number,
  facesAt: (frame: number) => readonly FaceBox[] = () => [face(0.5)],
): FacesAt[] =>
  Array.from({ length: Math.ceil(frames / gap) }, (_, at) => ({ frame: at * gap, faces: facesAt(at * gap) }));

describe("eventful ranges", () => {
  const rangesOf = (
    changes: number[],
    samples = samplesOf(changes.length, 30),
    crop: Parameters<typeof eventfulRanges>[2] = portrait,
  ): [number, number][] =>
    eventfulRanges({ changes, samples }, rate, crop).map(({ startFrame, endFrame }) => [
      startFrame,
      endFrame,
    ]);

  test("are none where one person stays, with a key frame every second", () => {
    expect(rangesOf(surveyed(1800, 30))).toEqual([]);
  });

  test("are none if no frame is missing", () => {
    expect(rangesOf(surveyed(300, 1, { 100: 60 }))).toEqual([]);
  });

  test("have the frames between two key frames that differ, where a cut may be", () => {
    expect(rangesOf(surveyed(1800, 30, { 600: 40 }))).toEqual([[570, 615]]);
  });

  test("are none at cuts for which the encoder began a key frame early, although another face appears", () => {
    const changes = surveyed(1800, 30);
    for (const frame of [610, 820, 1000]) {
      changes[frame] = 40;
      changes.fill(0, frame + 1, frame + 20);
    }
    const faceAt = (frame: number) => [face(frame < 610 || frame >= 820 ? 0.3 : 0.7)];
    const samples = [...samplesOf(1800, 30), ...[610, 820, 1000].map((frame) => ({ frame, faces: [] }))]
      .sort((a, b) => a.frame - b.frame)
      .map(({ frame }) => ({ frame, faces: faceAt(frame) }));
    const found = (isContinuous: boolean) =>
      eventfulRanges({ changes, samples }, { ...rate, isContinuous }, portrait);
    expect(found(true)).toEqual([]);
    expect(found(false)).not.toEqual([]);
  });

  test("have the frames between key frames that are far apart", () => {
    const changes = surveyed(1800, 30, { 630: 0, 660: 0 });
    expect(rangesOf(changes)).toEqual([[600, 705]]);
  });

  test("have the frames in which a face appears or moves far", () => {
    const samples = samplesOf(1800, 30, (frame) => (frame < 900 ? [face(0.3)] : [face(0.6)]));
    expect(rangesOf(surveyed(1800, 30), samples)).toEqual([[870, 915]]);
  });

  test("have the frames in which two people do not fit into the crop, where someone has to be chosen", () => {
    const samples = samplesOf(1800, 30, (frame) =>
      frame >= 900 && frame < 1000 ? [face(0.2), face(0.8)] : [face(0.2)],
    );
    const [range] = rangesOf(surveyed(1800, 30), samples);
    expect(range?.[0]).toBeLessThanOrEqual(870);
    expect(range?.[1]).toBeGreaterThanOrEqual(1000);
    const together = samplesOf(1800, 30, () => [face(0.45), face(0.56)]);
    expect(rangesOf(surveyed(1800, 30), together)).toEqual([]);
  });

  test("ignore who speaks where nothing is cropped, and small faces behind", () => {
    const apart = samplesOf(1800, 30, () => [face(0.2), face(0.8)]);
    expect(rangesOf(surveyed(1800, 30), apart, null)).toEqual([]);
    const behind = samplesOf(1800, 30, () => [face(0.2), face(0.8, 0.05)]);
    expect(rangesOf(surveyed(1800, 30), behind)).toEqual([]);
  });

  test("are one range of all frames where most are eventful", () => {
    expect(rangesOf(surveyed(1800, 250))).toEqual([[0, 1800]]);
  });

  test("are joined over short holes", () => {
    const changes = surveyed(1800, 30, { 600: 40, 720: 40 });
    expect(rangesOf(changes)).toEqual([[570, 735]]);
  });
});

test("the findings of a range replace those of its key frames, but not how the range begins", () => {
  const sample = (frame: number): FacesAt => ({ frame, faces: [] });
  const coarse = { changes: [0, 0, 3, 0, 9, 0, 4, 0], samples: [0, 2, 4, 6].map(sample) };
  const own = { changes: [0, 1, 8, 1], samples: [0, 1, 3].map(sample) };
  const replaced = withFindingsOf(coarse, { startFrame: 2, endFrame: 6 }, own);
  expect(replaced.changes).toEqual([0, 0, 3, 1, 8, 1, 4, 0]);
  expect(replaced.samples.map(({ frame }) => frame)).toEqual([0, 2, 3, 5, 6]);
});

test("a crop moves along the axis of which it shows less", () => {
  const source = { width: 1920, height: 1080 };
  const cover = { kind: "cover" as const, x: 0, y: 0 };
  expect(cropOf({ source, placement: { ...cover, width: 608, height: 1080 } as never })).toEqual({
    axis: "x",
    shown: 608 / 1920,
  });
  expect(cropOf({ source, placement: { ...cover, width: 1920, height: 540 } as never })?.axis).toBe("y");
  expect(cropOf({ source, placement: { ...cover, width: 1920, height: 1080 } as never })).toBeNull();
});
