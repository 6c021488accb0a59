import { rmSync, writeFileSync } from "node:fs";
import { loadavg } from "node:os";
import { basename, join, resolve } from "node:path";
import { probeMedia } from "../../adapters/media/media-probe.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { checkNames, countOf, stopForUnknown, toolOptions } from "../../adapters/tool-options.ts";
import { createCaptionTrack } from "../../core/drawing/caption-track.ts";
import { captionStyle } from "../../core/render-plan/caption-style.ts";
import { h264Arguments } from "../../core/render-plan/encoder-arguments.ts";
import { planOutput, type Speed } from "../../core/render-plan/output-plan.ts";
import { defaultSegmentSeconds, maxSegments } from "../../core/render-plan/segment-settings.ts";
import { planSegments } from "../../core/render-plan/segments.ts";
import type { ExportSettings } from "../../core/settings/render-settings.ts";
import { findTemplate, templates } from "../../core/templates/catalog.ts";
import { assSubtitles, comparisonArguments } from "./bench-comparison.ts";
import { type Cost, costOf, median } from "./bench-cost.ts";
import { createSource, speech } from "./bench-sources.ts";
import { bundleRenderer } from "./bundle.ts";
import { bundledFile } from "./bundled-file.ts";
import type { RenderVideoJob } from "./render-video.ts";
import { skia } from "./skia-backend.ts";

const speeds: readonly Speed[] = ["standard", "fast", "ultraFast"];
const parts = ["pairs", "pauses", "filter", "transparent", "large", "length", "segments"];
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
  const video = (...args: string[]): Promise<Cost> =>
    costOf(process.execPath, [bundledFile(bundle, "bench-video"), jobPath, source, ...args], {
      NODE_COMPILE_CACHE: compileCache,
    });
  const target = (way: Way): string => (out === "-" ? out : join(folder, `${way}.${out}`));
  const run: Record<Way, () => Promise<Cost>> = {
    plain: () => costOf("ffmpeg", comparisonArguments(source, encoder, null, target("plain"))),
    libass: () =>
      costOf("ffmpeg", comparisonArguments(source, encoder, `ass=${subtitles}`, target("libass"))),
    capstack: () => video(target("capstack")),
  };
  return { run, plan, video };
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

/**
 * Measures a video that is rendered in segments, one after the other, and joined, beside the same video rendered whole. With a
 * worker per segment, a client waits for the slowest one and the join. Of a long video, only three segments are rendered.
 */
const measureSegments = async (folder: string, source: string): Promise<void> => {
  for (const speed of values.speed as Speed[]) {
    const { video, plan } = await ways(folder, source, { speed, quality: "ultraHD" }, "mp4");
    const settings = { parallel: maxSegments, segmentSeconds: defaultSegmentSeconds };
    const all = planSegments(plan, settings).map((segment, index) => ({
      ...segment,
      path: join(folder, `segment-${index}.mp4`),
    }));
    const isLong = all.length > 4;
    const measured = isLong
      ? [0, Math.floor(all.length / 2), all.length - 1].flatMap((index) => all[index] ?? [])
      : all;
    const costs: Cost[] = [];
    for (const { startFrame, endFrame, path } of measured)
      costs.push(await video(path, "segment", `${startFrame}`, `${endFrame}`));
    const name = `${basename(source)} ${speed} in segments`;
    const extra = { part: "segments", segments: all.length, frames: plan.frameCount };
    report(
      `${name}, each`,
      costs.map((capstack) => ({ capstack })),
      extra,
      "capstack",
    );
    if (isLong) continue;
    const list = join(folder, "segments.json");
    writeFileSync(list, JSON.stringify(all));
    const joined = await video(join(folder, "joined.mp4"), "join", list);
    const whole = await video(join(folder, "whole.mp4"));
    const ratio = [...costs, joined].reduce((sum, cost) => sum + cost.cpuSeconds, 0) / whole.cpuSeconds;
    report(`${name}, joined`, [{ capstack: joined }], { ...extra, ratioToWhole: ratio }, "capstack");
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
  if (isRequested("segments")) {
    if (sources.length === 0)
      sources.push(await createSource(join(folder, "long.mp4"), "scale=1920:1080", 360));
    for (const source of sources) await measureSegments(folder, source);
  }
};

await withBundle(() => withScratchFolder("bench", measureParts));
if (values.json) console.log(JSON.stringify({ template: template.name, results }));
