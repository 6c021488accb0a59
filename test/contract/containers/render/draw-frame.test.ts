import { execFileSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { S3Client } from "@aws-sdk/client-s3";
import { afterAll, describe, expect, test } from "@jest/globals";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import { downloadSpan } from "../../../../adapters/s3/partial-object.ts";
import { type DrawFrameDeps, drawFrame } from "../../../../containers/render/draw-frame.ts";
import type { FrameRequest } from "../../../../core/render-plan/frame-request.ts";
import type { ExportSettings } from "../../../../core/settings/render-settings.ts";
import { findTemplate } from "../../../../core/templates/catalog.ts";
import { spoken } from "../../../unit/core/captions/words.ts";
import { media } from "./output-file.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-frames-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A client of a bucket whose only object is a file. */
const fileClient = (path: string): S3Client => {
  const bytes = readFileSync(path);
  const send = async ({ input }: { input: { Range?: string } }) => {
    const [, start = 0, end = bytes.length - 1] = (/^bytes=(\d+)-(\d+)$/.exec(input.Range ?? "") ?? []).map(
      Number,
    );
    const part = bytes.subarray(start, Math.min(bytes.length, end + 1));
    return { ContentLength: part.length, ETag: "file", Body: [part] };
  };
  return { send } as unknown as S3Client;
};

/** Draws a frame of a file of which only a part is read, or the whole. Returns the image. */
const draw = async (
  source: string,
  { frame, settings = {}, isWhole = false }: { frame: number; settings?: ExportSettings; isWhole?: boolean },
): Promise<{ image: Buffer; readBytes: number; type: string }> => {
  const template = findTemplate("Boxed");
  if (!template) throw new Error("no template");
  const drawn = { image: Buffer.alloc(0), readBytes: 0, type: "" };
  const deps: DrawFrameDeps = {
    readTranscript: async () => spoken(..."these words are drawn".split(" ")),
    download: async () => expect("a whole source").toBe("not read"),
    downloadFont: async () => expect("a font").toBe("not read"),
    async downloadSpan(key, path, span) {
      if (isWhole) return copyFileSync(source, path);
      drawn.readBytes = await downloadSpan({ client: fileClient(source), bucket: "media", key }, path, span);
    },
    async upload(_, path, type) {
      Object.assign(drawn, { image: readFileSync(path), type });
    },
  };
  const request: FrameRequest = {
    job: {
      ...{ taskId: "task", sourceKey: "source", outputKey: "output", media: await probeMedia(source) },
      ...{ language: "en", template, renderOptions: {}, exportSettings: settings, brolls: [] },
    },
    ...{ transcriptRevision: 1, frame, imageKey: "image" },
  };
  await drawFrame(request, deps, new AbortController().signal);
  return drawn;
};

const make = (name: string, encoder: string[], seconds = 24): string => {
  const path = join(folder, name);
  const noise = `testsrc2=s=320x180:r=25:d=${seconds},noise=alls=60:allf=t`;
  const tone = ["-f", "lavfi", "-i", `sine=f=300:d=${seconds}`];
  execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", noise, ...tone, ...encoder, path]);
  return path;
};

const x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-bf", "2", "-g", "50", "-c:a", "aac"];

describe("one frame of an output", () => {
  const sources: [name: string, file: string, encoder: string[], maxShare: number][] = [
    ["of MP4 with the index at its end", "end.mp4", x264, 0.6],
    ["of MP4 with the index first", "first.mp4", [...x264, "-movflags", "+faststart"], 0.6],
    [
      "of MOV with Motion JPEG and PCM",
      "jpeg.mov",
      ["-c:v", "mjpeg", "-q:v", "5", "-pix_fmt", "yuvj420p", "-c:a", "pcm_s16le"],
      0.6,
    ],
    [
      "of fragmented MP4, read as a whole",
      "parts.mp4",
      [...x264, "-movflags", "+frag_keyframe+empty_moov"],
      1,
    ],
  ];
  test.each(sources)("%s is the same as of the whole file", async (_, name, encoder, maxShare) => {
    const source = make(name, encoder);
    const part = await draw(source, { frame: 25 * 18 });
    const whole = await draw(source, { frame: 25 * 18, isWhole: true });
    expect(part.image.equals(whole.image)).toBe(true);
    expect(part.readBytes).toBeLessThanOrEqual(maxShare * readFileSync(source).length);
    expect(part.type).toBe("image/jpeg");
  });

  test("shows its captions, and none where nothing is said", async () => {
    const source = join(folder, "black.mp4");
    const black = ["-f", "lavfi", "-i", "color=black:s=320x180:r=30:d=8", "-c:v", "libx264"];
    execFileSync("ffmpeg", ["-v", "error", ...black, source]);
    const brightest = async (frame: number): Promise<number> => {
      const path = join(folder, "still.jpg");
      const { image } = await draw(source, { frame });
      execFileSync("tee", [path], { input: image, stdio: ["pipe", "ignore", "inherit"] });
      const gray = ["-pix_fmt", "gray", "-f", "rawvideo", "-"];
      return Math.max(...execFileSync("ffmpeg", ["-v", "error", "-i", path, ...gray]));
    };
    expect(await brightest(3)).toBeGreaterThan(200);
    expect(await brightest(230)).toBeLessThan(40);
  });

  test("of a transparent output is a PNG with alpha, drawn without the source", async () => {
    const settings: ExportSettings = {
      outputMode: "transparent",
      outputCodec: "vp9",
      width: 320,
      height: 180,
    };
    const { image, type, readBytes } = await draw(media("video/ax_fragmented_captions.mp4"), {
      frame: 3,
      settings,
    });
    expect([type, readBytes, image.toString("latin1", 1, 4)]).toEqual(["image/png", 0, "PNG"]);
    // Color type 6 of IHDR is RGB with alpha.
    expect(image[25]).toBe(6);
  });
});
