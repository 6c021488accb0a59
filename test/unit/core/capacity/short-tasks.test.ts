import { describe, expect, test } from "@jest/globals";
import {
  defaultShortTaskSeconds,
  estimatedRenderCpuSeconds,
  functionMebibytes,
  functionMemory,
  functionsForWork,
  isShortRender,
  isShortSpeech,
  maxShortTaskSeconds,
  renderFunctions,
  shortTaskFunctionSeconds,
  vcpusOfFunction,
} from "../../../../core/capacity/short-tasks.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import type { ExportSettings } from "../../../../core/settings/render-settings.ts";
import { someMedia } from "../../../fakes/builders.ts";

const mediaOf = (durationSeconds: number, width = 1920, height = 1080) => {
  const media = someMedia();
  if (media.video === null) throw new Error("the media of tests has video");
  const video = { ...media.video, durationSeconds, codedWidth: width, codedHeight: height };
  return someMedia({ durationSeconds, width, height, audio: null, video, sizeBytes: 50_000_000 });
};

const rule = { shortTaskSeconds: defaultShortTaskSeconds, findsFaces: false };
const isShort = (
  durationSeconds: number,
  settings: ExportSettings = {},
  options: Partial<typeof rule> & { width?: number; height?: number; sizeBytes?: number } = {},
): boolean => {
  const media = mediaOf(durationSeconds, options.width, options.height);
  const sized = { ...media, sizeBytes: options.sizeBytes ?? media.sizeBytes };
  return isShortRender(planOutput(sized, settings), sized, { ...rule, ...options });
};

describe("the videos that a function renders", () => {
  test("are those with at most the work of 90 s of 1080p at 30 frames per second", () => {
    expect([isShort(90), isShort(91)]).toEqual([true, false]);
    expect([isShort(60, { fps: 60 }), isShort(45, { fps: 60 })]).toEqual([false, true]);
  });

  test("are longer at a faster speed, and shorter with more pixels, also of the source", () => {
    expect([isShort(240, { speed: "ultraFast" }), isShort(260, { speed: "ultraFast" })]).toEqual([
      true,
      false,
    ]);
    const large = { width: 3840, height: 2160 };
    expect([isShort(22, {}, large), isShort(23, {}, large)]).toEqual([true, false]);
    expect(isShort(30, { width: 1920, height: 1080 }, large)).toBe(false);
  });

  test("are none when the operator has switched functions off, and none whose crop follows faces", () => {
    expect(isShort(1, {}, { shortTaskSeconds: 0 })).toBe(false);
    expect(isShort(1, {}, { findsFaces: true })).toBe(false);
  });

  test("have files that fit on the disk of a function", () => {
    expect(isShort(30, {}, { sizeBytes: 9e9 })).toBe(true);
    expect(isShort(30, {}, { sizeBytes: 9.5e9 })).toBe(false);
    const overlay: ExportSettings = {
      outputMode: "transparent",
      outputCodec: "prores4444",
      width: 1920,
      height: 1080,
    };
    // Without the source, but each second is 41 MB, twice.
    expect([isShort(90, overlay, { sizeBytes: 9.5e9 }), isShort(120, overlay)]).toEqual([true, false]);
  });

  test("count twice where a b-roll is shown", () => {
    const media = mediaOf(50);
    const plain = estimatedRenderCpuSeconds(planOutput(media, {}));
    const brolls = [{ startSeconds: 1, endSeconds: 3 }];
    expect(estimatedRenderCpuSeconds(planOutput(media, {}, null, brolls))).toBe(2 * plain);
  });
});

describe("the functions that share a short video", () => {
  const functions = (seconds: number, settings: ExportSettings = {}, copiedShare = 0, max = 4): number =>
    renderFunctions(planOutput(mediaOf(seconds), settings), copiedShare, max);

  test("render at most 36 CPU seconds each, until there are as many as the operator allows", () => {
    expect([10, 12, 30, 45, 90].map((seconds) => functions(seconds))).toEqual([1, 2, 3, 4, 4]);
    expect([30, 90].map((seconds) => functions(seconds, {}, 0, 8))).toEqual([3, 8]);
    expect([30, 60].map((seconds) => functions(seconds, { speed: "ultraFast" }))).toEqual([1, 2]);
    expect(functions(90, {}, 0, 1)).toBe(1);
  });

  test("are one where so many frames are copied that it needs no other", () => {
    expect([0.5, 0.65].map((copied) => functions(30, {}, copied))).toEqual([3, 1]);
  });

  test("are at least one", () => {
    expect(functionsForWork(0, 4)).toBe(1);
  });

  test("are in use for the work, their starts and the join", () => {
    // The recognizer, and one renderer; or three and the join.
    const work = (seconds: number): number => (seconds * (3.2 + 0.31)) / (vcpusOfFunction(10_240) * 0.8);
    expect(shortTaskFunctionSeconds(10)).toBeCloseTo(work(10) + 10);
    expect(shortTaskFunctionSeconds(30)).toBeCloseTo(work(30) + 25);
    expect(shortTaskFunctionSeconds(91)).toBe(0);
  });
});

test("a function recognizes the speech of files that are short and fit on its disk", () => {
  const short = (durationSeconds: number, sizeBytes = 1) => isShortSpeech({ durationSeconds, sizeBytes }, 90);
  expect([short(90), short(90.1), short(10, 9.6e9)]).toEqual([true, false, false]);
});

test("the operator's limit keeps the estimated time within that of the function, with any memory", () => {
  const { min, newAccount, max } = functionMebibytes;
  expect([min, newAccount, max].map(maxShortTaskSeconds)).toEqual([56, 95, 325]);
  expect(functionMemory(max)).toEqual({ render: 10_240, speech: 7076 });
  expect(functionMemory(newAccount)).toEqual({ render: 3008, speech: 3008 });
  expect(vcpusOfFunction(7076)).toBe(4);
});
