import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import type { ExportSettings } from "../../../../core/settings/render-settings.ts";
import { word } from "../../../unit/core/captions/words.ts";
import { sourceInHdr, sourceInStereo, sourceWithExtras } from "./marked-sources.ts";
import { alpha, openStudio } from "./output-file.ts";
import { expectConformingBoxes, expectDecodedByPyav, expectReadByMediabunny } from "./readers/conforming.ts";
import { readProresFrame } from "./readers/prores-frame.ts";
import { readWithPyav } from "./readers/readers.ts";

const studio = openStudio();
const folder = mkdtempSync(join(tmpdir(), "capstack-conformance-test-"));
const sources = { extras: "", hdr: "", stereo: "" };
beforeAll(() => {
  sources.extras = sourceWithExtras(folder);
  sources.hdr = sourceInHdr(folder);
  sources.stereo = sourceInStereo(folder);
});
afterAll(() => {
  studio.close();
  rmSync(folder, { recursive: true, force: true });
});

const transcript = [word("Every", 0.05, 0.2), word("player", 0.2, 0.35)];
const rendered = (source: string, settings: ExportSettings) =>
  studio.render({ source, transcript, settings });

/** `nclx` or `nclc` of BT.709, and of BT.601 with a transfer of BT.709. */
const bt709 = "6e636c7800010001000100";
const bt709QuickTime = "6e636c63000100010001";
const bt601 = "6e636c7800060001000600";

test("the sources contain streams and tags that outputs must not contain", async () => {
  const extras = await readWithPyav(sources.extras);
  expect(extras.chapters).toBe(1);
  expect(extras.metadata).toHaveProperty("artist", "Author of the source");
  const types = extras.streams.map(({ type }) => type);
  expect(new Set(types)).toEqual(new Set(["video", "audio", "subtitle", "data"]));
  expect(types.filter((type) => type === "video")).toHaveLength(2);
  expect(extras.streams[0]?.sideData).toEqual(expect.arrayContaining(["A53_CC", "DISPLAYMATRIX"]));
  expect((await readWithPyav(sources.hdr)).streams[0]?.sideData).toEqual(
    expect.arrayContaining(["MASTERING_DISPLAY_METADATA", "CONTENT_LIGHT_LEVEL"]),
  );
  expect((await readWithPyav(sources.stereo)).streams[0]?.sideData).toContain("STEREO3D");
});

describe("an MP4 file", () => {
  test.each<[string, keyof typeof sources, ExportSettings, number, boolean, string]>([
    [
      "with B-frames, from a source with extras",
      "extras",
      { speed: "standard", fps: 29.97 },
      30000 / 1001,
      true,
      bt601,
    ],
    ["from a source with extras, cropped", "extras", { aspectRatio: "1:1", fps: 24 }, 24, true, bt601],
    ["from HDR with PCM audio", "hdr", { fps: 25 }, 25, true, bt709],
    ["from stereoscopic frames without audio", "stereo", { fps: 60 }, 60, false, "6e636c7800060006000600"],
    ["with a green canvas", "stereo", { outputMode: "greenScreen" }, 30, false, bt709],
  ])("%s is read the same by independent readers", async (_, source, settings, rate, hasAudio, colr) => {
    const video = await rendered(sources[source], settings);
    const expected = { video, hasAudio, rate };
    expectConformingBoxes(expected, colr);
    const file = await expectReadByMediabunny(expected);
    expect(file.mimeType).toMatch(hasAudio ? /^video\/mp4; codecs="avc1\..*, mp4a\.40\.2"$/ : /"avc1\./);
    await expectDecodedByPyav(expected);
  });
});

const overlay = { outputMode: "transparent", width: 318, height: 182 } as const;

/** Positions and sizes of a file's packets. */
const packetRanges = (path: string): { position: number; size: number }[] =>
  execFileSync(
    "ffprobe",
    ["-v", "error", "-select_streams", "v", "-show_entries", "packet=pos,size", "-of", "json", path],
    { encoding: "utf8" },
  )
    .split("{")
    .slice(2)
    .map((packet) => ({
      position: Number(/"pos": "(\d+)"/.exec(packet)?.[1]),
      size: Number(/"size": "(\d+)"/.exec(packet)?.[1]),
    }));

describe("a ProRes 4444 file", () => {
  test("is a QuickTime file that independent readers read the same", async () => {
    const video = await rendered(sources.stereo, { ...overlay, fps: 30 });
    const expected = { video, hasAudio: false, rate: 30 };
    expectConformingBoxes(expected, bt709QuickTime);
    const file = await expectReadByMediabunny(expected);
    expect(file).toMatchObject({
      mimeType: 'video/quicktime; codecs="ap4h"',
      tracks: [{ video: { canBeTransparent: true } }],
    });
    expect(file.tracks[0]?.packets.every(({ isKey }) => isKey)).toBe(true);
    await expectDecodedByPyav(expected);
  });

  test("has frames with syntax and alpha as in SMPTE RDD 36", async () => {
    const { path, frames } = await rendered(sources.stereo, { ...overlay, fps: 30 });
    const bytes = readFileSync(path);
    const packets = packetRanges(path);
    expect(packets).toHaveLength(frames);
    for (const [index, { position, size }] of packets.entries()) {
      const { alpha: values, ...frame } = readProresFrame(bytes.subarray(position, position + size));
      expect(frame).toMatchObject({
        bitstreamVersion: 1,
        encoderIdentifier: "apl0",
        width: 318,
        height: 182,
        chromaFormat: 3,
        interlaceMode: 0,
        color: [1, 1, 1],
      });
      expect(values.equals(alpha(path, index))).toBe(true);
    }
  });
});

describe("a WebM file", () => {
  test("with VP9 and alpha is read identically by independent readers", async () => {
    const video = await rendered(sources.stereo, { ...overlay, outputCodec: "vp9", fps: 59.94 });
    const expected = { video, hasAudio: false, rate: 60000 / 1001 };
    const file = await expectReadByMediabunny(expected);
    expect(file.mimeType).toMatch(/^video\/webm; codecs="vp09\.00\./);
    expect(file.tracks[0]?.video).toMatchObject({
      canBeTransparent: true,
      color: { primaries: "bt709", transfer: "bt709", matrix: "bt709", fullRange: false },
    });
    // Every frame has alpha.
    expect(file.tracks[0]?.packets.every(({ alphaBytes }) => alphaBytes > 0)).toBe(true);
    await expectDecodedByPyav(expected);
  });
});
