import { describe, expect, test } from "@jest/globals";
import { joinList } from "../../../../core/render-plan/join-arguments.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import { maxSegments } from "../../../../core/render-plan/segment-settings.ts";
import {
  equalSegments,
  planSegments,
  seekSeconds,
  segmentPlan,
} from "../../../../core/render-plan/segments.ts";
import type { ExportSettings } from "../../../../core/settings/render-settings.ts";
import type { FrameRange } from "../../../../core/time/frame-range.ts";
import { audioStream, mediaInfo, videoStream } from "./media.ts";

const renderedVideo = (seconds: number, settings: ExportSettings = {}, codedWidth = 1920) =>
  planOutput(
    mediaInfo({
      durationSeconds: seconds,
      video: videoStream({ durationSeconds: seconds, codedWidth, codedHeight: (codedWidth * 9) / 16 }),
      audio: audioStream({ durationSeconds: seconds }),
    }),
    settings,
  );

const cloud = { parallel: 8, segmentSeconds: 180 };
const lengths = (segments: readonly FrameRange[]): number[] =>
  segments.map(({ startFrame, endFrame }) => endFrame - startFrame);

describe("the segments of a video", () => {
  test.each([
    ["ten seconds", renderedVideo(10), 1],
    ["four minutes", renderedVideo(240), 1],
    ["five minutes", renderedVideo(300), 2],
    ["an hour, in whole rounds of eight", renderedVideo(3600), 24],
    ["six hours", renderedVideo(21_600), 32],
    ["two minutes at 4K and 60", renderedVideo(120, { fps: 60, quality: "ultraHD" }, 3840), 5],
    ["an hour of small frames", renderedVideo(3600, {}, 320), 1],
  ])("%s", (_, plan, count) => {
    const segments = planSegments(plan, cloud);
    expect(segments).toHaveLength(count);
    expect(segments[0]?.startFrame).toBe(0);
    expect(segments.at(-1)?.endFrame).toBe(plan.frameCount);
    segments.slice(1).forEach((segment, index) => {
      expect(segment.startFrame).toBe(segments[index]?.endFrame);
    });
    expect(Math.min(...lengths(segments))).toBeGreaterThan(0.75 * Math.max(...lengths(segments)));
  });

  test("never exceed the concurrency of a Map", () => {
    for (const parallel of [1, 3, 8, 40, 1000])
      expect(planSegments(renderedVideo(3600), { parallel, segmentSeconds: 1 }).length).toBeLessThanOrEqual(
        maxSegments,
      );
  });

  test("are never shorter than the key frame interval", () => {
    expect(lengths(planSegments(renderedVideo(12), { parallel: 4, segmentSeconds: 1 }))).toEqual([
      150, 150, 60,
    ]);
  });

  test("are of equal length where functions share a short video", () => {
    const plan = renderedVideo(30.1);
    const segments = equalSegments(plan, 3);
    expect(lengths(segments)).toEqual([301, 301, 301]);
    expect(segments.map(({ startFrame }) => startFrame)).toEqual([0, 301, 602]);
    expect(equalSegments(plan, 1)).toEqual([{ startFrame: 0, endFrame: plan.frameCount }]);
    expect(lengths(equalSegments({ frameCount: 10 }, 4))).toEqual([3, 2, 3, 2]);
    expect(lengths(equalSegments({ frameCount: 2 }, 4))).toEqual([1, 1]);
  });

  test("start at key frames", () => {
    for (const fps of [23.976, 30, 59.94, 120]) {
      const interval = Math.round(5 * fps);
      const cuts = planSegments(renderedVideo(1000, { fps }), cloud).map(
        ({ startFrame }) => startFrame % interval,
      );
      expect(new Set(cuts)).toEqual(new Set([0]));
    }
  });
});

describe("the plan of a segment", () => {
  const part = { startFrame: 300, endFrame: 450 };

  test("has its frames, no audio, and the ranges of the source", () => {
    expect(segmentPlan(renderedVideo(20), part)).toMatchObject({
      frameCount: 150,
      audio: null,
      kept: [{ startFrame: 300, endFrame: 450 }],
    });
    expect(segmentPlan(renderedVideo(20, { greenScreen: true }), part)).toMatchObject({ frameCount: 150 });
  });

  test("contains the cuts of a cut video", () => {
    const kept = [
      { startFrame: 0, endFrame: 310 },
      { startFrame: 400, endFrame: 600 },
    ];
    const plan = planOutput(
      mediaInfo({ durationSeconds: 20, video: videoStream({ durationSeconds: 20 }) }),
      {},
      {
        fps: { num: 30, den: 1 },
        kept,
      },
    );
    expect(segmentPlan(plan, part)).toMatchObject({
      frameCount: 150,
      kept: [
        { startFrame: 300, endFrame: 310 },
        { startFrame: 400, endFrame: 540 },
      ],
    });
  });

  test.each([
    ["three seconds before at usual rates", {}, 7],
    ["sixteen frames before at low ones", { frameRate: { num: 2, den: 1 }, longestFrameSeconds: 0.5 }, 2],
    ["twice the longest frame before", { isVariableFrameRate: true, longestFrameSeconds: 2.2 }, 5],
  ])("seeks in the source %s", (_, changes, expected) => {
    const media = mediaInfo({ video: videoStream({ durationSeconds: 20, ...changes }) });
    const plan = segmentPlan(planOutput(media, {}), part);
    expect(plan.mode === "composited" && seekSeconds(plan)).toBe(expected);
  });
});

test("durations in the list of a join add up to the video's duration", () => {
  const plan = renderedVideo(1000, { fps: 23.976 });
  const segments = planSegments(plan, { parallel: 8, segmentSeconds: 20 });
  const list = joinList(
    plan,
    segments.map((segment, index) => ({ ...segment, path: `/scratch/${index}.mp4` })),
  );
  expect(list.split("\n").slice(0, 2)).toEqual(["ffconcat version 1.0", "file 'file:/scratch/0.mp4'"]);
  const seconds = [...list.matchAll(/^duration (.*)$/gm)].map(([, length]) => Number(length));
  expect(seconds).toHaveLength(segments.length);
  const sum = seconds.reduce((total, length) => total + length, 0);
  expect(Math.abs(sum - (plan.frameCount * 1001) / 24_000)).toBeLessThan(1e-6);
});
