import { mkdirSync, writeFileSync } from "node:fs";
import { dirname, resolve } from "node:path";
import { stop, stopForUnknown, toolOptions } from "../../adapters/tool-options.ts";
import type { Size } from "../../core/render-plan/output-geometry.ts";
import { findTemplate, templates } from "../../core/templates/catalog.ts";
import type { Template } from "../../core/templates/template.ts";
import type { WordEntry } from "../../core/transcript/word-entry.ts";
import { createCanvas, ImageData } from "./skia.ts";
import { penOf } from "./skia-backend.ts";
import { drawStill, stillVideo } from "./still.ts";

const usage = `Draws every template with some texts, over a dark and a bright background, to one PNG: a contact sheet to look at.

  npm run gallery -- [--out FILE] [--template NAME,NAME] [--text NAME,NAME] [--size 1080x1920] [--at SECONDS,SECONDS]
    [--scale 0.25]

Without --out it is .local/gallery/gallery.png. --at draws the first text at those times side by side: how it moves.`;
const { values } = toolOptions(usage, {
  options: {
    out: { type: "string", default: ".local/gallery/gallery.png" },
    template: { type: "string" },
    text: { type: "string" },
    size: { type: "string", default: "1080x1920" },
    at: { type: "string" },
    scale: { type: "string", default: "0.25" },
  },
});

const spoken = (texts: readonly string[], more: Readonly<Record<number, Partial<WordEntry>>> = {}) =>
  texts.map(
    (text, index): WordEntry => ({
      text,
      type: "word",
      startSeconds: 0.4 * index,
      endSeconds: 0.4 * (index + 1),
      ...more[index],
    }),
  );

interface Sample {
  name: string;
  language: string;
  transcript: readonly WordEntry[];
  seconds: number;
}

const samples: readonly Sample[] = [
  {
    name: "english",
    language: "en",
    transcript: spoken(["This", "is", "how", "your", "story", "templates"]),
    seconds: 0.78,
  },
  {
    name: "emoji",
    language: "en",
    transcript: spoken(["Make", "money", "today"], { 1: { important: true, emoji: "💰" } }),
    seconds: 0.78,
  },
  { name: "arabic", language: "ar", transcript: spoken(["مرحبا", "بالعالم", "(2026)"]), seconds: 0.78 },
  {
    name: "japanese",
    language: "ja",
    transcript: spoken(["今日は", "とても", "いい", "天気"]),
    seconds: 0.78,
  },
];

/** Returns the templates with these names (case-insensitive); all templates without names. */
const chosen = <T extends { name: string }>(kind: string, all: readonly T[], names = ""): readonly T[] => {
  if (names === "") return all;
  const known = all.map(({ name }) => name);
  return names.split(",").map((name) => {
    const wanted = name.trim().toLowerCase();
    return all.find((one) => one.name.toLowerCase() === wanted) ?? stopForUnknown(kind, name, known);
  });
};

const fps = 30;
const numbers = (name: string, text: string, separator: string): number[] => {
  const found = text.split(separator).map(Number);
  return found.every((number) => number >= 0) ? found : stop(`--${name} ${text} cannot be read. See --help.`);
};
const [width = 1080, height = 1920] = numbers("size", values.size, "x");
const canvas: Size = { width, height };
const [scale = 0.25] = numbers("scale", values.scale, " ");
const shown = chosen("template", templates, values.template);
const texts = chosen("text", samples, values.text);
const moments = values.at === undefined ? undefined : numbers("at", values.at, ",");

const dark = ["#1B2440", "#3A2A55"] as const;
const bright = ["#F6E7C8", "#9FD3F0"] as const;

/** Draws a frame of a template over a blurred background. */
const frame = (
  template: Template,
  sample: Sample,
  seconds: number,
  background: readonly [string, string],
) => {
  const sheet = createCanvas(width, height);
  const pen = sheet.getContext("2d");
  const gradient = pen.createLinearGradient(0, 0, width, height);
  gradient.addColorStop(0, background[0]);
  gradient.addColorStop(1, background[1]);
  pen.fillStyle = gradient;
  pen.fillRect(0, 0, width, height);
  const { data } = pen.getImageData(0, 0, width, height);
  const video = stillVideo({
    template: template,
    transcript: sample.transcript,
    language: sample.language,
    canvas,
    fps,
  });
  drawStill(video, Math.round(seconds * fps), data, canvas);
  pen.putImageData(new ImageData(data, width, height), 0, 0);
  return sheet;
};

/** Crops the image to the rows with captions. */
const cell = {
  width: Math.round(width * scale),
  height: Math.round(height * scale * (height > width ? 0.3 : 0.42)),
};
const cropTop = height * (height > width ? 0.5 : 0.56);

const columns = moments
  ? moments.map((seconds, index) => ({ sample: texts[0], seconds, background: index % 2 ? bright : dark }))
  : texts.flatMap((sample, index) =>
      index === 0
        ? [dark, bright].map((background) => ({ sample, seconds: sample.seconds, background }))
        : [{ sample, seconds: sample.seconds, background: index % 2 ? dark : bright }],
    );
const label = { height: 22 };
const row = cell.height + label.height;
const sheet = createCanvas(columns.length * (cell.width + 4), Math.max(1, shown.length * row));
const pen = sheet.getContext("2d");
pen.fillStyle = "#FFFFFF";
pen.fillRect(0, 0, sheet.width, sheet.height);
pen.imageSmoothingQuality = "high";
const labels = stillVideo({
  template: findTemplate("Plain") ?? templates[0] ?? (shown[0] as Template),
  transcript: spoken(shown.map(({ name }) => name)),
  language: "en",
  canvas,
  fps,
});
shown.forEach((template, index) => {
  labels.context.text.apply(penOf(pen), {
    text: template.name,
    family: "Inter",
    weight: 700,
    sizePx: 15,
    letterSpacingPx: 0,
    direction: "ltr",
  });
  pen.fillStyle = "#000000";
  pen.fillText(template.name, 6, index * row + 16);
  columns.forEach(({ sample, seconds, background }, column) => {
    if (!sample) return;
    const drawn = frame(template, sample, seconds, background);
    const cropHeight = cell.height / scale;
    pen.drawImage(
      drawn,
      0,
      cropTop,
      width,
      cropHeight,
      column * (cell.width + 4),
      index * row + label.height,
      cell.width,
      cell.height,
    );
  });
});
const out = resolve(values.out);
mkdirSync(dirname(out), { recursive: true });
writeFileSync(out, sheet.toBuffer("image/png"));
console.log(`${out} ${sheet.width}x${sheet.height}`);
