import { execFileSync } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { startFfmpeg } from "../../../../adapters/media/ffmpeg.ts";
import { probeMedia } from "../../../../adapters/media/media-probe.ts";
import { feedCaptions, framesFrom } from "../../../../containers/render/caption-feed.ts";
import { joinSegments } from "../../../../containers/render/join-segments.ts";
import { type RenderVideoJob, renderVideo } from "../../../../containers/render/render-video.ts";
import { skia } from "../../../../containers/render/skia-backend.ts";
import type { CutList } from "../../../../core/cuts/cut-list.ts";
import { createCaptionTrack } from "../../../../core/drawing/caption-track.ts";
import { captionStyle } from "../../../../core/render-plan/caption-style.ts";
import { compositeArguments } from "../../../../core/render-plan/ffmpeg-arguments.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import { equalSegments, seekSeconds, segmentPlan } from "../../../../core/render-plan/segments.ts";
import type { ExportSettings } from "../../../../core/settings/render-settings.ts";
import { findTemplate } from "../../../../core/templates/catalog.ts";
import type { FrameRange } from "../../../../core/time/frame-range.ts";
import { word } from "../../../unit/core/captions/words.ts";
import { alpha, differences, media } from "./output-file.ts";
import { readWithPyav } from "./readers/readers.ts";

const folder = mkdtempSync(join(tmpdir(), "capstack-segments-test-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** One word every 0.7 s, so that segments start within captions, animations and pauses. */
const transcript = Array.from({ length: 40 }, (_, index) =>
  word(index % 5 === 4 ? "done." : `word${index}`, 0.3 + index * 0.7, 0.8 + index * 0.7),
);

/** The parts of a video of 14 s with every kind of dependency between frames. */
const made = (name: string, rate: string, ...more: string[]): string => {
  const path = join(folder, name);
  const graph = `testsrc2=s=320x180:r=${rate}:d=14,format=yuv420p`;
  const x264 = ["-c:v", "libx264", "-preset", "ultrafast", "-g", "48", "-bf", "5", "-refs", "4"];
  const openGop = ["-x264-params", "open-gop=1:b-adapt=0:scenecut=0"];
  const sine = ["-f", "lavfi", "-i", "sine=d=14", "-c:a", "aac", "-shortest"];
  execFileSync("ffmpeg", [
    "-v",
    "error",
    "-f",
    "lavfi",
    "-i",
    graph,
    ...sine,
    ...x264,
    ...openGop,
    ...more,
    path,
  ]);
  return path;
};

const jobOf = async (
  source: string,
  exportSettings: ExportSettings,
  cuts: CutList | null,
): Promise<RenderVideoJob> => {
  const template = findTemplate("Pop");
  if (!template) throw new Error("no template");
  const found = await probeMedia(source);
  return { media: found, transcript, language: "en", template, renderOptions: {}, exportSettings, cuts };
};

/** Digests of the composed frames with captions, as the encoder gets them, each after its timestamp. */
const composed = async (
  job: RenderVideoJob,
  source: string,
  segment: FrameRange | null,
): Promise<string[]> => {
  const whole = planOutput(job.media, job.exportSettings, job.cuts ?? null);
  const plan = segment ? segmentPlan(whole, segment) : whole;
  const style = captionStyle(job.template, {}, plan.canvas);
  const video = createCaptionTrack(skia, job.transcript, "en", style, whole, segment ?? undefined);
  if (!video.band) throw new Error("nothing is drawn");
  const args = compositeArguments(plan, source, video.band).slice(0, -3);
  const ffmpeg = startFfmpeg({ args: [...args, "-f", "framemd5", "pipe:1"], timeoutSeconds: 120 });
  const pieces: Buffer[] = [];
  ffmpeg.stdout.on("data", (piece: Buffer) => pieces.push(piece));
  await feedCaptions(video, video.band, plan, ffmpeg.stdin, framesFrom(segment?.startFrame ?? 0));
  await ffmpeg.done;
  const lines = Buffer.concat(pieces).toString().split("\n");
  const images = lines
    .filter((line) => line !== "" && !line.startsWith("#"))
    .map((line) => line.split(/,\s*/));
  expect(images.map(([, , pts]) => Number(pts))).toEqual(images.map((_, index) => index));
  return images.map((fields) => fields[5] ?? "");
};

const frameCountOf = ({ media: found, exportSettings, cuts }: RenderVideoJob): number =>
  planOutput(found, exportSettings, cuts ?? null).frameCount;

const slides = (): string => {
  const path = join(folder, "slides.mp4");
  // One frame at 0, one at 0.5 s, then none for nine seconds, and so on.
  const times = "setpts='(floor(N/2)*9+mod(N,2)*0.5)/TB'";
  const graph = `testsrc2=s=320x180:r=1:d=6,${times}`;
  const encoder = ["-c:v", "libx264", "-g", "2", "-bf", "0", "-pix_fmt", "yuv420p", "-fps_mode", "vfr"];
  execFileSync("ffmpeg", ["-v", "error", "-f", "lavfi", "-i", graph, ...encoder, path]);
  return path;
};

const enteredLate = (): string => {
  const path = join(folder, "late.mp4");
  const source = made("before-late.mp4", "30");
  execFileSync("ffmpeg", ["-v", "error", "-ss", "1.37", "-i", source, "-c", "copy", path]);
  return path;
};

const held = (): string => {
  const path = join(folder, "held.mp4");
  const inputs = ["-i", made("before-held.mp4", "30"), "-f", "lavfi", "-i", "sine=d=21"];
  const maps = ["-map", "0:v", "-map", "1:a", "-c:v", "copy", "-c:a", "aac"];
  execFileSync("ffmpeg", ["-v", "error", ...inputs, ...maps, path]);
  return path;
};

const interlaced = (): string =>
  made("interlaced.mp4", "50", "-vf", "interlace=scan=tff", "-flags", "+ildct+ilme", "-field_order", "tt");

describe("the frames of segments are equal to those of the whole video", () => {
  test.each<[string, () => string, ExportSettings, CutList | null]>([
    ["23.976, open GOPs", () => made("23.mp4", "24000/1001"), { fps: 23.976 }, null],
    ["29.97", () => made("29.mp4", "30000/1001"), { fps: 29.97 }, null],
    ["59.94 to 24", () => made("59.mp4", "60000/1001"), { fps: 24 }, null],
    ["25 to 120", () => made("25.mp4", "25"), { fps: 120 }, null],
    ["interlaced", interlaced, { fps: 25 }, null],
    ["a few frames in half a minute", slides, {}, null],
    ["an edit list that begins between key frames", enteredLate, {}, null],
    ["variable frame rate", () => media("video/sy_vfr.mp4"), {}, null],
    [
      "one frame a second, open, with an edit list",
      () => media("video/ax_iibbibb_editlist_videoonly.mp4"),
      {},
      null,
    ],
    [
      "rotated, to 9:16 with a blurred copy",
      () => media("video/sy_rot90.mp4"),
      { aspectRatio: "1:1", fit: "contain" },
      null,
    ],
    ["fragmented", () => media("video/sy_frag.mp4"), {}, null],
    ["audio that continues after the video stream", () => held(), {}, null],
    [
      "cut",
      () => made("cut.mp4", "30"),
      {},
      {
        fps: { num: 30, den: 1 },
        kept: [
          { startFrame: 100, endFrame: 190 },
          { startFrame: 200, endFrame: 290 },
          { startFrame: 310, endFrame: 340 },
          { startFrame: 380, endFrame: 415 },
        ],
      },
    ],
  ])("%s", async (_, sourceOf, settings, cuts) => {
    const source = sourceOf();
    const job = await jobOf(source, settings, cuts);
    const whole = await composed(job, source, null);
    expect(whole).toHaveLength(frameCountOf(job));
    const parts: string[] = [];
    for (const segment of equalSegments({ frameCount: whole.length }, 4))
      parts.push(...(await composed(job, source, segment)));
    expect(parts).toEqual(whole);
  });

  test("segments seek in the source instead of decoding it from the start", async () => {
    const job = await jobOf(made("entered.mp4", "30"), {}, null);
    const plan = segmentPlan(planOutput(job.media, {}), { startFrame: 300, endFrame: 400 });
    expect(plan.mode === "composited" && seekSeconds(plan)).toBe(7);
  });
});

interface Joined {
  whole: string;
  joined: string;
}

const rendered = async (
  source: string,
  settings: ExportSettings,
  cuts: CutList | null = null,
): Promise<Joined> => {
  const job = await jobOf(source, { speed: "ultraFast", ...settings }, cuts);
  const extension =
    settings.outputMode !== "transparent" ? "mp4" : settings.outputCodec === "vp9" ? "webm" : "mov";
  const path = (name: string): string => join(folder, `${name}.${extension}`);
  await renderVideo(job, source, path("whole"));
  const segments = equalSegments({ frameCount: frameCountOf(job) }, 3).map((range, index) => ({
    ...range,
    path: path(`part-${index}`),
  }));
  for (const segment of segments) await renderVideo(job, source, segment.path, {}, segment);
  await joinSegments(job, segments, source, path("joined"));
  return { whole: path("whole"), joined: path("joined") };
};

const probed = (path: string, ...entries: string[]): string =>
  execFileSync("ffprobe", ["-v", "error", ...entries, path], { encoding: "utf8" });

const frameTimes = (path: string): string[] =>
  probed(path, "-select_streams", "v", "-show_entries", "packet=pts,duration", "-of", "csv=p=0")
    .trim()
    .split("\n")
    .sort();
const audioPackets = (path: string): string =>
  probed(
    path,
    "-select_streams",
    "a",
    "-show_data_hash",
    "md5",
    "-show_entries",
    "packet=pts,data_hash",
    "-of",
    "csv=p=0",
  );
const described = (path: string): unknown => {
  const entries =
    "stream=codec_name,profile,level,width,height,pix_fmt,time_base,r_frame_rate,start_time,duration,nb_frames," +
    "color_range,color_space,color_transfer,color_primaries,sample_aspect_ratio:stream_tags:format=duration,format_name:format_tags";
  return JSON.parse(probed(path, "-show_entries", entries, "-of", "json"), (key, value) =>
    // Copied streams have no encoder tag.
    key.toLowerCase() === "encoder" ? undefined : value,
  );
};

const meanDifference = (a: Buffer, b: Buffer): number =>
  a.reduce((sum, value, at) => sum + Math.abs(value - (b[at] ?? 0)), 0) / Math.max(1, a.length);

describe("joined segments are a valid video", () => {
  test.each<[string, string, ExportSettings]>([
    ["h264 at 23.976 with copied AAC", "video/sy_fps_24000_1001.mp4", { fps: 23.976 }],
    ["h264 at 120", "video/sy_base.mp4", { fps: 120, width: 320, height: 180 }],
    ["h264 with sound that becomes AAC", "video/sy_vp9_opus.mp4", { fps: 29.97 }],
    ["a green canvas", "video/sy_base.mp4", { outputMode: "greenScreen", width: 320, height: 180 }],
    ["ProRes", "speech/jfk.flac", { outputMode: "transparent", width: 320, height: 180, fps: 29.97 }],
    [
      "VP9 with alpha",
      "speech/jfk.flac",
      { outputMode: "transparent", outputCodec: "vp9", width: 320, height: 180, fps: 59.94 },
    ],
  ])("%s: packet times, audio and properties are those of a whole render", async (_, source, settings) => {
    const { whole, joined } = await rendered(media(source), settings);
    expect(frameTimes(joined)).toEqual(frameTimes(whole));
    expect(audioPackets(joined)).toBe(audioPackets(whole));
    expect(described(joined)).toEqual(described(whole));
    // In another decoder too, which shows as many frames at the same times.
    const [ofJoined, ofWhole] = await Promise.all([joined, whole].map(readWithPyav));
    expect(ofJoined?.streams.map(({ times, sizes }) => ({ times, sizes }))).toEqual(
      ofWhole?.streams.map(({ times, sizes }) => ({ times, sizes })),
    );
    if (settings.outputMode === "transparent") {
      // ProRes codes each frame separately; VP9 differs by noise.
      const most = settings.outputCodec === "vp9" ? 1 : 0;
      for (const index of [100, 110, 220])
        expect(meanDifference(alpha(joined, index), alpha(whole, index))).toBeLessThanOrEqual(most);
    }
    // Encoders differ by noise between runs.
    else expect(Math.max(...differences(joined, whole))).toBeLessThan(60);
  });

  test("a cut video has the cut audio", async () => {
    const kept = [
      { startFrame: 20, endFrame: 90 },
      { startFrame: 100, endFrame: 290 },
    ];
    const { whole, joined } = await rendered(
      media("video/sy_base.mp4"),
      {},
      { fps: { num: 30, den: 1 }, kept },
    );
    expect(frameTimes(joined)).toEqual(frameTimes(whole));
    expect(audioPackets(joined)).toBe(audioPackets(whole));
  });
});
