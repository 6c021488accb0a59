import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { frame, openStudio, probe } from "./output-file.ts";

const studio = openStudio();
const folder = mkdtempSync(join(tmpdir(), "capstack-hard-sources-"));
afterAll(() => {
  studio.close();
  rmSync(folder, { recursive: true, force: true });
});

const [width, height] = [320, 180];
const ffmpeg = (...args: string[]): void => {
  execFileSync("ffmpeg", ["-v", "error", "-y", ...args]);
};
const x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p"];

/** A red, green, blue and yellow quarter: top left, top right, bottom left, bottom right. */
const quarters = [
  `color=red:s=${width}x${height}:r=30:d=0.5,format=gbrp`,
  `drawbox=x=${width / 2}:y=0:w=${width / 2}:h=${height / 2}:color=0x00FF00:t=fill`,
  `drawbox=x=0:y=${height / 2}:w=${width / 2}:h=${height / 2}:color=blue:t=fill`,
  `drawbox=x=${width / 2}:y=${height / 2}:w=${width / 2}:h=${height / 2}:color=yellow:t=fill`,
].join(",");

/** Writes a display matrix into the track header. Source: ISO/IEC 14496-12, 8.3.2: 16.16 numbers from byte 40 on. */
const withMatrix = (path: string, [a, b, c, d]: readonly [number, number, number, number]): string => {
  const bytes = readFileSync(path);
  const matrix = bytes.indexOf("tkhd") + 4 + 40;
  for (const [index, value] of [a, b, 0, c, d, 0].entries())
    bytes.writeInt32BE(Math.round(value * 65_536), matrix + 4 * index);
  const to = `${path}.${a}-${b}-${c}-${d}.mp4`;
  writeFileSync(to, bytes);
  return to;
};

/** The first letters of the quarters' colors, in reading order. */
const seen = (path: string, size: { width: number; height: number }, index = 5): string => {
  const pixels = frame(path, index);
  const nearest = (at: number): string => {
    const [r = 0, g = 0, b = 0] = pixels.subarray(at, at + 3);
    const named = { R: [255, 0, 0], G: [0, 255, 0], B: [0, 0, 255], Y: [255, 255, 0], black: [0, 0, 0] };
    const distance = ([x = 0, y = 0, z = 0]: number[]) => Math.abs(x - r) + Math.abs(y - g) + Math.abs(z - b);
    return Object.entries(named).sort(([, p], [, q]) => distance(p) - distance(q))[0]?.[0] ?? "";
  };
  return [1, 7]
    .flatMap((row) => [1, 7].map((column) => [row, column] as const))
    .map(([row, column]) => {
      const y = Math.floor((size.height * row) / 8);
      return nearest(3 * (y * size.width + Math.floor((size.width * column) / 8)));
    })
    .join("");
};

describe("a display matrix", () => {
  const turn = (degrees: number) => {
    const [c, s] = [Math.cos((degrees * Math.PI) / 180), Math.sin((degrees * Math.PI) / 180)];
    return [c, s, -s, c] as const;
  };
  const stored = join(folder, "quarters.mp4");

  test.each([
    ["a quarter turn", turn(90), "BRYG", true],
    ["a mirror", [-1, 0, 0, 1], "GRYB", false],
    ["a mirrored quarter turn", [0, 1, 1, 0], "RBGY", true],
    // Other angles than multiples of 90° are mistakes: rounded, without black corners.
    ["31 degrees", turn(31), "RGBY", false],
    ["88 degrees", turn(88), "BRYG", true],
  ] as const)("%s", async (_name, matrix, quartersSeen, isTurned) => {
    ffmpeg("-f", "lavfi", "-i", quarters, ...x264, stored);
    const video = await studio.render({ source: withMatrix(stored, matrix) });
    const size = isTurned ? { width: height, height: width } : { width, height };
    expect(video).toMatchObject(size);
    expect(seen(video.path, size)).toBe(quartersSeen);
    expect(probe(video.path).streams[0]?.side_data_list).toBeUndefined();
  });
});

test("a video whose frame size changes keeps its timing and is shown uncropped", async () => {
  const parts = ["320x180", "640x360"].map((size) => {
    const path = join(folder, `${size}.h264`);
    ffmpeg("-f", "lavfi", "-i", `${quarters},scale=${size}`, ...x264, "-bsf:v", "dump_extra", path);
    return path;
  });
  const stream = join(folder, "both.h264");
  writeFileSync(stream, Buffer.concat(parts.map((path) => readFileSync(path))));
  const source = join(folder, "both.mp4");
  ffmpeg("-r", "30", "-i", stream, "-c", "copy", source);
  const video = await studio.render({ source });
  expect(video).toMatchObject({ width, height, frames: 30 });
  expect(seen(video.path, { width, height }, 25)).toBe("RGBY");
});

test("the tracks of a recorder are mixed", async () => {
  const source = join(folder, "tracks.mov");
  const voice = "aevalsrc='0|0|0|0|0|0|0|0|0|0|0|0.5*sin(2*PI*440*t)|0|0|0|0:d=0.5':c=16c";
  ffmpeg("-f", "lavfi", "-i", quarters, "-f", "lavfi", "-i", voice, ...x264, "-c:a", "pcm_s16le", source);
  const video = await studio.render({ source });
  expect(probe(video.path).streams[1]).toMatchObject({ codec_name: "aac", channels: 1 });
});
