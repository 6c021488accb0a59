/**
 * Draws every template with and without every option, and prints what differs as JSON, a row for each template. A separate
 * program, because the drawing is ten times slower inside Jest, where each use of a global is looked up.
 */
import { createHash } from "node:crypto";
import { drawStill, stillVideo } from "../../../../containers/render/still.ts";
import { bundledFamily } from "../../../../core/drawing/font-chain.ts";
import type { RenderOptions } from "../../../../core/settings/render-settings.ts";
import { templates } from "../../../../core/templates/catalog.ts";
import type { Template } from "../../../../core/templates/template.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";
import { word } from "../../../unit/core/captions/words.ts";

const canvas = { width: 180, height: 320 };
const moments = [0, 2, 13, 26, 44];

const words = (importantFrom: number): WordEntry[] => [
  word("Make", 0, 0.4, { important: importantFrom === 0 }),
  word("money,", 0.4, 0.8, { emoji: "💰", important: importantFrom === 0 }),
  word("today", 0.8, 1.2, { important: true }),
  word("with", 1.2, 1.6),
  word("friends.", 1.6, 2),
];

/** Equal strings mean equal frames at all times. */
const seen = (template: Template, renderOptions: RenderOptions, importantFrom = 2): string => {
  const video = stillVideo({
    template,
    transcript: words(importantFrom),
    language: "en",
    canvas,
    fps: 30,
    renderOptions,
  });
  const hash = createHash("sha256");
  for (const frame of moments) {
    const pixels = new Uint8ClampedArray(4 * canvas.width * canvas.height);
    drawStill(video, frame, pixels, canvas);
    hash.update(pixels);
  }
  return hash.digest("hex");
};

/** Options without an effect in a template: docs/templates/README.md. */
const isMoot = (option: string, { design }: Template): boolean => {
  if (option === "fontWeight") return bundledFamily(design.fontFamily)?.weights?.length === 1;
  return option === "fontUppercase" && design.fontFamily === "Bebas Neue";
};

const changes = ({ style }: Template): Record<string, [RenderOptions, RenderOptions]> => {
  const { subsOptions: subs, styleOptions } = style;
  const keywords = { subsOptions: { emphasizeKeywords: true } };
  return {
    emoji: [{ subsOptions: { emoji: true } }, { subsOptions: { emoji: false } }],
    emojiAnimation: [
      { subsOptions: { emoji: true, emojiAnimation: true } },
      { subsOptions: { emoji: true, emojiAnimation: false } },
    ],
    emphasizeKeywords: [keywords, { subsOptions: { emphasizeKeywords: false } }],
    animation: [{ subsOptions: { animation: true } }, { subsOptions: { animation: false } }],
    punctuation: [{ subsOptions: { punctuation: true } }, { subsOptions: { punctuation: false } }],
    "displayWords, fewer": [{ subsOptions: { displayWords: 6 } }, { subsOptions: { displayWords: 1 } }],
    ...(subs.displayWords.vertical < 4 ? { displayWords: [{}, { subsOptions: { displayWords: 6 } }] } : {}),
    top: [{}, { styleOptions: { top: 30 } }],
    fontUppercase: [{ styleOptions: { fontUppercase: true } }, { styleOptions: { fontUppercase: false } }],
    fontSize: [{}, { styleOptions: { fontSize: styleOptions.fontSize.vertical * 0.8 } }],
    fontWeight: [{ styleOptions: { fontWeight: 300 } }, { styleOptions: { fontWeight: 900 } }],
    fontColor: [{}, { styleOptions: { fontColor: "#13D7F2" } }],
    strokeColor: [
      { styleOptions: { stroke: "m", strokeColor: "#D713F2" } },
      { styleOptions: { stroke: "m", strokeColor: "#13F2D7" } },
    ],
    randomColourOne: [keywords, { ...keywords, highlightOptions: { randomColourOne: "#55FF11" } }],
    randomColourTwo: [keywords, { ...keywords, highlightOptions: { randomColourTwo: "#55FF11" } }],
    randomColourThree: [keywords, { ...keywords, highlightOptions: { randomColourThree: "#55FF11" } }],
  };
};

export interface OptionEffects {
  slug: string;
  /** Whether the option changes a frame, and whether it should. */
  options: { option: string; differs: boolean; shouldDiffer: boolean }[];
  /** How many of the four sizes look different. */
  sizes: Record<"stroke" | "fontShadow", number>;
}

const effectsOf = (template: Template): OptionEffects => {
  const options = Object.entries(changes(template)).map(([option, [one, other]]) => {
    const from = option.startsWith("random") ? 0 : 2;
    const differs = seen(template, one, from) !== seen(template, other, from);
    return { option, differs, shouldDiffer: !isMoot(option, template) };
  });
  const sizesOf = (option: "stroke" | "fontShadow"): number =>
    new Set(
      (["none", "s", "m", "l"] as const).map((size) =>
        seen(template, { styleOptions: { [option]: size, strokeColor: "#FF00FF" } }),
      ),
    ).size;
  return {
    slug: template.slug,
    options,
    sizes: { stroke: sizesOf("stroke"), fontShadow: sizesOf("fontShadow") },
  };
};

console.log(JSON.stringify(templates.map(effectsOf)));
