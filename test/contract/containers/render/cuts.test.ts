import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { type CutList, keptFrames } from "../../../../core/cuts/cut-list.ts";
import { sampleOfFrame } from "../../../../core/cuts/splice.ts";
import type { FrameRange } from "../../../../core/time/frame-range.ts";
import type { Rational } from "../../../../core/time/rational.ts";
import { word } from "../../../unit/core/captions/words.ts";
import { decode, differences, openStudio, probe } from "./output-file.ts";

const studio = openStudio();
const folder = mkdtempSync(join(tmpdir(), "capstack-cuts-test-"));
afterAll(() => {
  studio.close();
  rmSync(folder, { recursive: true, force: true });
});

const [width, height, bits, bitWidth] = [160, 90, 12, 10] as const;
const rate = 48_000;

/**
 * A video whose frames contain their number: stripes are its bits. A beep over a low tone for a tenth of each second.
 */
const counting = (name: string, seconds: number): string => {
  const path = join(folder, name);
  const stripe = `255*mod(floor(N/pow(2,floor(X/${bitWidth}))),2)`;
  const frame = `nullsrc=s=${width}x${height}:r=30,format=gray,geq=lum='if(lt(X,${bits * bitWidth}),${stripe},0)'`;
  const audio = `aevalsrc='0.1*sin(2*PI*220*t)+0.6*lt(mod(t,1),0.1)*sin(2*PI*1000*t)':s=${rate}`;
  execFileSync("ffmpeg", [
    ...["-v", "error", "-f", "lavfi", "-i", frame, "-f", "lavfi", "-i", audio, "-t", String(seconds)],
    ...["-c:v", "libx264", "-preset", "ultrafast", "-crf", "10", "-pix_fmt", "yuv420p"],
    ...["-c:a", "aac", "-b:a", "192k", path],
  ]);
  return path;
};

const numbers = (path: string): number[] => {
  const pixels = decode(path, "gray", "null");
  const size = width * height;
  return Array.from({ length: pixels.length / size }, (_, index) => {
    const row = index * size + (height >> 1) * width;
    let number = 0;
    for (let bit = 0; bit < bits; bit++)
      if ((pixels[row + bit * bitWidth + 5] ?? 0) > 128) number += 2 ** bit;
    return number;
  });
};

const samples = (path: string): Float32Array => {
  const args = ["-v", "error", "-i", path, "-f", "f32le", "-ac", "1", "-ar", String(rate), "-"];
  const bytes = execFileSync("ffmpeg", args, { maxBuffer: 2 ** 30 });
  return new Float32Array(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
};

const framesOf = (kept: readonly FrameRange[]): number[] =>
  kept.flatMap(({ startFrame, endFrame }) =>
    Array.from({ length: endFrame - startFrame }, (_, index) => startFrame + index),
  );

/** The shift, in samples, at which a part of the cut audio is most similar to the source. */
const shiftOf = (cut: Float32Array, at: number, source: Float32Array, from: number): number => {
  let best = { shift: 0, error: Number.POSITIVE_INFINITY };
  for (let shift = -60; shift <= 60; shift++) {
    let error = 0;
    for (let index = 0; index < 5000; index += 3)
      error += ((cut[at + shift + index] ?? 0) - (source[from + index] ?? 0)) ** 2;
    if (error < best.error) best = { shift, error };
  }
  return best.shift;
};

const greatestStep = (audio: Float32Array): number => {
  let most = 0;
  for (let index = 1; index < audio.length; index++)
    most = Math.max(most, Math.abs((audio[index] ?? 0) - (audio[index - 1] ?? 0)));
  return most;
};

const hundred: CutList = {
  fps: { num: 30, den: 1 },
  kept: Array.from({ length: 101 }, (_, index) => ({
    startFrame: 5 + index * 9,
    endFrame: 9 + index * 9 + (index % 4),
  })),
};

describe("a hundred cuts", () => {
  let source: string;
  let video: { path: string; frames: number };
  beforeAll(async () => {
    source = counting("source.mp4", 32);
    video = await studio.render({ source, cuts: hundred });
  });

  test("keep the right frames", () => {
    expect(numbers(video.path)).toEqual(framesOf(hundred.kept));
  });

  test("leave audio and video equally long, and in sync to a millisecond up to the last cut", () => {
    const [audible, original] = [samples(video.path), samples(source)];
    let frames = 0;
    const shifts = hundred.kept.map(({ startFrame, endFrame }) => {
      const at = sampleOfFrame(frames, hundred.fps, rate);
      frames += endFrame - startFrame;
      return shiftOf(audible, at + 400, original, sampleOfFrame(startFrame, hundred.fps, rate) + 400);
    });
    expect(Math.max(...shifts.map(Math.abs))).toBeLessThanOrEqual(48);
    // The last packet of AAC may be longer than the video.
    expect(Math.abs(audible.length - sampleOfFrame(frames, hundred.fps, rate))).toBeLessThan(1024);
  });

  test("are free of clicks: no step between samples is much larger than those of the source", () => {
    expect(greatestStep(samples(video.path))).toBeLessThan(1.25 * greatestStep(samples(source)));
  });
});

describe("cuts of any video", () => {
  const scattered = (fps: Rational): CutList => ({
    fps,
    kept: Array.from({ length: 6 }, (_, index) => ({
      startFrame: 1 + index * 4,
      endFrame: 2 + index * 4 + (index % 3),
    })),
  });

  test.each<[string, number, Rational]>([
    ["sy_vfr.mp4", 30, { num: 30, den: 1 }],
    ["sy_hlg.mov", 25, { num: 25, den: 1 }],
    ["sy_rot90.mp4", 23.976, { num: 24_000, den: 1001 }],
    ["sy_noaudio.mp4", 59.94, { num: 60_000, den: 1001 }],
    ["sy_51_center.mp4", 30, { num: 30, den: 1 }],
    ["sy_video_longer.mp4", 12.5, { num: 25, den: 2 }],
    ["ax_edit_list_positive_shift.mp4", 120, { num: 120, den: 1 }],
    ["ax_sowt-with-video.mov", 30, { num: 30, den: 1 }],
  ])("%s at %d", async (name, fps, rational) => {
    const cuts = scattered(rational);
    const video = await studio.render({ source: `video/${name}`, cuts, settings: { fps } });
    const { streams } = probe(video.path);
    expect(video.frames).toBe(keptFrames(cuts.kept));
    expect(Number(streams[0]?.nb_read_packets)).toBe(video.frames);
    const codecs = name === "sy_noaudio.mp4" ? ["h264"] : ["h264", "aac"];
    expect(streams.map((stream) => stream.codec_name)).toEqual(codecs);
  });

  test("captions are at the words of the cut video, and all output modes have its duration", async () => {
    const cuts: CutList = {
      fps: { num: 30, den: 1 },
      kept: [
        { startFrame: 0, endFrame: 30 },
        { startFrame: 90, endFrame: 120 },
      ],
    };
    const rendering = { source: "video/sy_base.mp4", cuts, transcript: [word("hello", 1.2, 1.6)] };
    const without = await studio.render({ ...rendering, transcript: [] });
    const video = await studio.render(rendering);
    const changed = differences(video.path, without.path).map((count) => count > 20);
    expect(changed).toEqual(Array.from({ length: 60 }, (_, index) => index >= 36 && index < 48));
    for (const settings of [
      { outputMode: "greenScreen" },
      { outputMode: "transparent", width: 320, height: 180 },
      { aspectRatio: "1:1", fit: "contain" },
    ] as const)
      expect((await studio.render({ ...rendering, settings })).frames).toBe(60);
  });
});
