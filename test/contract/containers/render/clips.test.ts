import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import { createFaceFinder } from "../../../../containers/render/face-finder.ts";
import { renderTask } from "../../../../containers/render/render-task.ts";
import { type ClipShape, clipExportSettings } from "../../../../core/clips/clip-media.ts";
import { type ClipCaptions, clipJob } from "../../../../core/clips/clip-plan.ts";
import type { RenderJob } from "../../../../core/render-plan/render-job.ts";
import { findTemplate } from "../../../../core/templates/catalog.ts";
import { word } from "../../../unit/core/captions/words.ts";
import { decode, media } from "./output-file.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-clips-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const template = findTemplate("Pop");
if (!template) throw new Error("no template");
const uncaptioned: ClipCaptions = { transcript: [], template, renderOptions: {} };
const words = [word("Lighthouses", 0.2, 0.7), word("have", 0.7, 0.9), word("stripes.", 0.9, 1.4)];
const description = { score: 70, reason: "Opens with its subject.", hook: "Lighthouses have stripes." };

/** Makes a video of 25 frames per second with a tone. */
const made = (name: string, graph: string): string => {
  const path = join(folder, name);
  const encoding = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-c:a", "aac"];
  execFileSync("ffmpeg", [
    ...["-v", "error", "-f", "lavfi", "-i", graph, "-f", "lavfi", "-i", "sine=d=4"],
    ...[...encoding, "-shortest", path],
  ]);
  return path;
};

/** Cuts the frames [startFrame, endFrame) out of a source. Returns the paths of what was uploaded, by key and in order. */
const cut = async (
  source: string,
  name: string,
  frames: { startFrame: number; endFrame: number },
  captions = uncaptioned,
  request: ClipShape & { hookTitle?: "hook" } = {},
): Promise<Map<string, string>> => {
  const info = await probeMedia(source);
  const plan = {
    fps: { num: 25, den: 1 },
    language: "en",
    clips: [{ ...frames, theme: "Stripes", description }],
  };
  return run(source, name, clipJob({ id: name, videoId: "video", request }, info, plan, 0, captions));
};

const run = async (source: string, name: string, job: RenderJob): Promise<Map<string, string>> => {
  const uploads = new Map<string, string>();
  await renderTask(
    "job",
    {
      readJob: async () => JSON.parse(JSON.stringify(job)),
      download: async (_, path) => copyFileSync(source, path),
      downloadFont: async () => {},
      upload: async (key, path) => {
        const kept = join(folder, `${name}-${uploads.size}`);
        copyFileSync(path, kept);
        uploads.set(key, kept);
      },
      reportProgress: () => {},
    },
    new AbortController().signal,
  );
  return uploads;
};

/** A man in front of a camera. */
const portrait = media("video/st_awesome_widescreen.mov");

describe("a clip", () => {
  test("of another shape follows a face, and has its still in that shape", async () => {
    // The face is in the left third: a crop of the middle would show half of it.
    const path = join(folder, "aside.mp4");
    const aside = "scale=320:180,crop=240:180:60:0,pad=480:180:0:0,fps=25,format=yuv420p";
    execFileSync("ffmpeg", [
      ...["-v", "error", "-i", portrait, "-f", "lavfi", "-i", "sine=d=1.2", "-map", "0:v", "-map", "1:a"],
      ...["-vf", aside, "-t", "1.2", "-c:v", "libx264", "-preset", "ultrafast", "-c:a", "aac", path],
    ]);
    const shape = { aspectRatio: "9:16" as const };
    const followed = await cut(path, "followed", { startFrame: 0, endFrame: 25 }, uncaptioned, shape);
    const centered = await cut(path, "centered", { startFrame: 0, endFrame: 25 }, uncaptioned, {
      ...shape,
      reframe: "center",
    });
    const [still, clip] = [...followed.values()];
    const finder = await createFaceFinder();
    const facesIn = (file: string) =>
      finder.find(decode(file, "rgb24", "scale=144:256,format=rgb24").subarray(0, 3 * 144 * 256), {
        width: 144,
        height: 256,
      });
    const [face] = await facesIn(clip ?? "");
    expect(face?.score).toBeGreaterThan(0.6);
    expect(Math.abs((face?.x ?? 0) - 0.5)).toBeLessThan(0.2);
    expect((await facesIn(still ?? ""))[0]?.score).toBeGreaterThan(0.6);
    expect(await facesIn([...centered.values()][1] ?? "")).toEqual([]);
    await finder.close();
  });

  test("has a still that is not the black frame at its start, published before the clip", async () => {
    const black = "color=black:s=160x90:r=25:d=1.6[a];testsrc2=s=160x90:r=25:d=2.4[b];[a][b]concat";
    const uploads = await cut(made("black.mp4", black), "still", { startFrame: 10, endFrame: 90 });
    expect([...uploads.keys()]).toEqual([
      "tasks/still/clips/thumbnail-1.jpg",
      "tasks/still/clips/clip-1.mp4",
    ]);
    const pixels = decode([...uploads.values()][0] ?? "", "gray", "null");
    expect(pixels.length).toBe(160 * 90);
    expect(pixels.reduce((sum, value) => sum + value, 0) / pixels.length).toBeGreaterThan(50);
  });

  test("has a title in its first seconds, and is otherwise unchanged", async () => {
    const source = made("title.mp4", "color=gray:s=180x320:r=25:d=4");
    const frames = { startFrame: 0, endFrame: 100 };
    const titled = await cut(source, "titled", frames, uncaptioned, { hookTitle: "hook" });
    const plain = await cut(source, "untitled", frames);
    const [own, other] = [
      titled.get("tasks/titled/clips/clip-1.mp4"),
      plain.get("tasks/untitled/clips/clip-1.mp4"),
    ].map((path) => decode(path ?? "", "gray", "null"));
    const whiteIn = (frame: number, fromRow: number, toRow: number): number =>
      own?.subarray(180 * (320 * frame + fromRow), 180 * (320 * frame + toRow)).filter((value) => value > 220)
        .length ?? 0;
    expect(own?.length).toBe(100 * 180 * 320);
    // Three seconds of 25 frames.
    for (const frame of [0, 40, 74]) {
      expect(whiteIn(frame, 44, 110)).toBeGreaterThan(500);
      expect(whiteIn(frame, 110, 320)).toBe(0);
    }
    const rest = own?.subarray(180 * 320 * 76) ?? Buffer.alloc(0);
    expect(whiteIn(76, 0, 320)).toBe(0);
    expect(rest.every((value, at) => Math.abs(value - (other?.[180 * 320 * 76 + at] ?? 0)) <= 3)).toBe(true);
  });

  test("has the captions of a captioning task with the same words, to the pixel", async () => {
    const source = made("gray.mp4", "color=gray:s=320x180:r=25:d=4");
    const frames = { startFrame: 25, endFrame: 75 };
    const captioned = await cut(source, "captioned", frames, { ...uncaptioned, transcript: words });
    const plain = await cut(source, "plain", frames);
    const plainClip = plain.get("tasks/plain/clips/clip-1.mp4") ?? "";
    const media = await probeMedia(plainClip);
    const task = await run(plainClip, "task", {
      ...{ taskId: "task", sourceKey: "source", outputKey: "captioned.mp4", media, template },
      ...{ transcript: words, language: "en", renderOptions: {}, brolls: [], segments: [] },
      exportSettings: clipExportSettings(media),
    });
    const [own, other] = [captioned.get("tasks/captioned/clips/clip-1.mp4"), task.get("captioned.mp4")].map(
      (path) => decode(path ?? "", "yuv420p", "null"),
    );
    expect(own?.length).toBe(50 * 320 * 180 * 1.5);
    expect(own?.equals(other ?? Buffer.alloc(0))).toBe(true);
    expect(own?.equals(decode(plainClip, "yuv420p", "null"))).toBe(false);
  });
});
