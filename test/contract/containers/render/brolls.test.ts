import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import { brollFrameArguments, hasFrame } from "../../../../core/render-plan/broll-arguments.ts";
import { partsWithin } from "../../../../core/render-plan/broll-parts.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import { exactFrameRate } from "../../../../core/time/frame-rate.ts";
import { word } from "../../../unit/core/captions/words.ts";
import { mediaInfo, videoStream } from "../../../unit/core/render-plan/media.ts";
import { frameAt, makeCounter, readCounter } from "./counter.ts";
import { localBroll, ranged } from "./local-broll.ts";
import { audioDigest, decode, differences, frame, media, openStudio, probe } from "./output-file.ts";

const studio = openStudio();
const folder = mkdtempSync(join(tmpdir(), "capstack-broll-test-"));
afterAll(() => {
  studio.close();
  rmSync(folder, { recursive: true, force: true });
});

const [width, height] = [128, 72];
const at = (name: string): string => join(folder, name);
const clip = { fps: { num: 25, den: 1 }, frames: 50 };
makeCounter(at("clip.mp4"), { fps: "25", frames: clip.frames, kind: "b", audio: true });

describe("b-rolls in a video", () => {
  test.each([
    [23.976, "24000/1001"],
    [29.97, "30000/1001"],
    [60, "60"],
  ])("are shown at their frames and start with their first frame, at %d", async (fps, rate) => {
    const exact = exactFrameRate(fps);
    const frames = Math.round((6 * exact.num) / exact.den);
    makeCounter(at("main.mp4"), { fps: rate, frames, kind: "m", audio: true });
    const ranges = [ranged(0.5, 1.2), ranged(1.2, 1.5), ranged(2, 4.5), ranged(5, 9)];
    const renderedVideo = await studio.render({
      source: at("main.mp4"),
      settings: { fps },
      brolls: await Promise.all(ranges.map((range) => localBroll(at("clip.mp4"), range))),
    });
    const firstAt = (seconds: number): number => Math.ceil((seconds * exact.num) / exact.den - 1e-6);
    const expected = Array.from({ length: frames }, (_, index) => {
      const range = ranges.find(
        ({ startSeconds, endSeconds }) => index >= firstAt(startSeconds) && index < firstAt(endSeconds),
      );
      return range
        ? `b${frameAt(index - firstAt(range.startSeconds), exact, clip)}`
        : // Eight bars encode numbers to 255.
          `m${index % 256}`;
    });
    expect(readCounter(renderedVideo.path)).toEqual(expected);
    // The third is longer than its clip, the fourth than the video.
    expect(expected).toEqual(expect.arrayContaining(["b0", "b49", "m0"]));
    expect(audioDigest(renderedVideo.path)).toBe(audioDigest(at("main.mp4")));
    expect(probe(renderedVideo.path).streams[0]).toMatchObject({
      nb_read_packets: `${frames}`,
      r_frame_rate: rate.includes("/") ? rate : `${rate}/1`,
    });
  });

  test("can cover the whole video, below the captions", async () => {
    makeCounter(at("short.mp4"), { fps: "30", frames: 60, kind: "m" });
    const render = async (transcript: ReturnType<typeof word>[]) =>
      studio.render({
        source: at("short.mp4"),
        transcript,
        brolls: [await localBroll(at("clip.mp4"), ranged(0, 2))],
      });
    const renderedVideo = await render([]);
    expect(readCounter(renderedVideo.path).every((shown) => shown.startsWith("b"))).toBe(true);
    const captioned = await render([word("Hello", 0.5, 1)]);
    const changed = differences(captioned.path, renderedVideo.path).map((count) => count > 20);
    expect(changed).toEqual(Array.from({ length: 60 }, (_, index) => index >= 15 && index < 30));
  });

  test("are placed on the cut time line, and are the same in every segment", async () => {
    const fps = { num: 30, den: 1 };
    makeCounter(at("long.mp4"), { fps: "30", frames: 240, kind: "m", audio: true });
    const renderedVideo = {
      source: at("long.mp4"),
      cuts: {
        fps,
        kept: [
          { startFrame: 10, endFrame: 60 },
          { startFrame: 90, endFrame: 220 },
        ],
      },
      brolls: await Promise.all(
        [ranged(1, 2), ranged(2.5, 5)].map((range) => localBroll(at("clip.mp4"), range)),
      ),
    };
    const expected = Array.from({ length: 180 }, (_, index) => {
      if (index >= 30 && index < 60) return `b${frameAt(index - 30, fps, clip)}`;
      if (index >= 75 && index < 150) return `b${frameAt(index - 75, fps, clip)}`;
      return `m${index < 50 ? index + 10 : index + 40}`;
    });
    expect(readCounter((await studio.render(renderedVideo)).path)).toEqual(expected);
    const pieces: string[] = [];
    for (const [startFrame, endFrame] of [
      [0, 45],
      [45, 90],
      [90, 100],
      [100, 180],
    ] as const)
      pieces.push(
        ...readCounter((await studio.render({ ...renderedVideo, segment: { startFrame, endFrame } })).path),
      );
    expect(pieces).toEqual(expected);
  });

  test("also cover the blurred border of a contained frame", async () => {
    const renderedVideo = await studio.render({
      source: at("short.mp4"),
      settings: { aspectRatio: "9:16", fit: "contain" },
      brolls: [await localBroll(at("clip.mp4"), ranged(0.5, 1))],
    });
    const kinds = decode(renderedVideo.path, "yuv444p", "scale=8:16");
    const at8 = (index: number, row: number): number => kinds[index * 3 * 128 + 128 + row * 8 + 4] ?? 0;
    for (const row of [1, 8, 14]) {
      expect([14, 15, 29, 30].map((index) => at8(index, row) < 128)).toEqual([false, true, true, false]);
    }
    expect(renderedVideo.frames).toBe(60);
  });

  test("are not shown on a green canvas", async () => {
    const renderedVideo = await studio.render({
      source: at("short.mp4"),
      settings: { outputMode: "greenScreen" },
      brolls: [await localBroll(at("clip.mp4"), ranged(0, 2))],
    });
    const [r = 0, g = 0] = frame(renderedVideo.path, 30);
    expect([r < 10, g > 240]).toEqual([true, true]);
  });

  test("a clip that cannot be decoded or has no video fails with BrollUnavailable", async () => {
    const good = await localBroll(at("clip.mp4"), ranged(0, 1));
    writeFileSync(at("damaged.mp4"), "not a video");
    const audio = await localBroll(media("audio/ae_mono.mp3"), ranged(0, 1));
    for (const bad of [{ ...good, path: at("damaged.mp4") }, audio]) {
      const brolls = [good, { ...bad, startSeconds: 1, endSeconds: 2 }];
      await expect(studio.render({ source: at("short.mp4"), brolls })).rejects.toMatchObject({
        name: "BrollUnavailable",
        message: expect.stringContaining("b-roll 1 "),
      });
    }
  });
});

describe("a part that starts within its range", () => {
  test.each([
    ["25 in 29.97", "clip.mp4", 29.97],
    ["60 in 30", "sixty.mp4", 30],
    ["variable", media("video/sy_vfr.mp4"), 30],
  ])("has the same frames as the whole range: %s", async (_, name, fps) => {
    makeCounter(at("sixty.mp4"), { fps: "60", frames: 240, kind: "b", audio: true });
    const path = name.startsWith("/") ? name : at(name);
    const info = await probeMedia(path);
    if (!hasFrame(info)) throw new Error("no video stream");
    const small = mediaInfo({
      video: videoStream({ codedWidth: width, codedHeight: height }),
      durationSeconds: 4,
    });
    const plan = planOutput(small, { fps }, null, [ranged(0.25, 4)]);
    if (plan.mode !== "composited") throw new Error("no video stream");
    const framesOf = (startFrame: number, endFrame: number): Buffer => {
      const [part] = partsWithin(plan.brolls, { startFrame, endFrame });
      if (!part) throw new Error("no part");
      const args = brollFrameArguments(plan, part, info, path);
      return execFileSync("ffmpeg", ["-nostdin", "-v", "error", ...args], { maxBuffer: 2 ** 28 });
    };
    const size = (width * height * 3) / 2;
    const whole = framesOf(0, 110);
    expect(whole.length % size).toBe(0);
    for (const first of [20, 57, 90]) {
      const begins = Math.ceil(0.25 * fps);
      expect(framesOf(first, 110).equals(whole.subarray((first - begins) * size))).toBe(true);
    }
  });
});
