import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { exactFrameRate } from "../../../../core/time/frame-rate.ts";
import type { Rational } from "../../../../core/time/rational.ts";
import { makeCounter, readCounter } from "./counter.ts";
import { audioDigest, openStudio } from "./output-file.ts";

const studio = openStudio();
const folder = mkdtempSync(join(tmpdir(), "capstack-clock-test-"));
afterAll(() => {
  studio.close();
  rmSync(folder, { recursive: true, force: true });
});

interface FrameTimes {
  /** Timestamps in order of presentation. */
  ticks: number[];
  timeBase: Rational;
  frameRate: string;
  /** The earlier start of video and audio, in seconds. */
  zero: number;
}

const frameTimes = (path: string): FrameTimes => {
  const entries = "packet=pts:stream=time_base,r_frame_rate:format=start_time";
  const text = execFileSync(
    "ffprobe",
    ["-v", "error", "-select_streams", "v", "-show_entries", entries, "-of", "json", path],
    { encoding: "utf8", maxBuffer: 2 ** 26 },
  );
  const { packets, streams, format } = JSON.parse(text) as {
    packets: { pts: number }[];
    streams: { time_base: string; r_frame_rate: string }[];
    format: { start_time: string };
  };
  const [num = 0, den = 1] = (streams[0]?.time_base ?? "").split("/").map(Number);
  const ticks = packets.map(({ pts }) => pts).sort((one, other) => one - other);
  return {
    ticks,
    timeBase: { num, den },
    frameRate: streams[0]?.r_frame_rate ?? "",
    zero: Number(format.start_time),
  };
};

/** The expected source frame of each output frame: the last one whose time, rounded to frames, is not later. */
const expectedFrames = (seconds: readonly number[], rate: Rational, frames: number): number[] => {
  let image = 0;
  return Array.from({ length: frames }, (_, frame) => {
    // A microsecond, because timestamps of a source are rounded to its ticks.
    while (
      Math.round((((seconds[image + 1] ?? Number.POSITIVE_INFINITY) + 1e-6) * rate.num) / rate.den) <= frame
    )
      image++;
    return image;
  });
};

const changing = ["-fps_mode", "vfr", "-enc_time_base", "1/90000"];

describe.each<[string, { fps: string; frames: number; more?: string[]; container?: string }]>([
  ["12", { fps: "12", frames: 25 }],
  ["23.976", { fps: "24000/1001", frames: 48 }],
  ["25 in another container", { fps: "25", frames: 51, container: "mov" }],
  ["29.97", { fps: "30000/1001", frames: 61 }],
  ["59.94 in milliseconds", { fps: "60000/1001", frames: 121, container: "mkv" }],
  ["120", { fps: "120", frames: 241 }],
  [
    "a telephone's wavering rate",
    { fps: "30", frames: 61, more: ["-vf", "setpts='(N/30+0.009*mod(N*7,11)/11)/TB'", ...changing] },
  ],
  [
    "nothing for two seconds",
    { fps: "30", frames: 120, more: ["-vf", "select='lt(t,1)+gte(t,3)'", ...changing] },
  ],
  [
    "a video stream that begins late",
    { fps: "30", frames: 60, more: ["-vf", "setpts=PTS+0.7/TB", ...changing] },
  ],
])("a source of %s", (name, { container = "mp4", ...counter }) => {
  const [num = 1, den = 1] = counter.fps.split("/").map(Number);
  const source = join(folder, `${name.replace(/\W/g, "-")}.${container}`);

  test.each([undefined, 23.976, 60])("at %p frames a second", async (fps) => {
    makeCounter(source, { ...counter, kind: "m", audio: true });
    const video = await studio.render({ source, settings: fps === undefined ? {} : { fps } });
    const rate = exactFrameRate(fps ?? 30);
    const written = frameTimes(video.path);
    expect(written.frameRate).toBe(`${rate.num}/${rate.den}`);
    expect(
      written.ticks.map(
        (ticks) => (ticks * written.timeBase.num * rate.num) / (written.timeBase.den * rate.den),
      ),
    ).toEqual(written.ticks.map((_, frame) => frame));
    const { ticks, timeBase, zero } = frameTimes(source);
    const seconds = ticks.map((tick) => (tick * timeBase.num) / timeBase.den - zero);
    const images = readCounter(source);
    expect(readCounter(video.path)).toEqual(
      expectedFrames(seconds, rate, video.frames).map((image) => images[image]),
    );
    const lasts = (seconds.at(-1) ?? 0) + den / num;
    expect(Math.abs(video.durationSeconds - lasts)).toBeLessThanOrEqual(rate.den / rate.num / 2 + 0.001);
    expect(audioDigest(video.path)).toBe(audioDigest(source));
  });
});
