import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { openStudio } from "./output-file.ts";

const studio = openStudio();
const folder = mkdtempSync(join(tmpdir(), "capstack-timing-"));
afterAll(() => {
  studio.close();
  rmSync(folder, { recursive: true, force: true });
});

const ffmpeg = (...args: string[]): Buffer =>
  execFileSync("ffmpeg", ["-v", "error", "-y", ...args], { maxBuffer: 2 ** 26 });

/** The frames become white and a tone starts at this second of the streams. */
const onset = 0.8;
const flash = `color=black:s=64x64:r=25:d=1.6,format=gray,geq='255*gte(T,${onset})'`;
const tone = (rate: number): string => `aevalsrc='if(gte(t,${onset}),0.5*sin(2*PI*900*t),0)':s=${rate}:d=1.6`;
const x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "100", "-pix_fmt", "yuv420p"];

interface Source {
  rate?: number;
  audio?: string;
  /** Options before the inputs, with which a stream starts late. */
  videoInput?: string[];
  audioInput?: string[];
  output?: string[];
  extension?: string;
}

let files = 0;
const nextPath = (extension: string): string => join(folder, `${files++}.${extension}`);

const made = (source: Source): string => {
  const {
    rate = 48_000,
    audio = "aac",
    videoInput = [],
    audioInput = [],
    output = [],
    extension = "mp4",
  } = source;
  const path = nextPath(extension);
  const inputs = [...videoInput, "-f", "lavfi", "-i", flash, ...audioInput, "-f", "lavfi", "-i", tone(rate)];
  ffmpeg(...inputs, ...x264, "-c:a", audio, ...output, path);
  return path;
};

/** A copy of streams, as by editors that do not re-encode. */
const copied = (source: string, before: string[], extension = "mp4"): string => {
  const path = nextPath(extension);
  ffmpeg(...before, "-i", source, "-c", "copy", path);
  return path;
};

const late = (seconds: number): string[] => [
  ...["-output_ts_offset", String(seconds), "-avoid_negative_ts", "disabled"],
];

/** Returns the seconds at which an output becomes white and at which its tone starts. */
const onsets = (path: string): { video: number; audio: number } => {
  const gray = ["-vf", "fps=25:start_time=0,scale=1:1:flags=area,format=gray", "-f", "rawvideo", "-"];
  const frames = ffmpeg("-i", path, ...gray);
  const steady = ["-af", "aresample=48000:async=1:first_pts=0", "-ac", "1", "-f", "s16le", "-"];
  const bytes = ffmpeg("-i", path, "-map", "0:a", ...steady);
  const samples = new Int16Array(new Uint8Array(bytes).buffer);
  return {
    video: frames.findIndex((level) => level > 128) / 25,
    audio: samples.findIndex((sample) => Math.abs(sample) > 4000) / 48_000,
  };
};

describe("source and output have the same timing", () => {
  test.each<[string, () => string, { video: number; audio: number }]>([
    ["both streams 1.4 s late", () => made({ output: late(1.4), rate: 44_100 }), { video: 0.8, audio: 0.8 }],
    [
      "both streams 0.3 s late, AAC whose encoder delay is 46 ms",
      () => made({ output: late(0.3), rate: 22_050 }),
      { video: 0.8, audio: 0.8 },
    ],
    [
      "both streams 5 s late, fragmented",
      () => made({ output: [...late(5), "-movflags", "frag_keyframe+empty_moov"] }),
      { video: 0.8, audio: 0.8 },
    ],
    [
      "audio at 8 kHz, 0.35 s late",
      () => made({ audioInput: ["-itsoffset", "0.35"], rate: 8000 }),
      { video: 0.8, audio: 1.15 },
    ],
    [
      "video 0.32 s late, audio at 96 kHz without compression",
      () => made({ videoInput: ["-itsoffset", "0.32"], rate: 96_000, audio: "pcm_s24le", extension: "mov" }),
      { video: 1.12, audio: 0.8 },
    ],
    [
      "an odd time scale, both streams late",
      () => made({ output: ["-video_track_timescale", "30011", ...late(0.3)] }),
      { video: 0.8, audio: 0.8 },
    ],
    [
      "cut at 0.4 s between key frames without encoding",
      () => copied(made({}), ["-ss", "0.4"]),
      { video: 0.4, audio: 0.4 },
    ],
    [
      "late and cut, QuickTime",
      () => copied(made({ output: late(2), extension: "mov", audio: "pcm_s16le" }), ["-ss", "0.4"], "mov"),
      { video: 0.4, audio: 0.4 },
    ],
  ])("%s", async (_, sourceOf, expected) => {
    const { path } = await studio.render({ source: sourceOf(), settings: { fps: 25 } });
    const found = onsets(path);
    expect(Math.abs(found.video - expected.video)).toBeLessThan(0.041);
    expect(Math.abs(found.audio - expected.audio)).toBeLessThan(0.03);
    expect(Math.abs(found.audio - found.video - (expected.audio - expected.video))).toBeLessThan(0.03);
  });
});

/** A copy whose streams start at `seconds` by edit lists, and whose first key frame is not marked in the index. */
const withUnsyncedEdit = (source: string, seconds: number): string => {
  const bytes = readFileSync(source);
  // Source: ISO/IEC 14496-12, 8.6.2 (`stss`) and 8.6.6 (`elst`).
  const sync = bytes.indexOf("stss");
  bytes.writeUInt32BE(bytes.readUInt32BE(sync + 16), sync + 12);
  for (let at = bytes.indexOf("elst"); at >= 0; at = bytes.indexOf("elst", at + 4)) {
    const timescale = bytes.readUInt32BE(bytes.indexOf("mdhd", at) + 16);
    bytes.writeInt32BE(bytes.readInt32BE(at + 16) + Math.round(seconds * timescale), at + 16);
  }
  const path = nextPath("mp4");
  writeFileSync(path, bytes);
  return path;
};

test("the streams stay in sync with an edit list that no sync sample precedes", async () => {
  const source = withUnsyncedEdit(made({ output: ["-g", "10", "-movflags", "negative_cts_offsets"] }), 0.3);
  const { path, durationSeconds } = await studio.render({ source, settings: { fps: 25 } });
  const found = onsets(path);
  expect(durationSeconds).toBeCloseTo(1.3, 1);
  expect(Math.abs(found.video - 0.5)).toBeLessThan(0.041);
  expect(Math.abs(found.audio - 0.5)).toBeLessThan(0.03);
});

describe("PCM in MP4", () => {
  const decibels = (path: string): number => {
    const samples = new Int16Array(
      new Uint8Array(ffmpeg("-i", path, "-map", "0:a", "-ac", "1", "-f", "s16le", "-")).buffer,
    );
    return 10 * Math.log10(samples.reduce((sum, value) => sum + value * value, 1) / samples.length);
  };

  test.each(["pcm_s16be", "pcm_s24le", "pcm_s24be", "pcm_f32le", "pcm_f32be"])(
    "has the level of its source: %s",
    async (audio) => {
      const { path } = await studio.render({ source: made({ audio }), settings: { fps: 25 } });
      expect(
        Math.abs(decibels(path) - decibels(made({ audio: "pcm_s16le", extension: "mov" }))),
      ).toBeLessThan(1);
    },
  );
});
