import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import { createFaceFinder } from "../../../../containers/render/face-finder.ts";
import { renderTask } from "../../../../containers/render/render-task.ts";
import type { FaceBox } from "../../../../core/reframe/face.ts";
import type { RenderJob } from "../../../../core/render-plan/render-job.ts";
import { findTemplate } from "../../../../core/templates/catalog.ts";
import { spoken } from "../../../unit/core/captions/words.ts";
import { media } from "./output-file.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-faces-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** Makes a video of 2 s of a man in front of a camera. */
const portrait = (name: string, filters: string): string => {
  const path = join(folder, name);
  const input = ["-i", media("video/st_awesome_widescreen.mov"), "-t", "2"];
  const encoder = ["-c:v", "libx264", "-preset", "ultrafast", "-pix_fmt", "yuv420p", "-an"];
  execFileSync("ffmpeg", ["-v", "error", ...input, "-vf", `${filters},fps=25`, ...encoder, path]);
  return path;
};

const render = async (source: string, changes: Partial<RenderJob>): Promise<string> => {
  const template = findTemplate("Boxed");
  if (!template) throw new Error("no template");
  const output = join(folder, `output-${Math.random()}.mp4`);
  const job: RenderJob = {
    ...{ taskId: "task", sourceKey: "source", outputKey: "output", media: await probeMedia(source) },
    ...{
      transcript: spoken(..."these words keep off his face".split(" ")),
      language: "en",
      template,
      renderOptions: {},
    },
    ...{ exportSettings: {}, brolls: [], segments: [] },
    ...changes,
  };
  const deps = {
    readJob: async () => job,
    download: async (_: string, path: string) => copyFileSync(source, path),
    downloadFont: async () => {},
    upload: async (_: string, path: string) => copyFileSync(path, output),
    reportProgress: () => {},
  };
  await renderTask("job", deps, new AbortController().signal);
  return output;
};

/** Returns the frames of a file in small, 5 per second. */
const framesOf = (file: string, width: number, height: number): Buffer[] => {
  const scaled = ["-vf", `fps=5,scale=${width}:${height},format=rgb24`, "-f", "rawvideo", "-"];
  const bytes = execFileSync("ffmpeg", ["-v", "error", "-i", file, ...scaled], { maxBuffer: 2 ** 28 });
  const size = 3 * width * height;
  return Array.from({ length: bytes.length / size }, (_, index) =>
    bytes.subarray(index * size, (index + 1) * size),
  );
};

const facesOf = async (file: string, width: number, height: number): Promise<FaceBox[]> => {
  const finder = await createFaceFinder();
  const faces: FaceBox[] = [];
  for (const frame of framesOf(file, width, height))
    faces.push(...(await finder.find(frame, { width, height })).slice(0, 1));
  await finder.close();
  return faces;
};

describe("captions with top auto", () => {
  // The face fills the lower two thirds of the frame, where templates place captions.
  const low = portrait("low.mp4", "crop=320:120:0:0,pad=320:180:0:60");
  /** The share of frames with a face that the finder still sees in the output. */
  const shareWithFace = async (top: number | "auto" | undefined): Promise<number> => {
    const styleOptions = { ...(top === undefined ? {} : { top }), fontSize: 50 };
    const output = await render(low, { renderOptions: { styleOptions } });
    const differing = framesOf(output, 256, 144).map((frame, index) => {
      const original = framesOf(low, 256, 144)[index] ?? frame;
      // The face is in columns 96 to 164 and rows 60 to 116.
      let changed = 0;
      for (let y = 60; y < 116; y += 1)
        for (let x = 96; x < 164; x += 1) {
          const pixel = 3 * (256 * y + x);
          if (Math.abs((frame[pixel] ?? 0) - (original[pixel] ?? 0)) > 60) changed += 1;
        }
      return changed / (56 * 68);
    });
    return differing.filter((share) => share > 0.03).length / differing.length;
  };

  test("keep off a face that the template's height covers", async () => {
    expect(await shareWithFace(undefined)).toBeGreaterThan(0.5);
    expect(await shareWithFace("auto")).toBe(0);
  });
});

test("a crop that follows the speaker has the whole face in every frame, where one of the middle has not", async () => {
  const aside = portrait("aside.mp4", "crop=240:180:60:0,pad=480:180:0:0");
  const shape = { aspectRatio: "9:16" as const };
  const inside = (faces: FaceBox[]): number =>
    faces.filter(({ x, width }) => x - width / 2 > -0.02 && x + width / 2 < 1.02).length;
  const followed = await render(aside, {
    exportSettings: { ...shape, fitPosition: "speaker" },
    ...{ reframe: "speaker", transcript: [] },
  });
  const faces = await facesOf(followed, 144, 256);
  expect(faces.length).toBeGreaterThanOrEqual(9);
  expect(inside(faces)).toBe(faces.length);
  const centered = await render(aside, { exportSettings: shape, transcript: [] });
  expect(inside(await facesOf(centered, 144, 256))).toBeLessThan(5);
});
