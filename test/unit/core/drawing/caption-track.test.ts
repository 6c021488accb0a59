import { describe, expect, test } from "@jest/globals";
import { captionBoundariesOf, changes, ticksOf } from "../../../../containers/render/caption-feed.ts";
import { skia } from "../../../../containers/render/skia-backend.ts";
import { createCaptionTrack } from "../../../../core/drawing/caption-track.ts";
import { sceneAt } from "../../../../core/drawing/scene.ts";
import { wordScale } from "../../../../core/drawing/word-motion.ts";
import { captionStyle } from "../../../../core/render-plan/caption-style.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import type { RenderOptions } from "../../../../core/settings/render-settings.ts";
import { findTemplate } from "../../../../core/templates/catalog.ts";
import type { WordEntry } from "../../../../core/transcript/word-entry.ts";
import { spoken, word } from "../captions/words.ts";
import { mediaInfo, videoStream } from "../render-plan/media.ts";

const upright = mediaInfo({ video: videoStream({ codedWidth: 1080, codedHeight: 1920 }) });

const renderedVideo = (
  transcript: readonly WordEntry[],
  template = "Pop",
  options: RenderOptions = {},
  language = "en",
) => {
  const found = findTemplate(template);
  if (!found) throw new Error(`no template ${template}`);
  const plan = planOutput(upright, {});
  return createCaptionTrack(skia, transcript, language, captionStyle(found, options, plan.canvas), plan);
};

describe("layout", () => {
  test("lays out the pages within a part of the video, with the same positions and colors as in the whole video", () => {
    const transcript = Array.from({ length: 200 }, (_, index) => ({
      ...word(
        `${"long".repeat(1 + (index % 3))}${index % 9 === 8 ? "." : ""}`,
        index * 0.4,
        index * 0.4 + 0.35,
      ),
      important: index % 5 === 0,
    }));
    const template = findTemplate("Pop");
    if (!template) throw new Error("no template");
    const plan = { ...planOutput(upright, {}), frameCount: 2400 };
    const style = captionStyle(template, { subsOptions: { emphasizeKeywords: true } }, plan.canvas);
    const whole = createCaptionTrack(skia, transcript, "en", style, plan);
    expect(new Set(whole.pages.flatMap((page) => page.keywordColors)).size).toBeGreaterThan(2);
    for (const [startFrame, endFrame] of [
      [0, 600],
      [611, 1200],
      [1800, 2400],
    ] as const) {
      const part = createCaptionTrack(skia, transcript, "en", style, plan, { startFrame, endFrame });
      const touching = whole.pages.filter(
        ({ timed }) => timed.endFrame >= startFrame && timed.startFrame <= endFrame,
      );
      expect(part.pages.length).toBeLessThan(whole.pages.length / 2);
      expect(part.pages).toEqual(touching);
    }
  });

  test.each([
    ["a long word", ["Donaudampfschifffahrtsgesellschaft"], "de"],
    ["an address", ["https://www.example.com/some/very-long/path?with=query&and=more#fragment"], "en"],
    ["Thai", ["สวัสดี", "ชาวโลก", "กำลัง"], "th"],
    ["emoji", ["👨‍👩‍👧", "🇫🇷", "❤️"], "en"],
  ])("keeps %s at a large size within the safe area", (_name, texts, language) => {
    const { pages, context } = renderedVideo(
      spoken(...texts),
      "Pop",
      { styleOptions: { fontSize: 90 } },
      language,
    );
    const { safeArea } = context.style;
    for (const { layout } of pages) {
      expect(layout.left).toBeGreaterThanOrEqual(safeArea.left);
      expect(layout.right).toBeLessThanOrEqual(safeArea.right);
      expect(layout.top).toBeGreaterThanOrEqual(safeArea.top);
      expect(layout.bottom).toBeLessThanOrEqual(safeArea.bottom);
    }
    const drawn = pages.flatMap(({ layout }) => layout.items.map(({ setting }) => setting.text)).join("");
    const withoutHyphens = drawn.replaceAll("-", "");
    expect(withoutHyphens).toBe(texts.join("").replaceAll("-", "").toLocaleUpperCase(language));
  });

  test.each(["Pop", "Boxed", "News", "Podcast", "Typewriter"])(
    "shrinks everything around a word that had to shrink, in %s",
    (template) => {
      const at = (fontSize: number) => {
        const { pages, context } = renderedVideo([word("money", 0, 1, { emoji: "💰" })], template, {
          styleOptions: { fontSize },
        });
        const page = pages[0];
        if (!page) throw new Error("there is no page");
        return { page, scene: sceneAt(page, 20, context), safeArea: context.style.safeArea };
      };
      const { page, scene, safeArea } = at(400);
      expect(page.layout.scale).toBeLessThan(0.6);
      const bare = at(400 * page.layout.scale);
      expect(bare.page.layout.scale).toBeGreaterThan(0.99);
      for (const placement of scene) {
        const other = bare.scene.find(({ id }) => id === placement.id);
        expect(Math.abs(placement.width - (other?.width ?? 0))).toBeLessThanOrEqual(6);
        expect(Math.abs(placement.height - (other?.height ?? 0))).toBeLessThanOrEqual(6);
      }
      const boxes = scene.filter(({ sprite }) => sprite.shape.kind === "box");
      for (const { x, width } of boxes) {
        expect(x).toBeGreaterThanOrEqual(safeArea.left - 2);
        expect(x + width).toBeLessThanOrEqual(safeArea.right + 2);
      }
    },
  );

  test("keeps a caption within the frame at any requested height", () => {
    for (const top of [0, 100]) {
      const { pages, context } = renderedVideo(spoken("high", "low"), "Plain", { styleOptions: { top } });
      expect(pages[0]?.layout.top).toBeGreaterThanOrEqual(context.style.safeArea.top);
      expect(pages[0]?.layout.bottom).toBeLessThanOrEqual(context.style.safeArea.bottom);
    }
  });

  test("orders right-to-left words from the right", () => {
    const { pages } = renderedVideo(spoken("שלום", "עולם"), "Plain", {}, "he");
    const [first, second] = [0, 1].map((index) =>
      pages[0]?.layout.items.find(({ unitIndex }) => unitIndex === index),
    );
    expect(first?.x).toBeGreaterThan(second?.x ?? Number.POSITIVE_INFINITY);
  });

  test("places an emoji above the caption", () => {
    const { pages } = renderedVideo([word("money", 0, 1, { emoji: "💰" })]);
    expect(pages[0]?.emoji[0]?.item.baselineY).toBeLessThan(pages[0]?.layout.top ?? 0);
  });

  test("has a band with even sides within the canvas", () => {
    const { band } = renderedVideo(spoken("one", "two", "three", "four"));
    for (const side of [band?.x, band?.y, band?.width, band?.height]) expect((side ?? 1) % 2).toBe(0);
    expect((band?.x ?? 0) + (band?.width ?? 0)).toBeLessThanOrEqual(1080);
    expect(band?.height).toBeLessThan(600);
  });
});

describe("drawn frames", () => {
  test("change at the start and end of pages", () => {
    const pauses = renderedVideo([word("four", 4, 4.5), word("six", 6, 6.5)]);
    expect(captionBoundariesOf(pauses, 0, 300)).toEqual([120, 135, 180, 195]);
    expect(captionBoundariesOf(pauses, 120, 60)).toEqual([15]);
  });

  test("show captions during speech only", () => {
    const scenes = [...changes(renderedVideo([word("four", 4, 4.5), word("six", 6, 6.5)]))];
    const seenAt = (frame: number): boolean =>
      (scenes.filter((change) => change.frame <= frame).at(-1)?.scene.length ?? 0) > 0;
    expect([0, 119, 120, 134, 135, 179, 180, 194, 195].map(seenAt)).toEqual([
      false,
      false,
      true,
      true,
      false,
      false,
      true,
      true,
      false,
    ]);
  });

  test("are drawn once for a caption without animation", () => {
    const scenes = [...changes(renderedVideo(spoken("one", "two", "three"), "Plain"))];
    expect(scenes.map(({ frame, scene }) => [frame, scene.length > 0])).toEqual([
      [0, true],
      [36, false],
    ]);
  });

  test("move the highlight with the words", () => {
    const colors = [...changes(renderedVideo(spoken("one", "two", "three")))].map(({ frame, scene }) => {
      const lit = scene.find(
        ({ sprite }) => sprite.shape.kind === "fill" && sprite.shape.color === "#FFE11A",
      );
      return [frame, lit?.id];
    });
    const at = (frame: number) => colors.filter(([from]) => (from as number) <= frame).at(-1)?.[1];
    expect([0, 11, 12, 23, 24, 35].map(at)).toEqual([
      "0/fill",
      "0/fill",
      "1/fill",
      "1/fill",
      "2/fill",
      "2/fill",
    ]);
  });

  const keywordColors = (template: string, highlightOptions: RenderOptions["highlightOptions"] = {}) => {
    const keywords = ["a", "b", "c", "d"].map((text, at) => word(text, at, at + 1, { important: true }));
    const { pages } = renderedVideo(keywords, template, {
      subsOptions: { emphasizeKeywords: true },
      highlightOptions,
    });
    return pages.flatMap((page) => page.keywordColors);
  };

  test("give keywords the three colors in turn, that of spoken words last", () => {
    expect(keywordColors("Pop")).toEqual(["#2BEB6A", "#FF4D4D", "#FFE11A", "#2BEB6A"]);
    expect(keywordColors("One Word")).toEqual(["#FFE11A", "#2BEB6A", "#FF4D4D", "#FFE11A"]);
  });

  test("use only the keyword colors that a task sets", () => {
    const [one, two] = ["#112233", "#445566"];
    for (const template of ["Pop", "Karaoke", "One Word"]) {
      expect(new Set(keywordColors(template, { randomColourOne: one }))).toEqual(new Set([one]));
      expect(new Set(keywordColors(template, { randomColourTwo: two }))).toEqual(new Set([two]));
    }
    expect(keywordColors("Pop", { randomColourOne: one, randomColourTwo: two })).toEqual([
      two,
      one,
      two,
      one,
    ]);
  });

  test("let a word grow to the template's scale if it is alone on its line, else only into the space beside it", () => {
    const widest = (texts: readonly string[], text: string) => {
      const { pages, context } = renderedVideo(spoken(...texts));
      const page = pages.find(({ timed }) => timed.page.units.some((unit) => unit.text === text));
      const item = page?.layout.items.find(({ setting }) => setting.text === text);
      const range = page?.timed.words[item?.unitIndex ?? -1];
      if (!page || !item || !range) throw new Error("the word is not shown");
      const frames = Array.from({ length: 8 }, (_, at) => range.startFrame + at);
      return Math.max(...frames.map((frame) => wordScale(page, item, frame, context)));
    };
    expect(widest(["make", "more", "thinking"], "THINKING")).toBeCloseTo(1.13, 2);
    expect(widest(["understand", "it"], "UNDERSTAND")).toBeLessThan(1.08);
  });

  test("only change colors without animation", () => {
    const still = [
      ...changes(renderedVideo(spoken("one", "two"), "Pop", { subsOptions: { animation: false } })),
    ];
    expect(still.map(({ frame }) => frame)).toEqual([0, 12, 24]);
    const filled = [
      ...changes(renderedVideo(spoken("one", "two"), "Karaoke", { subsOptions: { animation: false } })),
    ];
    expect(filled.map(({ frame }) => frame)).toEqual([0, 12, 24]);
  });

  test("are not drawn again for invisible motion", () => {
    const { pages, context } = renderedVideo(spoken("one", "two", "three", "four"));
    let moved = 0;
    for (const page of pages)
      for (let frame = page.timed.startFrame; frame < page.timed.endFrame; frame++)
        for (const { sprite, x, y, width, height } of sceneAt(page, frame, context)) {
          const { bounds } = sprite;
          const edges = [x - bounds.x, y - bounds.y, x + width - bounds.x - bounds.width];
          const furthest = Math.max(...[...edges, y + height - bounds.y - bounds.height].map(Math.abs));
          expect(furthest === 0 || furthest >= 1 / 16).toBe(true);
          if (furthest > 0) moved++;
        }
    expect(moved).toBeGreaterThan(10);
  });

  test("have timestamps half a frame early", () => {
    const plan = planOutput(upright, { fps: 29.97 });
    expect(ticksOf(0, plan)).toBe(0);
    expect(ticksOf(30, plan)).toBe(Math.round((29.5 * 1001 * 100_000) / 30_000));
  });
});
