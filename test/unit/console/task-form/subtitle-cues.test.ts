import { describe, expect, test } from "@jest/globals";
import { subtitleCues } from "../../../../console/task-form/subtitle-cues.ts";
import { subtitleFile } from "../../../../core/transcript/subtitle-file.ts";
import type { Transcript } from "../../../../core/transcript/word-entry.ts";

describe("subtitles", () => {
  test("of a SubRip file become phrases without their markup", () => {
    const file =
      "\uFEFF1\r\n00:00:01,500 --> 00:00:03,000\r\n<i>Fish</i> &amp; {\\an8}chips\r\nand more\r\n\r\n2\r\n01:00:00,000 --> 01:00:01,000\r\n\r\n";
    expect(subtitleCues(file)).toEqual([{ text: "Fish & chips and more", start_time: 1.5, end_time: 3 }]);
  });

  test("of a WebVTT file have hours or none, and settings and notes are left out", () => {
    const file =
      "WEBVTT\n\nNOTE a --> b\n\nid\n01:02.250 --> 01:04.000 align:start\n<v Roger>Hello\n\n100:00:00.000 --> 100:00:01.000\nLate";
    expect(subtitleCues(file)).toEqual([
      { text: "Hello", start_time: 62.25, end_time: 64 },
      { text: "Late", start_time: 360_000, end_time: 360_001 },
    ]);
  });

  test("of a cue that ends before it starts, and of other texts, are none", () => {
    expect(subtitleCues("00:00:02,000 --> 00:00:01,000\nWrong")).toEqual([]);
    expect(subtitleCues('[{"text": "Hello"}]')).toEqual([]);
  });

  test.each(["srt", "vtt"] as const)("that the service writes as %s are read", (format) => {
    const transcript: Transcript = ["Ask", "not", "a", "&", "why"].map((text, index) => ({
      ...{ text, type: "word", startSeconds: index, endSeconds: index + 1, confidence: 1 },
      ...{ important: false, emoji: null },
    }));
    const cues = subtitleCues(subtitleFile(transcript, "en", format));
    expect(cues.map(({ text }) => text).join(" ")).toBe("Ask not a & why");
    expect([cues[0]?.start_time, cues.at(-1)?.end_time]).toEqual([0, 5]);
  });
});
