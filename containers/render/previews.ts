import { existsSync, readFileSync } from "node:fs";
import { copyFile, mkdir, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { runFfmpeg } from "../../adapters/media/ffmpeg.ts";
import { probeMedia } from "../../adapters/media/media-probe.ts";
import { withScratchFolder } from "../../adapters/scratch-folder.ts";
import { previewFiles } from "../../core/templates/catalogue.ts";
import { type Template, templateSchema } from "../../core/templates/template.ts";
import type { WordEntry } from "../../core/transcript/word-entry.ts";
import { bundledFamily } from "./font-library.ts";
import { renderFilm } from "./render-video.ts";
import { slugsIn, templateListPath, templateListSource } from "./template-list.ts";
import { checkNames, stop, toolOptions } from "./tool-options.ts";

const usage = `Takes the files of templates/ into the catalogue: checks each, lists them in core/templates/files.ts, and renders
templates/previews/<slug>.mp4 and .gif with the renderer that renders everything else:

  npm run templates               every look that has no previews yet
  npm run templates -- pop boxed  these looks, by slug, previews or not; --all for every look

The files are committed; GET /templates/previews/{file} serves them.`;
const { values, positionals: asked } = toolOptions(usage, {
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
  ["looks", 1.7, 2.05],
  ["when", 2.2, 2.4],
  ["people", 2.4, 2.7],
  ["listen", 2.7, 3.1],
];

/** A keyword and an emoji, so that people see what the look makes of them. */
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

/** A still, soft gradient with a light in it: calm behind the text, and small in a GIF. */
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

/** Tried in turn until one is small enough: much motion, or light around letters, makes large files. */
const gifQualities = [
  { fps: 15, colours: 192 },
  { fps: 15, colours: 96 },
  { fps: 12, colours: 80 },
  { fps: 10, colours: 64 },
] as const;

const gif = (from: string, to: string, { fps, colours }: (typeof gifQualities)[number]): string[] => [
  "-y",
  "-i",
  from,
  "-filter_complex",
  // One palette for the film; an ordered pattern stands still, so only what changes is stored per frame.
  `fps=${fps},split[a][b];[a]palettegen=max_colors=${colours}[p];[b][p]paletteuse=dither=bayer:bayer_scale=3:diff_mode=rectangle`,
  to,
];

const preview = async (template: Template, scratch: string): Promise<void> => {
  const files = previewFiles(template);
  const source = join(scratch, "background.mp4");
  const film = join(scratch, files.mp4);
  const moving = join(scratch, files.gif);
  await runFfmpeg({ args: background(source), timeoutSeconds: 60 });
  await renderFilm(
    {
      media: await probeMedia(source),
      transcript,
      language: "en",
      template,
      renderOptions: {},
      exportSettings: {},
    },
    source,
    film,
  );
  for (const quality of gifQualities) {
    await runFfmpeg({ args: gif(film, moving, quality), timeoutSeconds: 60 });
    if ((await stat(moving)).size <= maxBytes) break;
  }
  for (const [path, name] of [
    [film, files.mp4],
    [moving, files.gif],
  ] as const) {
    const { size: bytes } = await stat(path);
    if (bytes > maxBytes) throw new Error(`${name} is ${bytes} bytes, more than ${maxBytes}`);
    await copyFile(path, join(folder, name));
    console.log(`${folder}/${name} ${bytes} bytes`);
  }
};

const read = (slug: string): Template => {
  const look = templateSchema.safeParse(JSON.parse(readFileSync(join(looksFolder, `${slug}.json`), "utf8")));
  if (!look.success) return stop(`${slug}.json: ${z.prettifyError(look.error)}`);
  if (look.data.slug !== slug) return stop(`${slug}.json has the slug ${look.data.slug}.`);
  if (!bundledFamily(look.data.look.fontFamily))
    return stop(`${slug}.json names a font that is not bundled: ${look.data.look.fontFamily}.`);
  return look.data;
};

const looks = slugsIn(looksFolder).map(read);
for (const key of ["id", "name"] as const) {
  const taken = looks.find((look, index) => looks.findIndex((other) => other[key] === look[key]) !== index);
  if (taken) stop(`Two looks have the ${key} ${taken[key]}.`);
}
checkNames(
  "look",
  asked,
  looks.map(({ slug }) => slug),
);
await writeFile(templateListPath, templateListSource(looks.map(({ slug }) => slug)));
await mkdir(folder, { recursive: true });
const isWanted = (look: Template): boolean => {
  if (values.all || asked.length > 0) return values.all || asked.includes(look.slug);
  return Object.values(previewFiles(look)).some((file) => !existsSync(join(folder, file)));
};
for (const look of looks.filter(isWanted))
  await withScratchFolder("preview", (scratch) => preview(look, scratch));
