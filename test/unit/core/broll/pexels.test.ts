import { describe, expect, test } from "@jest/globals";
import type { BrollQuery } from "../../../../core/broll/broll-library.ts";
import { pexelsCandidates, pexelsLocale, pexelsQueries } from "../../../../core/broll/pexels.ts";
import { sentencesOf } from "../../../../core/transcript/sentences.ts";
import { transcriptOfText } from "../annotation/transcript-of-text.ts";

const queryFor = (text: string, language: string): BrollQuery => ({
  words: sentencesOf(transcriptOfText(text, language), language)
    .flat()
    .filter((word) => !word.isStopWord),
  text,
  language,
  frame: { width: 1080, height: 1920 },
  minSeconds: 2,
});
const file = (width: number | null, height: number | null, file_type = "video/mp4") => ({
  file_type,
  width,
  height,
  link: `https://videos.example/${width}x${height}`,
});
const video = (...video_files: ReturnType<typeof file>[]) => ({
  id: 7,
  url: "https://www.pexels.com/video/7/",
  duration: 11,
  user: { name: "Ana", url: "https://www.pexels.com/@ana" },
  video_files,
});

describe("a Pexels search", () => {
  test("uses the language of the transcript if Pexels supports it", () => {
    expect(["en", "pt", "zh", "yue", "nn", "sw", null].map((code) => pexelsLocale(code))).toEqual([
      ...["en-US", "pt-BR", "zh-CN", "zh-CN", "nb-NO"],
      ...[null, null],
    ]);
    expect(pexelsQueries(queryFor("mbwa mkubwa anakimbia", "sw"))).toEqual([]);
  });

  test("uses the spoken language if Pexels does not support the captions' language", () => {
    const spoken = queryFor("perros y flores", "es");
    expect(pexelsQueries({ ...queryFor("mbwa na maua", "sw"), originalSpeech: spoken })).toEqual([
      "perros",
      "flores",
    ]);
    expect(pexelsQueries({ ...queryFor("dogs and flowers", "en"), originalSpeech: spoken })).toEqual([
      "dogs",
      "flowers",
    ]);
  });

  test("excludes names and numbers", () => {
    expect(pexelsQueries(queryFor("When Maria spent $3,000 on elephants and flowers", "en"))).toEqual([
      "spent",
      "elephants",
    ]);
  });
});

describe("the file of a Pexels video", () => {
  const frame = { width: 1080, height: 1920 };
  test.each([
    ["the smallest that fills the frame", [file(2160, 3840), file(540, 960), file(1080, 1920)], "1080x1920"],
    ["else the largest", [file(360, 640), file(540, 960)], "540x960"],
    [
      "no stream, nothing without a size",
      [file(null, null, "application/vnd.apple.mpegurl"), file(640, 360)],
      "640x360",
    ],
  ])("is %s", (_, files, found) => {
    expect(pexelsCandidates([video(...files)], "dogs", frame)).toEqual([
      {
        id: "pexels:7",
        url: `https://videos.example/${found}`,
        durationSeconds: 11,
        keyword: "dogs",
        attribution: {
          source: "Pexels",
          author: "Ana",
          authorUrl: "https://www.pexels.com/@ana",
          pageUrl: "https://www.pexels.com/video/7/",
        },
      },
    ]);
  });
  test("is required for a candidate", () => {
    expect(pexelsCandidates([video()], "dogs", frame)).toEqual([]);
  });
});
