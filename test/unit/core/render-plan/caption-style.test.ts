import { describe, expect, test } from "@jest/globals";
import { captionStyle } from "../../../../core/render-plan/caption-style.ts";
import { findTemplate, previewFiles, templates } from "../../../../core/templates/catalog.ts";

const upright = { width: 1080, height: 1920 };
const pop = templates[0];
if (!pop) throw new Error("there is no template");

describe("templates", () => {
  test("are found by ID and by name, case-insensitively", () => {
    for (const template of templates) {
      expect(findTemplate(template.id)).toBe(template);
      expect(findTemplate(template.name.toUpperCase())).toBe(template);
    }
    expect(findTemplate("nothing")).toBeNull();
    expect(new Set(templates.map(({ id }) => id)).size).toBe(templates.length);
    expect(new Set(templates.map((template) => previewFiles(template).mp4)).size).toBe(templates.length);
  });

  test("include a plain one without highlights", () => {
    const plain = templates.find(({ categories }) => categories.includes("basic"));
    expect(plain?.name).toBe("Plain");
    expect(plain?.design.highlight.kind).toBe("none");
    expect(plain?.style.subsOptions.emphasizeKeywords).toBe(false);
  });
});

describe("style", () => {
  test("scales lengths with the shorter side", () => {
    const small = captionStyle(pop, {}, { width: 360, height: 640 });
    const large = captionStyle(pop, {}, upright);
    expect(large.fontSizePx).toBe(92);
    expect(large.fontSizePx / small.fontSizePx).toBeCloseTo(3);
    expect((large.stroke?.widthPx ?? 0) / (small.stroke?.widthPx ?? 1)).toBeCloseTo(3);
  });

  test("replaces single values of the template by options", () => {
    const style = captionStyle(
      pop,
      {
        subsOptions: { displayWords: 40, animation: false, emoji: false, emphasizeKeywords: false },
        styleOptions: { fontColor: "#123456", stroke: "none", fontShadow: "none", top: 10, fontWeight: 300 },
        highlightOptions: { randomColourOne: "#abcdef" },
      },
      upright,
    );
    expect(style).toMatchObject({
      fontColor: "#123456",
      highlightColor: "#abcdef",
      stroke: null,
      shadow: null,
      emoji: null,
      keywordColors: null,
      entrance: null,
      isAnimated: false,
      displayWords: 6,
      fontWeight: 300,
      centerY: 192,
    });
    expect(style.isUppercase).toBe(pop.style.styleOptions.fontUppercase);
  });

  test.each([
    ["fills a phone", { width: 1080, height: 1920 }, [0.14, 0.75, 0.11]],
    ["2:3", { width: 1000, height: 1500 }, [0.14, 0.75, 0.11]],
    ["4:5", { width: 1080, height: 1350 }, [0.06, 0.93, 0.08]],
    ["square", { width: 1080, height: 1080 }, [0.06, 0.93, 0.08]],
    ["16:9", { width: 1920, height: 1080 }, [0.06, 0.93, 0.08]],
    ["21:9", { width: 2520, height: 1080 }, [0.06, 0.93, 0.08]],
  ])("keeps the margins of a frame that %s free", (_name, canvas, [top = 0, bottom = 0, sides = 0]) => {
    const { safeArea } = captionStyle(pop, {}, canvas);
    expect(safeArea.top).toBeCloseTo(top * canvas.height);
    expect(safeArea.bottom).toBeCloseTo(bottom * canvas.height);
    expect(safeArea.left).toBeCloseTo(sides * canvas.width);
    expect(safeArea.right).toBeCloseTo((1 - sides) * canvas.width);
  });

  test("prefers a height that a task sets to the margins of apps", () => {
    const low = captionStyle(pop, { styleOptions: { top: 90 } }, upright);
    expect(low.centerY).toBeCloseTo(0.9 * 1920);
    expect(low.safeArea.bottom).toBeGreaterThan(0.96 * 1920);
    expect(low.safeArea.left).toBe(captionStyle(pop, {}, upright).safeArea.left);
  });

  test("places captions of square frames as low as those of horizontal ones", () => {
    const { top } = pop.style.styleOptions;
    expect(captionStyle(pop, {}, { width: 1080, height: 1080 }).centerY).toBeCloseTo(10.8 * top.horizontal);
    expect(captionStyle(pop, {}, upright).centerY).toBeCloseTo(19.2 * top.vertical);
  });

  test("has separate defaults and a separate range for horizontal frames", () => {
    const style = captionStyle(pop, { subsOptions: { displayWords: 1 } }, { width: 1920, height: 1080 });
    expect(style.displayWords).toBe(6);
    expect(style.fontSizePx).toBe(pop.style.styleOptions.fontSize.horizontal * 2);
  });
});
