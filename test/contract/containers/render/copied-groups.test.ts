import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import type { ExportSettings } from "../../../../core/settings/render-settings.ts";
import { word } from "../../../unit/core/captions/words.ts";
import { runPyav } from "../../pyav.ts";
import { openStudio } from "./output-file.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-copies-test-"));
const studio = openStudio();
afterAll(() => {
  studio.close();
  rmSync(folder, { recursive: true, force: true });
});

const bt709 = "setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709";
/** B-frames as references, and an IDR frame every second. */
const closed = ["-preset", "fast", "-g", "30", "-keyint_min", "30", "-bf", "3"];

/** A video of ten seconds with audio. */
const made = (name: string, x264: readonly string[]): string => {
  const path = join(folder, name);
  execFileSync("ffmpeg", [
    ...["-v", "error", "-f", "lavfi", "-i", `testsrc2=s=320x180:r=30:d=10,format=yuv420p,${bt709}`],
    ...["-f", "lavfi", "-i", "sine=d=10", "-c:a", "aac", "-c:v", "libx264", ...x264, path],
  ]);
  return path;
};

/** Words in the first seconds and in the last ones. */
const transcript = [0.4, 1.1, 1.8, 7.3, 8.4, 9.3].map((at, index) => word(`word${index}.`, at, at + 0.5));
/** Frames of the groups that no word touches. */
const [firstCopied, endCopied] = [90, 210];

const lines = (...args: string[]): string[] =>
  execFileSync("ffmpeg", ["-v", "warning", ...args, "-"], { encoding: "utf8" })
    .split("\n")
    .filter((line) => line !== "" && !line.startsWith("#"));

/** Timestamps and digests of the decoded frames. */
const decoded = (path: string) =>
  lines("-i", path, "-map", "0:v", "-fps_mode", "passthrough", "-f", "framemd5").map((line) => {
    const fields = line.split(",").map((field) => field.trim());
    return { time: Number(fields[2]), duration: Number(fields[3]), digest: fields[5] };
  });

const audioDigest = (path: string): string[] => lines("-i", path, "-map", "0:a", "-c", "copy", "-f", "md5");

const render = (source: string, settings: ExportSettings = {}) =>
  studio.render({ source, transcript, settings });

describe("frame groups without captions", () => {
  const source = made("closed.mp4", closed);
  const ofSource = decoded(source);

  test.each(["ultraFast", "standard"] as const)("are those of the source at speed %s", async (speed) => {
    const { path, copiedFrames } = await render(source, { speed });
    expect(copiedFrames).toBe(endCopied - firstCopied);
    const frames = decoded(path);
    const isEqual = frames.map(({ digest }, index) => digest === ofSource[index]?.digest);
    expect(isEqual.slice(firstCopied, endCopied)).not.toContain(false);
    expect(isEqual.slice(0, firstCopied)).toContain(false);
    expect(isEqual.slice(endCopied)).toContain(false);
    const [{ duration } = { duration: 0 }] = frames;
    expect(frames.map(({ time }) => time)).toEqual(frames.map((_, index) => index * duration));
    expect(audioDigest(path)).toEqual(audioDigest(source));
  });

  test("have their times in another reader, which decodes every frame", async () => {
    const { path } = await render(source);
    const { streams } = JSON.parse(await runPyav(["test/contract/containers/render/readers/pyav.py", path]));
    const times = ofSource.map((_, index) => index / 30);
    expect(streams[0].times).toHaveLength(times.length);
    for (const [index, time] of times.entries()) expect(streams[0].times[index]).toBeCloseTo(time, 6);
  });

  test("are the whole video where there is no caption", async () => {
    const { path, copiedFrames } = await studio.render({ source });
    expect(copiedFrames).toBe(300);
    expect(decoded(path).map(({ digest }) => digest)).toEqual(ofSource.map(({ digest }) => digest));
  });

  test.each<[string, readonly string[], ExportSettings]>([
    ["open groups", [...closed, "-x264-params", "open-gop=1:b-adapt=0"], {}],
    ["a missing frame", [...closed, "-vf", "setpts=PTS+gt(N\\,100)/30/TB", "-fps_mode", "vfr"], {}],
    [
      "a rotation in the stream's messages",
      [...closed, "-bsf:v", "h264_metadata=display_orientation=insert:rotate=0"],
      {},
    ],
    ["parameter sets within samples", [...closed, "-x264-params", "repeat-headers=1"], {}],
    ["fragments", [...closed, "-movflags", "frag_keyframe+empty_moov"], {}],
    ["another rate than the output", closed, { fps: 60 }],
    ["another size than the output", closed, { width: 160 }],
  ])("are encoded for a source with %s", async (name, x264, settings) => {
    const { copiedFrames } = await render(made(`${name.replaceAll(/\W/g, "-")}.mp4`, x264), settings);
    expect(copiedFrames).toBe(0);
  });

  test("are encoded in a cut video", async () => {
    const kept = [{ startFrame: 0, endFrame: 290 }];
    const cuts = { fps: { num: 30, den: 1 }, kept };
    expect(await studio.render({ source, transcript, cuts })).toMatchObject({ copiedFrames: 0, frames: 290 });
  });
});
