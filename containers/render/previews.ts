import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import * as z from "zod";
import { runFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { probeMedia } from "../../adapters/media/media-probe.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { checkNames, stop, toolOptions } from "../../adapters/tool-options.ts";
import { bundledFamily } from "../../core/drawing/font-chain.ts";
import { previewFiles } from "../../core/templates/catalog.ts";
import { type Template, templateSchema } from "../../core/templates/template.ts";
import type { WordEntry } from "../../core/transcript/word-entry.ts";
import { renderVideo } from "./render-video.ts";
import { slugsIn, templateListPath, templateListSource } from "./template-list.ts";

const usage = `Takes the files of templates/ into the catalog: checks each, lists them in core/templates/files.ts, and renders
templates/previews/<slug>.mp4 and .gif with the renderer that renders everything else:

  npm run templates               every template that has no previews yet
  npm run templates -- pop boxed  these templates, by slug, previews or not; --all for every template

The files are committed; GET /templates/previews/{file} serves them.`;
const { values, positionals: selected } = toolOptions(usage, {
  options: { all: { type: "boolean", default: false } },
  allowPositionals: true,
});

const looksFolder = "templates";
const folder = `${looksFolder}/previews`;
const size = { width: 360, height: 640 };
const seconds = 3.2;
const maxBytes = 300_000;

const words: readonly (readonly [text: string, start: number, end: number])[] = [
  ["This", 0.15, 0.35],
  ["is", 0.35, 0.5],
  ["how", 0.5, 0.85],
  ["your", 1, 1.25],
  ["story", 1.25, 1.7],
  ["templates", 1.7, 2.05],
  ["when", 2.2, 2.4],
  ["people", 2.4, 2.7],
  ["listen", 2.7, 3.1],
];

/** Includes a keyword and an emoji, so that previews show their style. */
const decorations: Readonly<Record<string, Partial<WordEntry>>> = {
  story: { important: true },
  listen: { emoji: "🔥" },
};

const transcript: WordEntry[] = words.map(([text, start, end]) => ({
  text,
  type: "word",
  startSeconds: start,
  endSeconds: end,
  ...decorations[text],
}));

/** A static, soft gradient: unobtrusive, and small in a GIF. */
const background = (path: string): string[] => [
  "-y",
  "-f",
  "lavfi",
  "-i",
  `nullsrc=s=${size.width}x${size.height}:r=30:d=${seconds},format=gbrp,trim=end_frame=1,` +
    "geq=r='30+70*Y/H+60*exp(-(pow(X-W*0.3,2)+pow(Y-H*0.3,2))/30000)'" +
    ":g='34+14*Y/H+40*exp(-(pow(X-W*0.3,2)+pow(Y-H*0.3,2))/30000)'" +
    `:b='84+50*Y/H+50*exp(-(pow(X-W*0.3,2)+pow(Y-H*0.3,2))/30000)',loop=loop=-1:size=1,trim=duration=${seconds},` +
    "scale=out_color_matrix=bt709,format=yuv420p,setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709:range=tv",
  "-c:v",
  "libx264",
  "-crf",
  "12",
  path,
];

/**
 * Settings in order of decreasing size; the first one that is small enough is used. Motion and glow result in large
 * files.
 */
const gifQualities = [
  { fps: 15, colors: 192 },
  { fps: 15, colors: 96 },
  { fps: 12, colors: 80 },
  { fps: 10, colors: 64 },
] as const;

const gif = (from: string, to: string, { fps, colors }: (typeof gifQualities)[number]): string[] => [
  "-y",
  "-i",
  from,
  "-filter_complex",
  // One palette for the whole video, and an ordered dither pattern, which is static, so that only changes are stored.
  `fps=${fps},split[a][b];[a]palettegen=max_colors=${colors}[p];[b][p]paletteuse=dither=bayer:bayer_scale=3:diff_mode=rectangle`,
  to,
];

const preview = async (template: Template, scratch: string): Promise<void> => {
  const files = previewFiles(template);
  const source = join(scratch, "background.mp4");
  const video = join(scratch, files.mp4);
  const moving = join(scratch, files.gif);
  await runFfmpeg({ args: background(source), timeoutSeconds: 60 });
  await renderVideo(
    {
      media: await probeMedia(source),
      transcript,
      language: "en",
      template,
      renderOptions: {},
      exportSettings: {},
    },
    source,
    video,
  );
  for (const quality of gifQualities) {
    await runFfmpeg({ args: gif(video, moving, quality), timeoutSeconds: 60 });
    if ((await stat(moving)).size <= maxBytes) break;
  }
  for (const [path, name] of [
    [video, files.mp4],
    [moving, files.gif],
  ] as const) {
    const { size: bytes } = await stat(path);
    if (bytes > maxBytes) throw new Error(`${name} is ${bytes} bytes, more than ${maxBytes}`);
    await copyFile(path, join(folder, name));
    console.log(`${folder}/${name} ${bytes} bytes`);
  }
};

const read = (slug: string): Template => {
  const template = templateSchema.safeParse(
    JSON.parse(readFileSync(join(looksFolder, `${slug}.json`), "utf8")),
  );
  if (!template.success) return stop(`${slug}.json: ${z.prettifyError(template.error)}`);
  if (template.data.slug !== slug) return stop(`${slug}.json has the slug ${template.data.slug}.`);
  if (!bundledFamily(template.data.design.fontFamily))
    return stop(`${slug}.json names a font that is not bundled: ${template.data.design.fontFamily}.`);
  return template.data;
};

const templates = slugsIn(looksFolder).map(read);
for (const key of ["id", "name"] as const) {
  const taken = templates.find(
    (template, index) => templates.findIndex((other) => other[key] === template[key]) !== index,
  );
  if (taken) stop(`Two templates have the ${key} ${taken[key]}.`);
}
checkNames(
  "template",
  selected,
  templates.map(({ slug }) => slug),
);
await writeFile(templateListPath, templateListSource(templates.map(({ slug }) => slug)));
await mkdir(folder, { recursive: true });
const isWanted = (template: Template): boolean => {
  if (values.all || selected.length > 0) return values.all || selected.includes(template.slug);
  return Object.values(previewFiles(template)).some((file) => !existsSync(join(folder, file)));
};
for (const template of templates.filter(isWanted))
  await withScratchFolder("preview", (scratch) => preview(template, scratch));
