import { describe, expect, test } from "@jest/globals";
import {
  brokenExportRules,
  captionsAvoidFaces,
  outputFollowsSpeaker,
} from "../../../../core/settings/export-rules.ts";
import type { ExportSettings } from "../../../../core/settings/render-settings.ts";

const transparent = { outputMode: "transparent", width: 1080, height: 1920 } as const;

describe("export rules", () => {
  test.each<[ExportSettings]>([
    [{}],
    [{ greenScreen: true }],
    [{ greenScreen: true, outputMode: "greenScreen" }],
    [{ greenScreen: false, outputMode: "transparent", width: 16, height: 16 }],
    [{ ...transparent, outputCodec: "vp9" }],
    [{ ...transparent, aspectRatio: "original" }],
    [{ width: 720 }],
    [{ width: 720, aspectRatio: "original" }],
    [{ aspectRatio: "9:16", fit: "contain", fitPosition: 0 }],
    [{ aspectRatio: "9:16", fitPosition: "speaker" }],
    [{ outputMode: "greenScreen", aspectRatio: "1:1" }],
  ])("accepts %j", (settings) => {
    expect(brokenExportRules(settings)).toEqual([]);
  });

  test.each<[ExportSettings, string[]]>([
    [{ outputCodec: "vp9" }, ["outputCodec"]],
    [{ greenScreen: true, outputCodec: "prores4444" }, ["outputCodec"]],
    [{ greenScreen: true, outputMode: "composited" }, ["greenScreen"]],
    [{ ...transparent, greenScreen: true }, ["greenScreen"]],
    [{ outputMode: "transparent" }, ["width", "height"]],
    [{ outputMode: "transparent", width: 100 }, ["height"]],
    [{ ...transparent, aspectRatio: "9:16" }, ["aspectRatio"]],
    [{ width: 100, aspectRatio: "9:16" }, ["width"]],
    [{ width: 100, height: 100, aspectRatio: "1:1" }, ["width", "height"]],
    [{ fit: "cover" }, ["fit"]],
    [{ fitPosition: "speaker" }, ["fitPosition"]],
    [{ fitPosition: 10, aspectRatio: "original" }, ["fitPosition"]],
    [{ ...transparent, fit: "contain" }, ["fit"]],
  ])("rejects %j by the rule of %j", (settings, fields) => {
    const broken = brokenExportRules(settings);
    expect(broken.map((sentence) => sentence.match(/^exportSettings\.(\w+) /)?.[1])).toEqual(fields);
  });
});

test.each<[ExportSettings, boolean]>([
  [{ aspectRatio: "9:16", fitPosition: "speaker" }, true],
  [{ aspectRatio: "9:16", fitPosition: 50 }, false],
  [{ aspectRatio: "9:16", fitPosition: "speaker", fit: "contain" }, false],
  [{ aspectRatio: "9:16", fitPosition: "speaker", outputMode: "greenScreen" }, false],
])("%j follows the speaker: %s", (settings, follows) => {
  expect(outputFollowsSpeaker(settings)).toBe(follows);
});

test.each([
  [{ styleOptions: { top: "auto" as const } }, {}, true],
  [{ styleOptions: { top: "auto" as const } }, { outputMode: "greenScreen" as const }, false],
  [{ styleOptions: { top: "auto" as const } }, { greenScreen: true }, false],
  [{ styleOptions: { top: 50 } }, {}, false],
  [{}, {}, false],
])("captions of %j in %j keep off faces: %j", (options, settings, avoid) => {
  expect(captionsAvoidFaces(options, settings)).toBe(avoid);
});
