import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import type { LocalBroll } from "../../../../containers/render/broll-feed.ts";
import { type RenderedVideo, renderVideo } from "../../../../containers/render/render-video.ts";
import type { CutList } from "../../../../core/cuts/cut-list.ts";
import { outputExtensionOf } from "../../../../core/settings/output-mode.ts";
import type { ExportSettings, RenderOptions } from "../../../../core/settings/render-settings.ts";
import { findTemplate } from "../../../../core/templates/catalog.ts";
import type { FrameRange } from "../../../../core/time/frame-range.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";

export interface Rendering {
  source: string;
  transcript?: readonly WordEntry[];
  template?: string;
  language?: string;
  options?: RenderOptions;
  settings?: ExportSettings;
  brolls?: readonly LocalBroll[];
  cuts?: CutList | null;
  /** Frames of the video; absent: all. */
  segment?: FrameRange | null;
}

export interface Studio {
  /** Renders a file of test/media, or of an absolute path, and returns the result and its path. */
  render: (rendering: Rendering) => Promise<RenderedVideo & { path: string }>;
  close: () => void;
}

export const media = (path: string): string => resolve("test/media", path);

/** A separate folder for the videos of one test file. */
export const openStudio = (): Studio => {
  const folder = mkdtempSync(join(tmpdir(), "capstack-render-test-"));
  let videos = 0;
  return {
    async render({
      source,
      transcript = [],
      template = "Pop",
      language,
      options = {},
      settings = {},
      brolls = [],
      cuts = null,
      segment = null,
    }) {
      const found = findTemplate(template);
      if (!found) throw new Error(`no template ${template}`);
      const exportSettings: ExportSettings = { speed: "ultraFast", ...settings };
      const path = join(folder, `${videos++}.${outputExtensionOf(exportSettings)}`);
      const sourcePath = media(source);
      const video = await renderVideo(
        {
          media: await probeMedia(sourcePath),
          transcript: [...transcript],
          language: language ?? "en",
          template: found,
          renderOptions: options,
          exportSettings,
          brolls,
          cuts,
        },
        sourcePath,
        path,
        {},
        segment,
      );
      return { ...video, path };
    },
    close: () => rmSync(folder, { recursive: true, force: true }),
  };
};

/** Returns all frames as bytes of a pixel format, in sequence; `filters` precede the conversion. */
export const decode = (path: string, pixelFormat: string, filters: string): Buffer =>
  execFileSync(
    "ffmpeg",
    [
      ["-v", "error"],
      // The built-in VP9 decoder ignores alpha.
      path.endsWith(".webm") ? ["-c:v", "libvpx-vp9"] : [],
      ["-i", path, "-map", "0:v", "-vf", filters],
      ["-sws_flags", "accurate_rnd+full_chroma_int+bicubic", "-fps_mode", "passthrough"],
      ["-f", "rawvideo", "-pix_fmt", pixelFormat, "-"],
    ].flat(),
    { maxBuffer: 2 ** 30 },
  );

/** One frame, counted from 0, as R′G′B′ bytes. */
export const frame = (path: string, index: number): Buffer =>
  decode(path, "rgb24", `select=eq(n\\,${index}),format=rgb24`);

/** Alpha of one frame. */
export const alpha = (path: string, index: number): Buffer =>
  decode(path, "gray", `select=eq(n\\,${index}),alphaextract`);

/** Returns, for each frame, how many pixels of a small gray copy differ clearly from those of another video. */
export const differences = (path: string, other: string): number[] => {
  const [width, height] = [160, 90];
  const [a, b] = [path, other].map((video) => decode(video, "gray", `scale=${width}:${height}:flags=area`));
  if (!a || !b || a.length !== b.length) throw new Error("the videos have different numbers of frames");
  const counts: number[] = [];
  for (let at = 0; at < a.length; at += width * height) {
    let count = 0;
    for (let pixel = at; pixel < at + width * height; pixel++)
      if (Math.abs((a[pixel] ?? 0) - (b[pixel] ?? 0)) > 24) count++;
    counts.push(count);
  }
  return counts;
};

/** Returns the mean column of the pixels within `tolerance` of a color; null when there are fewer than 20. */
export const meanColumn = (
  rgb: Buffer,
  width: number,
  color: readonly [number, number, number],
  tolerance = 40,
): number | null => {
  let sum = 0;
  let count = 0;
  for (let at = 0; at < rgb.length; at += 3) {
    const isNear = color.every((value, channel) => Math.abs((rgb[at + channel] ?? 0) - value) <= tolerance);
    if (!isNear) continue;
    sum += (at / 3) % width;
    count++;
  }
  return count < 20 ? null : sum / count;
};

/** Returns the number of pixels within 3 of a color in every channel. */
export const pixelsOf = (rgb: Buffer, color: readonly [number, number, number]): number => {
  let count = 0;
  for (let at = 0; at < rgb.length; at += 3)
    if (color.every((value, channel) => Math.abs((rgb[at + channel] ?? 0) - value) <= 3)) count++;
  return count;
};

export interface ProbedVideo {
  streams: {
    codec_type: string;
    codec_name: string;
    pix_fmt?: string;
    width?: number;
    height?: number;
    nb_read_packets: string;
    start_time: string;
    r_frame_rate: string;
    color_space?: string;
    color_transfer?: string;
    color_range?: string;
    side_data_list?: unknown[];
    tags?: Record<string, string>;
  }[];
  format: { duration: string; tags?: Record<string, string> };
}

export const probe = (path: string): ProbedVideo =>
  JSON.parse(
    execFileSync(
      "ffprobe",
      ["-v", "error", "-count_packets", "-show_streams", "-show_format", "-of", "json", path],
      { encoding: "utf8" },
    ),
  ) as ProbedVideo;

/** Returns a digest of the audio's stored packets. */
export const audioDigest = (path: string): string =>
  execFileSync("ffmpeg", ["-v", "error", "-i", path, "-map", "0:a:0", "-c", "copy", "-f", "md5", "-"], {
    encoding: "utf8",
  });
