import { describe, expect, test } from "@jest/globals";
import { skia } from "../../../../containers/render/skia-backend.ts";
import { createCaptionTrack } from "../../../../core/drawing/caption-track.ts";
import { prepareFonts } from "../../../../core/drawing/font-chain.ts";
import { type Placement, sceneAt } from "../../../../core/drawing/scene.ts";
import { captionStyle } from "../../../../core/render-plan/caption-style.ts";
import { planOutput } from "../../../../core/render-plan/output-plan.ts";
import type { RenderOptions } from "../../../../core/settings/render-settings.ts";
import { findTemplate } from "../../../../core/templates/catalog.ts";
import type { Template } from "../../../../core/templates/template.ts";
import { spoken } from "../captions/words.ts";
import { mediaInfo, videoStream } from "../render-plan/media.ts";

const named = (name: string): Template => {
  const found = findTemplate(name);
  if (!found) throw new Error(`no template ${name}`);
  return found;
};

const renderedVideo = (
  texts: readonly string[],
  template: Template,
  language = "en",
  options: RenderOptions = {},
) => {
  const plan = planOutput(mediaInfo({ video: videoStream({ codedWidth: 1080, codedHeight: 1920 }) }), {});
  return createCaptionTrack(
    skia,
    spoken(...texts),
    language,
    captionStyle(template, options, plan.canvas),
    plan,
  );
};

/** Returns the first page at a frame; words last 12 frames. */
const shown = (frame: number, ...of: Parameters<typeof renderedVideo>): Placement[] => {
  const { pages, context } = renderedVideo(...of);
  const [page] = pages;
  if (!page) throw new Error("there is no page");
  return sceneAt(page, frame, context);
};

const textsOf = (scene: readonly Placement[]): string[] =>
  scene.flatMap(({ sprite: { shape } }) => (shape.kind === "fill" ? [shape.item.setting.text] : []));

const fillsOf = (scene: readonly Placement[]) =>
  scene.flatMap(({ sprite: { shape }, columns }) =>
    shape.kind === "fill" ? [{ text: shape.item.setting.text, color: shape.color, columns }] : [],
  );

test("the weight is one that the font has, and the requested one for scripts that it lacks", () => {
  const fonts = prepareFonts(skia.library, "Hello שלום", "en");
  expect(fonts("Anton", 900, "Hello").weight).toBe(400);
  expect(fonts("Anton", 900, "שלום").weight).toBe(900);
  expect(fonts("Montserrat", 640, "Hello").weight).toBe(640);
});

describe("the font of a word", () => {
  const facesOf = (family: string, text: string, language: string) =>
    prepareFonts(skia.library, text, language)(family, 800, text).families;

  test.each([
    ["Anton", "ДОРОГОЙ!", "ru", "Oswald"],
    ["Poppins", "tiếng", "vi", "Montserrat"],
    ["Bangers", "МИР!", "ru", "Russo One"],
    ["Caveat Brush", "мир!", "ru", "Noto Sans"],
    ["Playfair Display", "אתם?", "he", "Noto Sans Hebrew"],
  ])("%s draws %s in one font that has all its letters", (family, text, language, face) => {
    expect(facesOf(family, text, language).startsWith(`"${face}/`)).toBe(true);
  });

  test.each([
    ["Anton", "tiếng", "vi"],
    ["Poppins", "Łódź", "pl"],
    ["Poppins", "café", "fr"],
    ["Poppins", "10€", "fr"],
    ["Poppins", "AIは", "ja"],
  ])("%s keeps %s", (family, text, language) => {
    expect(facesOf(family, text, language).startsWith(`"${family}/`)).toBe(true);
  });
});

describe("words that appear when they are spoken", () => {
  test("are invisible before", () => {
    expect(textsOf(shown(0, ["one", "two"], named("Bounce")))).toEqual(["one"]);
    expect(textsOf(shown(12, ["one", "two"], named("Bounce")))).toEqual(["one", "two"]);
  });

  test("extend the box of their line, which is invisible before its first word", () => {
    const boxes = (frame: number, texts: readonly string[], language = "en") => {
      const scene = shown(frame, texts, named("Typewriter"), language);
      return scene.flatMap(({ sprite: { shape } }) => (shape.kind === "box" ? [shape.rect] : []));
    };
    const texts = ["wonderful", "typewriters", "write", "everything"];
    const [first, later, whole] = [0, 6, 60].map((frame) => boxes(frame, texts));
    expect([first, later, whole].map((rects) => rects?.length)).toEqual([1, 1, 2]);
    expect(first?.[0]?.width).toBeLessThan(later?.[0]?.width ?? 0);
    expect([first?.[0]?.x, later?.[0]?.x]).toEqual([whole?.[0]?.x, whole?.[0]?.x]);
    const [begun, done] = [0, 20].map((frame) => boxes(frame, ["שלום", "עולם"], "he")[0]);
    expect(begun?.x).toBeGreaterThan(done?.x ?? 0);
  });

  test("are all visible without animation", () => {
    const still = { subsOptions: { animation: false } };
    expect(textsOf(shown(0, ["one", "two"], named("Bounce"), "en", still))).toHaveLength(2);
    expect(textsOf(shown(0, ["one", "two"], named("Typewriter"), "en", still))).toEqual(["one", "two"]);
  });

  test("start small and end at full size", () => {
    const widthAt = (frame: number) =>
      shown(frame, ["one"], named("Bounce")).find(({ id }) => id === "0/outline");
    expect(widthAt(0)?.width).toBeLessThan((widthAt(11)?.width ?? 0) * 0.9);
    expect(widthAt(0)?.opacity).toBeLessThan(1);
  });
});

describe("letters that appear one by one", () => {
  const writtenAt = (frame: number, text: string, language = "en") =>
    textsOf(shown(frame, [text], named("Typewriter"), language))[0] ?? "";

  test("complete the word while it is spoken", () => {
    const steps = Array.from({ length: 12 }, (_, frame) => writtenAt(frame, "typewriter"));
    expect(steps[0]).toBe("t");
    expect(steps.at(-1)).toBe("typewriter");
    for (const [index, step] of steps.entries())
      expect(step.length).toBeGreaterThanOrEqual(steps[index - 1]?.length ?? 0);
  });

  test("never split a grapheme", () => {
    const whole = ["👨‍👩‍👧", "🇫🇷", "1️⃣", "e\u0301".normalize("NFC")];
    const allowed = whole.map((_, index) => whole.slice(0, index + 1).join(""));
    for (let frame = 0; frame < 12; frame++) expect(allowed).toContain(writtenAt(frame, whole.join("")));
  });

  test.each([
    ["ar", "مرحبا"],
    ["hi", "क्षत्रिय"],
    ["th", "สวัสดี"],
  ])("appear as a word in the joined script of %s", (language, text) => {
    expect(writtenAt(0, text, language)).toBe(text);
  });

  test("appear from the right in Hebrew", () => {
    const [fill] = shown(0, ["שלום"], named("Typewriter"), "he").filter(
      ({ sprite }) => sprite.shape.kind === "fill",
    );
    const [whole] = renderedVideo(["שלום"], named("Typewriter"), "he").pages[0]?.layout.items ?? [];
    const shape = fill?.sprite.shape;
    if (shape?.kind !== "fill" || !whole) throw new Error("nothing is drawn");
    expect(shape.item.setting.text).toBe("ש");
    expect(Math.abs(shape.item.x + shape.item.width - whole.x - whole.width)).toBeLessThanOrEqual(1);
  });
});

describe("the highlight of the spoken word", () => {
  test("draws a marker in reading direction, over which letters change color", () => {
    const fills = fillsOf(shown(1, ["one", "two"], named("Marker")));
    const [rest, marked] = fills.filter(({ text }) => text === "one");
    expect([rest?.color, marked?.color]).toEqual(["#FFFFFF", "#16130A"]);
    expect(rest?.columns?.from).toBe(marked?.columns?.to);
    expect(fillsOf(shown(11, ["one", "two"], named("Marker"))).at(-1)).toEqual({
      text: "one",
      color: "#16130A",
      columns: null,
    });
  });

  test("keeps an underline", () => {
    const boxes = (frame: number) =>
      shown(frame, ["one", "two"], named("Underline")).filter(({ id }) => id.endsWith("/wordBox")).length;
    expect([0, 11, 12, 23].map(boxes)).toEqual([1, 1, 2, 2]);
  });

  test("keeps letters on a box legible with any colors of a task", () => {
    const lit = (template: string, highlight: string, fontColor?: string) =>
      fillsOf(
        shown(8, ["one", "two"], named(template), "en", {
          highlightOptions: { randomColourOne: highlight },
          ...(fontColor === undefined ? {} : { styleOptions: { fontColor } }),
        }),
      ).find(({ text }) => text.toLowerCase() === "one")?.color;
    expect(lit("Headline", "#FFD60A")).toBe("#111111");
    expect(lit("Headline", "#FF2D2D")).toBe("#FFFFFF");
    expect(lit("Boxed", "#2030C0", "#2040C0")).toBe("#FFFFFF");
    expect(lit("Boxed", "#101010", "#00FF00")).toBe("#00FF00");
  });

  test("keeps the keyword color of an underlined word", () => {
    const [entry] = spoken("one");
    if (!entry) throw new Error("there is no word");
    const plan = planOutput(mediaInfo({ video: videoStream({ codedWidth: 1080, codedHeight: 1920 }) }), {});
    const style = captionStyle(named("Underline"), {}, plan.canvas);
    const { pages, context } = createCaptionTrack(skia, [{ ...entry, important: true }], "en", style, plan);
    const colors = [2, 8].map((at) => pages[0] && fillsOf(sceneAt(pages[0], at, context)));
    const keyword = named("Underline").style.highlightOptions.randomColourTwo;
    for (const fills of colors) expect(fills?.map(({ color }) => color)).toEqual([keyword]);
  });

  test("marks a word on two lines one line after the other", () => {
    const long = ["Donaudampfschifffahrtsgesellschaftskapitänsmützenabzeichen"];
    const marked = (frame: number) =>
      shown(frame, long, named("Marker"), "de")
        .filter(({ id }) => id.endsWith("/wordBox"))
        .map(({ columns, x, width }) =>
          columns === null ? 1 : Math.max(0, Math.min(1, (columns.to - x) / width)),
        );
    const [first = 0, ...rest] = marked(0);
    expect(rest.length).toBeGreaterThan(0);
    expect(first).toBeGreaterThan(0.2);
    for (const part of rest) expect(part).toBeLessThan(0.05);
    expect(marked(11)).toEqual([1, ...rest.map(() => 1)]);
  });

  test("does not cover adjacent words with a box", () => {
    const scene = shown(12, ["今日は", "とても", "いい"], named("Boxed"), "ja");
    const box = scene.find(({ id }) => id.endsWith("/wordBox"))?.sprite.shape;
    const items =
      renderedVideo(["今日は", "とても", "いい"], named("Boxed"), "ja").pages[0]?.layout.items ?? [];
    if (box?.kind !== "box") throw new Error("there is no box");
    expect(box.rect.x).toBeGreaterThanOrEqual((items[0]?.x ?? 0) + (items[0]?.width ?? 0) - 1);
    expect(box.rect.x + box.rect.width).toBeLessThanOrEqual((items[2]?.x ?? 0) + 1);
  });
});

describe("colors", () => {
  test("have no gradient if a task sets the color", () => {
    const gradients = (options: RenderOptions) =>
      shown(0, ["one", "two"], named("Gamer"), "en", options).flatMap(({ sprite: { shape } }) =>
        shape.kind === "fill" ? [shape.gradientTo] : [],
      );
    expect(gradients({})).toContain("#A98BFF");
    expect(gradients({ styleOptions: { fontColor: "#123456" } })).toEqual([null, null]);
  });

  test("are dimmed for words that are not yet spoken", () => {
    const opacity = (id: string) =>
      shown(5, ["one", "two"], named("Podcast")).find((one) => one.id === id)?.opacity;
    expect(opacity("0/fill")).toBe(1);
    expect(opacity("1/fill")).toBe(named("Podcast").design.highlight.kind === "word" ? 0.45 : 1);
    // The outline, which makes them legible, is not.
    expect(opacity("1/outline")).toBe(1);
  });
});

describe("a block", () => {
  test.each([
    ["en", ["Someone", "writes", "to", "us"], "left"],
    ["he", ["מישהו", "כותב", "לנו", "עכשיו"], "right"],
  ] as const)("of %s text is centered, and its lines start at one edge", (language, texts, edge) => {
    const { pages, context } = renderedVideo(texts, named("Typewriter"), language, {
      styleOptions: { fontSize: 60 },
    });
    const { lines, left, right } = pages[0]?.layout ?? { lines: [], left: 0, right: 0 };
    const { safeArea } = context.style;
    expect(lines.length).toBeGreaterThan(1);
    const [first, ...others] = lines.map((line) => line[edge]);
    for (const other of others) expect(other).toBeCloseTo(first ?? 0, 0);
    expect(Math.abs(left + right - safeArea.left - safeArea.right)).toBeLessThanOrEqual(3);
  });
});

describe("lower thirds", () => {
  test("start at the side where the language starts, with the bar at that side", () => {
    const bar = (text: string, language: string) => {
      const { pages, context } = renderedVideo([text], named("News"), language);
      const [page] = pages;
      const shape = page && sceneAt(page, 11, context).find(({ id }) => id.startsWith("bar"))?.sprite.shape;
      if (shape?.kind !== "box") throw new Error("there is no bar");
      return { rect: shape.rect, safeArea: context.style.safeArea };
    };
    const left = bar("Hello", "en");
    expect(Math.abs(left.rect.x - left.safeArea.left)).toBeLessThanOrEqual(1);
    const right = bar("مرحبا", "ar");
    expect(Math.abs(right.rect.x + right.rect.width - right.safeArea.right)).toBeLessThanOrEqual(1);
  });
});
