import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "@jest/globals";
import { decode, openStudio } from "./output-file.ts";

const studio = openStudio();
const folder = mkdtempSync(join(tmpdir(), "capstack-lip-sync-"));
afterAll(() => {
  studio.close();
  rmSync(folder, { recursive: true, force: true });
});

const [width, height] = [128, 72];
const sampleRate = 48_000;
const stored = join(folder, "stored.mp4");

/**
 * At each whole second the frame flashes and the audio beeps for a tenth of a second; includes B-frames and priming.
 */
beforeAll(() => {
  const isOn = "gte(t,0.9)*lt(mod(t+0.0005,1),0.1)";
  const frame = `color=black:s=${width}x${height}:r=30:d=4,drawbox=color=white:t=fill:enable='${isOn}'`;
  const audio = `aevalsrc='0.5*gte(t,0.9)*lt(mod(t,1),0.1)*sin(2*PI*1000*t)':s=${sampleRate}:d=4`;
  execFileSync("ffmpeg", [
    ...["-v", "error", "-f", "lavfi", "-i", frame, "-f", "lavfi", "-i", audio],
    ...["-c:v", "libx264", "-preset", "veryfast", "-bf", "2", "-pix_fmt", "yuv420p", "-c:a", "aac"],
    // The edit lists of the tests use milliseconds.
    ...["-movie_timescale", "1000", stored],
  ]);
});

/**
 * Moves the start of each track in its media, by seconds: ffmpeg writes one edit for each track, whose duration (in
 * milliseconds) and media time follow the version and the count. Source: ISO/IEC 14496-12, 8.6.6.
 */
const trimmed = (name: string, seconds: { frame: number; audio: number }): string => {
  const bytes = readFileSync(stored);
  const first = bytes.indexOf("elst") + 4;
  const second = bytes.indexOf("elst", first) + 4;
  const trim = (edit: number, by: number, ticksPerSecond: number): void => {
    bytes.writeUInt32BE(bytes.readUInt32BE(edit + 8) - Math.round(by * 1000), edit + 8);
    bytes.writeInt32BE(bytes.readInt32BE(edit + 12) + Math.round(by * ticksPerSecond), edit + 12);
  };
  trim(first, seconds.frame, 15_360);
  trim(second, seconds.audio, sampleRate);
  const path = join(folder, `${name}.mp4`);
  writeFileSync(path, bytes);
  return path;
};

/**
 * Replaces the edit of each track by two: seconds 0.5 to 2.3 and 2.7 to 3.9 of the media. The index is at the end of
 * the file, so boxes may grow; each of the three that contain the list grows by one entry of 12 bytes.
 */
const editedTwice = (): string => {
  let bytes = readFileSync(stored);
  const grow = (type: string, from: number): void => {
    const size = bytes.lastIndexOf(type, from) - 4;
    bytes.writeUInt32BE(bytes.readUInt32BE(size) + 12, size);
  };
  let from = bytes.indexOf("moov");
  for (const ticksPerSecond of [15_360, sampleRate]) {
    const list = bytes.indexOf("elst", from);
    const entries = list + 4 + 8;
    const begins = bytes.readInt32BE(entries + 4);
    for (const type of ["elst", "edts", "trak", "moov"]) grow(type, list);
    bytes.writeUInt32BE(2, list + 8);
    const added = Buffer.from(bytes.subarray(entries, entries + 12));
    for (const [entry, [start, length]] of [
      [bytes.subarray(entries), [0.5, 1.8]],
      [added, [2.7, 1.2]],
    ] as const) {
      entry.writeUInt32BE(length * 1000, 0);
      entry.writeInt32BE(begins + Math.round(start * ticksPerSecond), 4);
    }
    bytes = Buffer.concat([bytes.subarray(0, entries + 12), added, bytes.subarray(entries + 12)]);
    from = entries;
  }
  const path = join(folder, "edited-twice.mp4");
  writeFileSync(path, bytes);
  return path;
};

/** Returns the seconds at which an event starts, from `perSecond` values per second. */
const beginnings = (values: readonly number[], threshold: number, perSecond: number): number[] =>
  values.flatMap((value, index) =>
    value > threshold && (values[index - 1] ?? 0) <= threshold ? [index / perSecond] : [],
  );

const flashes = (path: string, fps: number): number[] => {
  const pixels = decode(path, "gray", "scale=1:1:flags=area");
  return beginnings([...pixels], 120, fps);
};

/** The maximum of each two milliseconds, two periods of the beep. */
const beeps = (path: string): number[] => {
  const audio = execFileSync(
    "ffmpeg",
    [
      ...["-v", "error", "-i", path, "-map", "0:a", "-af", "aresample=async=1:first_pts=0"],
      ...["-f", "s16le", "-ac", "1", "-ar", String(sampleRate), "-"],
    ],
    { maxBuffer: 2 ** 26 },
  );
  const step = sampleRate / 500;
  const loudest = Array.from({ length: Math.floor(audio.length / 2 / step) }, (_, index) => {
    let most = 0;
    for (let sample = 0; sample < step; sample++)
      most = Math.max(most, Math.abs(audio.readInt16LE(2 * (index * step + sample))));
    return most;
  });
  return beginnings(loudest, 8000, 500);
};

describe.each([
  ["as it was encoded", { frame: 0, audio: 0 }],
  ["video entered late", { frame: 0.4, audio: 0 }],
  ["sound entered in the middle of a packet", { frame: 0, audio: 0.413 }],
  ["both entered between key frames", { frame: 0.5, audio: 0.5 }],
] as const)("%s", (name, entered) => {
  const at = (by: number): number[] => [1, 2, 3].map((second) => second - by);

  test.each([30, 23.976])("is in sync at %d frames per second", async (fps) => {
    const video = await studio.render({ source: trimmed(name, entered), settings: { fps } });
    const exact = fps === 30 ? 30 : 24_000 / 1001;
    const seen = flashes(video.path, exact);
    const audible = beeps(video.path);
    expect(seen).toHaveLength(3);
    expect(audible).toHaveLength(3);
    for (const [index, second] of at(entered.frame).entries())
      expect(Math.abs((seen[index] ?? 0) - second)).toBeLessThan(1 / exact);
    for (const [index, second] of at(entered.audio).entries())
      expect(Math.abs((audible[index] ?? 0) - second)).toBeLessThan(0.01);
  });

  test("is in sync after a cut", async () => {
    const kept = [
      { startFrame: 0, endFrame: 10 },
      { startFrame: 39, endFrame: 90 },
    ];
    const cuts = { fps: { num: 30, den: 1 }, kept };
    const video = await studio.render({ source: trimmed(name, entered), cuts });
    const left = (seconds: number[]): number[] =>
      seconds.filter((second) => second > 1.4 && second < 2.9).map((second) => second - 29 / 30);
    const seen = flashes(video.path, 30).filter((second) => second > 0.45);
    const audible = beeps(video.path).filter((second) => second > 0.45);
    for (const [index, second] of left(at(entered.frame)).entries())
      expect(Math.abs((seen[index] ?? 0) - second)).toBeLessThan(1 / 30);
    for (const [index, second] of left(at(entered.audio)).entries())
      expect(Math.abs((audible[index] ?? 0) - second)).toBeLessThan(0.01);
  });
});

test("a part that an edit list removes is neither visible nor audible, and the rest is in sync", async () => {
  const video = await studio.render({ source: editedTwice() });
  expect(video.frames).toBe(90);
  const expected = [0.5, 1.5, 2.1];
  const [seen, audible] = [flashes(video.path, 30), beeps(video.path)];
  expect([seen.length, audible.length]).toEqual([3, 3]);
  for (const [index, second] of expected.entries()) {
    expect(Math.abs((seen[index] ?? 0) - second)).toBeLessThan(1 / 30 + 0.001);
    expect(Math.abs((audible[index] ?? 0) - second)).toBeLessThan(1 / 30);
  }
});

test("AAC with undecodable packets is re-encoded, and in sync after the damage", async () => {
  const bytes = readFileSync(stored);
  const damaged = join(folder, "damaged.mp4");
  const positions = execFileSync(
    "ffprobe",
    [
      ...["-v", "error", "-select_streams", "a", "-read_intervals", "1.4%+#3"],
      ...["-show_entries", "packet=pos,size", "-of", "json", stored],
    ],
    { encoding: "utf8" },
  );
  const { packets } = JSON.parse(positions) as { packets: { pos: string; size: string }[] };
  for (const { pos, size } of packets) bytes.fill(0xa5, Number(pos), Number(pos) + Number(size));
  writeFileSync(damaged, bytes);
  const video = await studio.render({ source: damaged });
  const audible = beeps(video.path);
  expect(audible).toHaveLength(3);
  for (const [index, second] of [1, 2, 3].entries())
    expect(Math.abs((audible[index] ?? 0) - second)).toBeLessThan(0.01);
  // Now every packet decodes.
  execFileSync("ffmpeg", ["-v", "error", "-xerror", "-i", video.path, "-map", "0:a", "-f", "null", "-"]);
});
