import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { withEntryBox } from "../../adapters/media/made-media.ts";
import { frame, openStudio } from "./output-file.ts";

const studio = openStudio();
const folder = mkdtempSync(join(tmpdir(), "capstack-fields-"));
afterAll(() => {
  studio.close();
  rmSync(folder, { recursive: true, force: true });
});

const x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-crf", "12", "-pix_fmt", "yuv420p"];
const encoded = (name: string, graph: string, ...encoder: string[]): string => {
  const path = join(folder, name);
  execFileSync("ffmpeg", ["-v", "error", "-y", "-f", "lavfi", "-i", graph, ...encoder, path]);
  return path;
};

/** Two fields per frame, the upper one first. Source: QuickTime File Format, field handling (`fiel`). */
const flaggedAsFields = (path: string, entry: string): string => {
  const flagged = path.replace(".", "-flagged.");
  writeFileSync(flagged, withEntryBox(entry, "0000000a6669656c0201")(readFileSync(path)));
  return flagged;
};

const psnr = (path: string, reference: string): number => {
  const graph = "[0:v][1:v]psnr=stats_file=-[out]";
  const args = [
    "-v",
    "error",
    "-i",
    path,
    "-i",
    reference,
    "-lavfi",
    graph,
    "-map",
    "[out]",
    "-f",
    "null",
    "-",
  ];
  const values = execFileSync("ffmpeg", args, { encoding: "utf8" }).matchAll(/psnr_avg:([\d.]+)/g);
  return Math.min(...[...values].map(([, value]) => Number(value)));
};

/** A bar that moves 8 pixels per frame: its edges are combed when interlaced, and smooth when deinterlaced. */
const movingBar = "color=black:s=160x120:r=50:d=0.4,format=gray,geq='255*between(X-4*N,0,39)'";

/** Mean difference of neighboring lines. */
const combing = (path: string): number => {
  const pixels = frame(path, 5);
  let sum = 0;
  for (let at = 3 * 160; at < pixels.length; at++)
    sum += Math.abs((pixels[at] ?? 0) - (pixels[at - 3 * 160] ?? 0));
  return sum / pixels.length;
};

describe("a video that its container declares as interlaced", () => {
  const settings = { fps: 25 } as const;

  test.each<[string, string, string[]]>([
    ["H.264", "avc1", x264],
    ["ProRes", "apcn", ["-c:v", "prores_ks", "-profile:v", "2", "-pix_fmt", "yuv422p10le"]],
  ])("keeps the detail of progressive frames: %s", async (name, entry, encoder) => {
    const source = encoded(`${name}.mov`, "testsrc2=s=320x240:r=25:d=0.4", ...encoder);
    const { path } = await studio.render({ source: flaggedAsFields(source, entry), settings });
    expect(psnr(path, source)).toBeGreaterThan(35);
  });

  test.each<[string, string[]]>([
    ["H.264", [...x264, "-flags", "+ildct+ilme", "-field_order", "tt"]],
    ["MPEG-4", ["-c:v", "mpeg4", "-q:v", "2", "-flags", "+ildct+ilme", "-field_order", "tt"]],
    ["Motion JPEG", ["-c:v", "mjpeg", "-q:v", "2", "-pix_fmt", "yuvj420p", "-field_order", "tt"]],
  ])("is deinterlaced when its frames consist of fields: %s", async (name, encoder) => {
    const graph = `${movingBar},interlace=scan=tff:lowpass=off`;
    const source = encoded(`${name}-fields.mov`, graph, ...encoder);
    expect(combing(source)).toBeGreaterThan(5);
    const { path } = await studio.render({ source, settings });
    expect(combing(path)).toBeLessThan(1.5);
  });

  test("has all frames if it was made by 3:2 pulldown", async () => {
    const pulled = "testsrc2=s=320x240:r=24000/1001:d=0.5,telecine";
    const source = encoded("telecine.mov", pulled, ...x264, "-flags", "+ildct+ilme", "-field_order", "tt");
    const { frames } = await studio.render({ source, settings: { fps: 29.97 } });
    expect(frames).toBe(15);
  });
});
