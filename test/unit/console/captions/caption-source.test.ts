import { describe, expect, test } from "@jest/globals";
import { captionSource, outputSize } from "../../../../console/captions/caption-source.ts";
import { firstWords, sampleMoment, sampleWords } from "../../../../console/captions/sample-words.ts";

const upright = { width: 1080, height: 1920, duration: 12 };

describe("the size of an output", () => {
  test.each([
    ["the source", {}, upright, { width: 1080, height: 1920 }],
    ["a preset", { aspectRatio: "1:1" }, upright, { width: 1080, height: 1080 }],
    [
      "an overlay",
      { outputMode: "transparent", width: 641, height: 360 },
      upright,
      { width: 641, height: 360 },
    ],
    ["an overlay without a size", { outputMode: "transparent" }, upright, null],
    ["audio", {}, { width: null, height: null, duration: 3 }, null],
  ] as const)("follows %s", (_, settings, media, size) => {
    expect(outputSize(settings, media)).toEqual(size);
  });
});

test("captions follow the settings of a task, with 30 frames a second unless it names a rate", () => {
  const settings = { templateId: "t", language: "de", exportSettings: { aspectRatio: "9:16" as const } };
  expect(captionSource([], settings, upright)).toEqual({
    words: [],
    fonts: [],
    language: "de",
    templateId: "t",
    renderOptions: {},
    canvas: { width: 1080, height: 1920 },
    fps: 30,
    durationSeconds: 12,
  });
  expect(captionSource([], { templateId: "t", exportSettings: { fps: 25 } }, upright)?.fps).toBe(25);
});

describe("sample words", () => {
  test("are spoken one after the other, and shown within the second one", () => {
    const words = sampleWords("  Two words ");
    expect(words.map(({ text }) => text)).toEqual(["Two", "words"]);
    expect(words[0]?.end_time).toBe(words[1]?.start_time);
    const moment = sampleMoment(words);
    expect(moment).toBeGreaterThan(words[1]?.start_time ?? 0);
    expect(moment).toBeLessThan(words[1]?.end_time ?? 0);
    expect(sampleMoment([])).toBe(0);
  });

  test("of a transcript begin at 0", () => {
    const transcript = [5, 6, 7].map((start) => ({
      text: "word",
      type: "word" as const,
      start_time: start,
      end_time: start + 1,
    }));
    expect(firstWords(transcript, 2).map(({ start_time }) => start_time)).toEqual([0, 1]);
  });
});
