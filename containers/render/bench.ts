import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { startFfmpeg } from "../../adapters/ffmpeg.ts";
import { probeMedia } from "../../adapters/media-probe.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { captionStyle } from "../../core/render-plan/caption-style.ts";
import { renderArguments } from "../../core/render-plan/ffmpeg-arguments.ts";
import { planOutput } from "../../core/render-plan/output-plan.ts";
import { type ExportSettings, exportSettingsSchema } from "../../core/render-plan/settings.ts";
import { findTemplate, templates } from "../../core/templates/catalogue.ts";
import type { WordEntry } from "../../core/transcript/word-entry.ts";
import type { MediaInfo } from "../../core/videos/media-info.ts";
import { feedCaptions } from "./caption-feed.ts";
import { captionFilm } from "./caption-film.ts";

/**
 * What captions cost: pairs of a plain re-encode and a render of the same source with the same encoder, in turns, in
 * CPU seconds (user + system; a busy machine disturbs them less than the clock).
 *
 *   npm run bench -- [--source FILE]... [--pairs N] [--template NAME] [--export-settings JSON] [--json]
 *
 * Of this process only what it does for one render counts; its start, 0.3 s once per film, is told apart.
 */
const { values } = parseArgs({
  options: {
    source: { type: "string", multiple: true, default: ["test/media/video/ae_man-on-green-screen.mp4"] },
    pairs: { type: "string", default: "5" },
    template: { type: "string", default: templates[0]?.name ?? "" },
    "export-settings": { type: "string", default: "{}" },
    json: { type: "boolean", default: false },
  },
});

interface Cost {
  cpuSeconds: number;
  maxMegabytes: number;
}

/** Speech of a usual pace (2.7 words a second) over the whole film, with a sentence's end at every seventh word. */
const speech = (seconds: number): WordEntry[] => {
  const text = "we make every word count and people really listen when your story looks this good".split(" ");
  const step = 0.37;
  return Array.from({ length: Math.floor((seconds - 0.3) / step) }, (_, index) => ({
    text: `${text[index % text.length]}${index % 7 === 6 ? "." : ""}`,
    type: "word",
    start_time: 0.3 + index * step,
    end_time: 0.3 + (index + 1) * step - 0.03,
  }));
};

/** ffmpeg's own account, on the line that `-benchmark` writes at the end. */
const costOf = (log: string): Cost => {
  const number = (name: string): number =>
    Number(log.match(new RegExp(`${name}=([0-9.]+)`))?.[1] ?? Number.NaN);
  return { cpuSeconds: number("utime") + number("stime"), maxMegabytes: number("maxrss") / 1024 };
};

const benchmark = (args: readonly string[]): string[] => ["-v", "info", "-nostats", "-benchmark", ...args];

const plainEncode = async (media: MediaInfo, source: string, settings: ExportSettings, out: string) => {
  const plan = planOutput(media, settings);
  const ffmpeg = startFfmpeg({
    args: benchmark(renderArguments(plan, source, null, out)),
    timeoutSeconds: 3600,
  });
  ffmpeg.stdin.end();
  ffmpeg.stdout.resume();
  return costOf(await ffmpeg.done);
};

const captioned = async (media: MediaInfo, source: string, settings: ExportSettings, out: string) => {
  const before = process.cpuUsage();
  const plan = planOutput(media, settings);
  const template = findTemplate(values.template);
  if (!template) throw new Error(`no template is named ${values.template}`);
  const style = captionStyle(template, {}, plan.canvas);
  const film = captionFilm(speech(media.durationSeconds), "en", style, plan);
  if (!film.band) throw new Error("nothing is drawn");
  const ffmpeg = startFfmpeg({
    args: benchmark(renderArguments(plan, source, film.band, out)),
    timeoutSeconds: 3600,
  });
  ffmpeg.stdout.resume();
  const pictures = await feedCaptions(film, film.band, plan, ffmpeg.stdin);
  const cost = costOf(await ffmpeg.done);
  const { user, system } = process.cpuUsage(before);
  const drawing = (user + system) / 1e6;
  return {
    cpuSeconds: cost.cpuSeconds + drawing,
    drawingSeconds: drawing,
    pictures,
    frames: plan.frameCount,
    maxMegabytes: cost.maxMegabytes + process.resourceUsage().maxRSS / 1024,
  };
};

const median = (numbers: readonly number[]): number =>
  [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)] ?? Number.NaN;

const settings = exportSettingsSchema.parse(JSON.parse(values["export-settings"]));
const isComposited = (settings.outputMode ?? "composited") === "composited";
const say = (line: string): void => {
  if (!values.json) console.log(line);
};
const startSeconds = (process.cpuUsage().user + process.cpuUsage().system) / 1e6;
const results: Record<string, unknown>[] = [];
for (const given of values.source) {
  const source = resolve(given);
  const media = await probeMedia(source);
  await withScratchFolder("bench", async (folder) => {
    const ratios: number[] = [];
    const ours: Awaited<ReturnType<typeof captioned>>[] = [];
    for (let pair = 1; pair <= Number(values.pairs); pair++) {
      const plain = isComposited ? await plainEncode(media, source, settings, join(folder, "plain")) : null;
      const own = await captioned(media, source, settings, join(folder, "captioned"));
      ours.push(own);
      if (plain) ratios.push(own.cpuSeconds / plain.cpuSeconds);
      say(
        `${given} ${pair}: plain ${plain?.cpuSeconds.toFixed(2) ?? "-"} s, captioned ${own.cpuSeconds.toFixed(2)} s ` +
          `(drawing ${own.drawingSeconds.toFixed(2)}), ratio ${ratios.at(-1)?.toFixed(3) ?? "-"}, ` +
          `${own.pictures} pictures of ${own.frames} frames, ` +
          `${(own.frames / own.cpuSeconds).toFixed(0)} frames per CPU s, ${own.maxMegabytes.toFixed(0)} MB`,
      );
    }
    results.push({
      source: given,
      pairs: ours.length,
      startSeconds,
      ratioMedian: median(ratios),
      ratioMinimum: Math.min(...ratios),
      framesPerCpuSecond: median(ours.map(({ frames, cpuSeconds }) => frames / cpuSeconds)),
      maxMegabytes: Math.max(...ours.map(({ maxMegabytes }) => maxMegabytes)),
    });
  });
}
if (values.json) console.log(JSON.stringify({ settings, results }));
else for (const result of results) console.log(result);
