import { rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { basename, join, resolve } from "node:path";
import { runFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { probeMedia } from "../../adapters/media/media-probe.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { checkNames, countOf, stopForUnknown, toolOptions } from "../../adapters/tool-options.ts";
import { createCaptionTrack } from "../../core/drawing/caption-track.ts";
import { captionStyle } from "../../core/render-plan/caption-style.ts";
import { h264Arguments } from "../../core/render-plan/encoder-arguments.ts";
import { planOutput, type Speed } from "../../core/render-plan/output-plan.ts";
import type { ExportSettings } from "../../core/settings/render-settings.ts";
import { findTemplate, templates } from "../../core/templates/catalog.ts";
import type { WordEntry } from "../../core/transcript/word-entry.ts";
import { type Cost, costOf, median } from "./bench-cost.ts";
import { assSubtitles, comparisonArguments } from "./bench-rivals.ts";
import { bundleRenderer } from "./bundle.ts";
import { bundledFile } from "./bundled-file.ts";
import type { RenderVideoJob } from "./render-video.ts";
import { skia } from "./skia-backend.ts";

const speeds: readonly Speed[] = ["standard", "fast", "ultraFast"];
const parts = ["pairs", "pauses", "filter", "transparent", "large", "length"];
const usage = `Measures what captions cost, beside a plain re-encode and libass with the same encoder settings; Capstack is measured as a whole
process: start of Node, layout, drawing, compositing, encoding, check of the file. docs/performance.md explains.

  npm run bench -- [--part ${parts.join("|")}]... [--source FILE]... [--speed ${speeds.join("|")}]...
    [--pairs ROUNDS] [--template NAME] [--json]

Without --part it measures all of them. Without --source, videos are generated from the footage in test/media.`;
const { values } = toolOptions(usage, {
  options: {
    part: { type: "string", multiple: true, default: parts },
    source: { type: "string", multiple: true, default: [] },
    speed: { type: "string", multiple: true, default: ["fast"] },
    pairs: { type: "string", default: "5" },
    template: { type: "string", default: "Pop" },
    json: { type: "boolean", default: false },
  },
});
const pairs = countOf("pairs", values.pairs);
const template =
  findTemplate(values.template) ??
  stopForUnknown(
    "template",
    values.template,
    templates.map(({ name }) => name),
  );
checkNames("part", values.part, parts);
checkNames("speed", values.speed, speeds);

type Way = "plain" | "libass" | "capstack";
type Round = Partial<Record<Way, Cost>>;

const results: Record<string, unknown>[] = [];
const printLine = (line: string): void => {
  if (!values.json) console.log(line);
};

/** Whether a moment is in one of the pauses, which take a third of the time: eight of every 24 seconds. */
const isPause = (atSeconds: number): boolean => atSeconds % 24 >= 8 && atSeconds % 24 < 16;

/**
 * Returns a transcript at a normal pace (2.7 words a second) for the whole video, or all but its pauses. Every seventh
 * word ends a sentence.
 */
const speech = (seconds: number, hasPauses = false): WordEntry[] => {
  const text = "we make every word count and people really listen when your story looks this good".split(" ");
  const step = 0.37;
  const words = Array.from(
    { length: Math.floor((seconds - 0.3) / step) },
    (_, index): WordEntry => ({
      text: `${text[index % text.length]}${index % 7 === 6 ? "." : ""}`,
      type: "word",
      startSeconds: 0.3 + index * step,
      endSeconds: 0.3 + (index + 1) * step - 0.03,
    }),
  );
  return words.filter(({ startSeconds }) => !hasPauses || !isPause(startSeconds));
};

/** Bundle of the renderer, and cache of compiled code between runs, as in the container's image. */
const bundle = resolve(".local", `bench-bundle-${process.pid}`);
let compileCache = "";

/** Returns the three ways to make a video, as commands. An `out` of "-" decodes and composites without encoding. */
const ways = async (
  folder: string,
  source: string,
  exportSettings: ExportSettings,
  out: string,
  hasPauses = false,
) => {
  const media = await probeMedia(source);
  const job: RenderVideoJob = {
    media,
    transcript: speech(media.durationSeconds, hasPauses),
    language: "en",
    template,
    renderOptions: {},
    exportSettings,
  };
  const jobPath = join(folder, "job.json");
  writeFileSync(jobPath, JSON.stringify(job));
  const plan = planOutput(media, exportSettings);
  const style = captionStyle(template, {}, plan.canvas);
  const subtitles = join(folder, "captions.ass");
  writeFileSync(
    subtitles,
    assSubtitles(createCaptionTrack(skia, job.transcript, "en", style, plan), style, plan),
  );
  const encoder = plan.codec === "h264" ? h264Arguments(plan) : [];
  const video = bundledFile(bundle, "bench-video");
  const target = (way: Way): string => (out === "-" ? out : join(folder, `${way}.${out}`));
  const run: Record<Way, () => Promise<Cost>> = {
    plain: () => costOf("ffmpeg", comparisonArguments(source, encoder, null, target("plain"))),
    libass: () =>
      costOf("ffmpeg", comparisonArguments(source, encoder, `ass=${subtitles}`, target("libass"))),
    capstack: () =>
      costOf(process.execPath, [video, jobPath, source, target("capstack")], {
        NODE_COMPILE_CACHE: compileCache,
      }),
  };
  return { run, plan };
};

const line = (round: Round): string =>
  Object.entries(round)
    .map(
      ([way, { cpuSeconds, wallSeconds, peakMegabytes }]) =>
        `${way} ${cpuSeconds.toFixed(2)} s (clock ${wallSeconds.toFixed(1)}, ${peakMegabytes.toFixed(0)} MB)`,
    )
    .join(", ");

const ratios = (rounds: readonly Round[], way: Way) => {
  const all = rounds.map((round) => (round[way]?.cpuSeconds ?? 0) / (round.plain?.cpuSeconds ?? 0));
  return { minimum: Math.min(...all), median: median(all), maximum: Math.max(...all) };
};

const report = (
  name: string,
  rounds: readonly Round[],
  extra: Record<string, unknown>,
  base: Way = "plain",
) => {
  const perWay = Object.fromEntries(
    Object.keys(rounds[0] ?? {}).map((key) => {
      const way = key as Way;
      const costs = rounds.flatMap((round) => round[way] ?? []);
      const cpu = costs.map(({ cpuSeconds }) => cpuSeconds);
      return [
        way,
        {
          cpuSecondsMinimum: Math.min(...cpu),
          cpuSecondsMedian: median(cpu),
          wallSecondsMinimum: Math.min(...costs.map(({ wallSeconds }) => wallSeconds)),
          peakMegabytes: Math.max(...costs.map(({ peakMegabytes }) => peakMegabytes)),
          ...(way === base ? {} : { ratio: ratios(rounds, way) }),
        },
      ];
    }),
  );
  const result = { name, rounds: rounds.length, loadAverage: loadavg()[0], ...extra, ...perWay };
  results.push(result);
  if (!values.json) console.dir(result, { depth: 4, breakLength: 120 });
};

/** Runs every way once per round, alternating, so that other load on the machine affects all of them. */
const measureRounds = async (name: string, run: Record<Way, () => Promise<Cost>>, rounds: number) => {
  const all: Round[] = [];
  for (let round = 1; round <= rounds; round++) {
    const costs = { plain: await run.plain(), libass: await run.libass(), capstack: await run.capstack() };
    all.push(costs);
    const ratio = costs.capstack.cpuSeconds / costs.plain.cpuSeconds;
    printLine(`${name} ${round}/${rounds}: ${line(costs)}, capstack/plain ${ratio.toFixed(3)}`);
  }
  return all;
};

/** Camera footage of the test media; the default source repeats it. */
const footage = resolve("test/media/video/ax_sowt-with-video.mov");
/** Frames without color tags are never copied. */
const tags = "setparams=range=tv:colorspace=bt709:color_primaries=bt709:color_trc=bt709";
const createSource = async (path: string, filter: string, seconds: number): Promise<string> => {
  await runFfmpeg({
    args: [
      ...["-y", "-stream_loop", "-1", "-i", footage, "-t", String(seconds)],
      ...["-vf", `${filter},fps=30,setsar=1,${tags}`, "-c:v", "libx264", "-preset", "veryfast", "-crf", "18"],
      ...["-g", "60", "-pix_fmt", "yuv420p", "-c:a", "aac", path],
    ],
    timeoutSeconds: 600,
  });
  return path;
};

const extensionOf = { prores4444: "mov", vp9: "webm" } as const;

/** Measures every way with the encoder, at each speed, for a video with captions all the time or with pauses. */
const measurePairs = async (folder: string, source: string, part: "pairs" | "pauses"): Promise<void> => {
  for (const speed of values.speed as Speed[]) {
    const settings: ExportSettings = { speed, quality: "ultraHD" };
    const { run, plan } = await ways(folder, source, settings, "mp4", part === "pauses");
    const name = `${basename(source)} ${speed}${part === "pauses" ? ", a third without captions" : ""}`;
    report(name, await measureRounds(name, run, pairs), { part, frames: plan.frameCount });
  }
};

/** Measures every way without an encoder. */
const measureFilter = async (folder: string, source: string): Promise<void> => {
  const { run, plan } = await ways(folder, source, { quality: "ultraHD" }, "-");
  const name = `${basename(source)} decode and composite`;
  report(name, await measureRounds(name, run, pairs), { part: "filter", frames: plan.frameCount });
};

/** Measures transparent outputs, which only Capstack produces. */
const measureTransparent = async (folder: string): Promise<void> => {
  const source = await createSource(join(folder, "transparent.mp4"), "scale=320:180", 8);
  for (const outputCodec of ["prores4444", "vp9"] as const)
    for (const speed of outputCodec === "vp9" ? speeds : ["fast" as const]) {
      const settings = { outputMode: "transparent", outputCodec, width: 1080, height: 1920, speed } as const;
      const { run, plan } = await ways(folder, source, settings, extensionOf[outputCodec]);
      const rounds: Round[] = [];
      for (let round = 1; round <= Math.min(3, pairs); round++)
        rounds.push({ capstack: await run.capstack() });
      const best = Math.min(...rounds.map(({ capstack }) => capstack?.cpuSeconds ?? 0));
      const framesPerCpuSecond = plan.frameCount / best;
      report(`${outputCodec} ${speed}`, rounds, { part: "transparent", framesPerCpuSecond }, "capstack");
    }
};

const measureLarge = async (folder: string): Promise<void> => {
  const source = await createSource(join(folder, "large.mp4"), "scale=3840:2160", 6);
  for (const speed of values.speed as Speed[]) {
    const { run, plan } = await ways(folder, source, { speed, quality: "ultraHD" }, "mp4");
    const name = `3840x2160 ${speed}`;
    report(name, await measureRounds(name, run, 1), { part: "large", frames: plan.frameCount });
  }
};

/** Measures whether the cost per second grows with the duration. */
const measureLength = async (folder: string): Promise<void> => {
  for (const seconds of [20, 80, 320]) {
    const source = await createSource(join(folder, `${seconds}.mp4`), "scale=640:360", seconds);
    const { run } = await ways(folder, source, { speed: "fast" }, "mp4");
    const capstack = await run.capstack();
    const cpuSecondsPerSecond = capstack.cpuSeconds / seconds;
    report(`${seconds} s of 640x360`, [{ capstack }], { part: "length", cpuSecondsPerSecond }, "capstack");
  }
};

/** Makes a bundle of the renderer while `measure` runs. */
const withBundle = async (measure: () => Promise<void>): Promise<void> => {
  try {
    await bundleRenderer(resolve("."), bundle);
    await measure();
  } finally {
    rmSync(bundle, { recursive: true, force: true });
  }
};

const measureParts = async (folder: string): Promise<void> => {
  compileCache = join(folder, "compiled");
  const isRequested = (part: string): boolean => values.part.includes(part);
  const sources = values.source.map((path) => resolve(path));
  if (sources.length === 0 && ["pairs", "pauses", "filter"].some(isRequested))
    sources.push(
      await createSource(join(folder, "horizontal.mp4"), "scale=1920:1080", 24),
      await createSource(join(folder, "vertical.mp4"), "crop=ih*9/16:ih,scale=1080:1920", 24),
    );
  for (const source of sources) {
    for (const part of ["pairs", "pauses"] as const)
      if (isRequested(part)) await measurePairs(folder, source, part);
    if (isRequested("filter")) await measureFilter(folder, source);
  }
  if (isRequested("transparent")) await measureTransparent(folder);
  if (isRequested("large")) await measureLarge(folder);
  if (isRequested("length")) await measureLength(folder);
};

await withBundle(() => withScratchFolder("bench", measureParts));
if (values.json) console.log(JSON.stringify({ template: template.name, results }));
