import { describe, expect, test } from "@jest/globals";
import bidiFactory from "bidi-js";
import { balanceLines, greedyLineCount, type LineWord } from "../../../../core/captions/lines.ts";
import { uppercase } from "../../../../core/languages/letter-case.ts";
import { baseDirection, isSpaceBetween } from "../../../../core/languages/writing.ts";
import { wordWeight } from "../../../../core/text/scripts.ts";
import { readingDirection, visualOrder } from "../../../../core/text/visual-order.ts";

// The export of this CommonJS package is the factory itself.
const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();

const order = (line: string, language: string): string =>
  visualOrder(
    line.split(" ").map((text) => ({ text, space: " " })),
    baseDirection(line, language),
  )
    .map(({ index }) => line.split(" ")[index])
    .join(" ");

describe("visual order", () => {
  test("reverses right-to-left lines", () => {
    expect(order("שלום עולם איך אתם", "he")).toBe("אתם איך עולם שלום");
  });
  test("keeps the order of Latin words and numbers within Arabic", () => {
    expect(order("أهلا iPhone 15 بالعالم", "ar")).toBe("بالعالم iPhone 15 أهلا");
  });
  test("orders two numbers by the direction of the line", () => {
    expect(order("سنة 2016 2017", "ar")).toBe("2017 2016 سنة");
  });
  test("reverses Hebrew within English", () => {
    expect(order("say שלום עולם now", "en")).toBe("say עולם שלום now");
  });
  test("returns the direction of each word", () => {
    const words = ["مرحبا", "iPhone"].map((text) => ({ text, space: " " }));
    expect(visualOrder(words, "rtl")).toMatchObject([
      { index: 1, direction: "ltr" },
      { index: 0, direction: "rtl" },
    ]);
  });
  test("places brackets and periods around numbers by the direction of the line", () => {
    const directions = (words: string[], base: "ltr" | "rtl") =>
      visualOrder(
        words.map((text) => ({ text, space: " " })),
        base,
      ).map(({ index, direction }) => [words[index], direction]);
    expect(directions(["(في", "١٩٨٧)"], "rtl")).toEqual([
      ["١٩٨٧)", "rtl"],
      ["(في", "rtl"],
    ]);
    expect(directions(["בשנת", "2026", "50%", "2026."], "rtl")).toEqual([
      ["2026.", "rtl"],
      ["50%", "ltr"],
      ["2026", "ltr"],
      ["בשנת", "rtl"],
    ]);
    expect(directions(["in", "1987)"], "ltr")).toEqual([
      ["in", "ltr"],
      ["1987)", "ltr"],
    ]);
  });
  test("places marks beside a word of the other direction where the line continues", () => {
    const direction = (line: string, word: string, base: "ltr" | "rtl") => {
      const words = line.split(" ").map((text) => ({ text, space: " " }));
      return visualOrder(words, base).find(({ index }) => words[index]?.text === word)?.direction;
    };
    expect(direction("קניתי Google, ואז", "Google,", "rtl")).toBe("rtl");
    expect(direction("خصم على iPhone-15!", "iPhone-15!", "rtl")).toBe("rtl");
    expect(direction("he said שלום, twice", "שלום,", "ltr")).toBe("ltr");
    // The symbol of a name stays with its letters.
    expect(direction("ה C++ הזה", "C++", "rtl")).toBe("ltr");
  });
  test.each([
    ["he", "שלום (hello world), עולם", ["עולם", "hello),", "(world", "שלום"]],
    ["ar", "قال John Smith, ثم", ["ثم", "John,", "Smith", "قال"]],
    ["he", 'אמר "to be, or not" ואז', ["ואז", 'to"', "be,", "or", '"not', "אמר"]],
    ["ar", "عندي iPhone 15.", ["iPhone.", "15", "عندي"]],
    ["en", "say (שלום עולם), twice", ["say", "(עולם", "שלום),", "twice"]],
    // A mark that is a separate word remains one.
    ["he", "הוא ( Google Maps ) טוב", ["טוב", ")", "Google", "Maps", "(", "הוא"]],
  ])("places the marks of several words at the ends of their run, %s: %s", (language, line, expected) => {
    const words = line.split(" ").map((text) => ({ text, space: " " }));
    const runs = visualOrder(words, baseDirection(line, language));
    expect(runs.map(({ text }) => text)).toEqual(expected);
    expect(runs.map(({ spacesBefore }) => spacesBefore)).toEqual(expected.map((_, nth) => Math.min(nth, 1)));
  });
  test("keeps the position of a symbol that differs after Arabic letters", () => {
    const words = ["و", "12.5%"].map((text) => ({ text, space: " " }));
    expect(visualOrder(words, "rtl")[0]).toMatchObject({
      index: 1,
      text: "\u200E12.5\u200E\u200F%\u200F",
      direction: "rtl",
      part: { from: 0, to: 1 },
    });
  });
  test("places spaces visually, also between words that are not consecutive", () => {
    const words = [
      { text: "שלום", space: "" },
      { text: "abc", space: " " },
      { text: "עולם", space: "" },
    ];
    expect(visualOrder(words, "rtl").map(({ index, spacesBefore }) => [index, spacesBefore])).toEqual([
      [2, 0],
      [1, 0],
      [0, 1],
    ]);
  });
  test("splits a word that surrounds another one into two parts", () => {
    const words = ["אבג", "Maps", "Google-שלום"].map((text) => ({ text, space: " " }));
    const runs = visualOrder(words, "rtl").map(({ index, text, part }) => [index, text, part.from, part.to]);
    expect(runs).toEqual([
      [2, "-שלום", 6 / 11, 1],
      [1, "Maps", 0, 1],
      [2, "Google", 0, 6 / 11],
      [0, "אבג", 0, 1],
    ]);
  });
  test("displays the runs like the whole line", () => {
    const pool = [
      "שלום",
      "עולם,",
      "(אבג",
      "דה)",
      "قال",
      "ثم،",
      "hello",
      "world,",
      "(read",
      "this)",
      "12.5%",
      "15.",
      "$3",
      "—",
      "٥/٦",
      "א1",
    ];
    const seen = (text: string, base: "ltr" | "rtl"): string =>
      bidi.getReorderedString(text, bidi.getEmbeddingLevels(text, base)).replace(/[\u200E\u200F]/g, "");
    let seed = 7;
    const pick = (): string => {
      seed = (seed * 1_103_515_245 + 12_345) % 2 ** 31;
      return pool[Math.floor(seed / 65_536) % pool.length] ?? "";
    };
    for (let line = 0; line < 500; line++) {
      const texts = Array.from({ length: 6 }, pick);
      for (const base of ["ltr", "rtl"] as const) {
        const runs = visualOrder(
          texts.map((text) => ({ text, space: " " })),
          base,
        );
        const ours = runs.map((run) => " ".repeat(run.spacesBefore) + seen(run.text, run.direction)).join("");
        expect([base, ours]).toEqual([base, seen(texts.join(" "), base)]);
      }
    }
  });
  test("reads a word in the direction of its letters, a number in that of its run", () => {
    expect(readingDirection({ text: "Google,", direction: "rtl" })).toBe("ltr");
    expect(readingDirection({ text: "(שלום", direction: "ltr" })).toBe("rtl");
    expect(readingDirection({ text: "١٩٨٧)", direction: "rtl" })).toBe("rtl");
    expect(readingDirection({ text: "\u200E5\u200E\u200F%\u200F", direction: "rtl" })).toBe("rtl");
  });
  test("gives emoji no direction", () => {
    expect(order("Google 👨‍👩‍👧 נכון", "he")).toBe("נכון 👨‍👩‍👧 Google");
    expect(order("שלום 😀 Google", "he")).toBe("Google 😀 שלום");
    expect(order("מחיר 50 😀", "he")).toBe("😀 50 מחיר");
  });
  test("displays an English caption of an Arabic video from left to right", () => {
    expect(baseDirection("Hello World", "ar")).toBe("ltr");
    expect(baseDirection("שלום", null)).toBe("rtl");
  });
});

describe("case", () => {
  test.each([
    ["istanbul", "tr", "İSTANBUL"],
    ["straße", "de", "STRASSE"],
    ["κόσμε", "el", "ΚΟΣΜΕ"],
    ["გამარჯობა", "ka", "გამარჯობა"],
    ["jawa", "jw", "JAWA"],
    ["hello", null, "HELLO"],
  ])("%s in %s", (text, language, expected) => {
    expect(uppercase(text, language)).toBe(expected);
  });
});

describe("scripts", () => {
  test("have spaces between words or none", () => {
    expect(isSpaceBetween("今日", "は", "en")).toBe(false);
    expect(isSpaceBetween("hello", "there", null)).toBe(true);
  });
  test("weigh words by their letters", () => {
    expect(wordWeight("extraordinary")).toBe(1);
    expect(wordWeight("とても良い")).toBeCloseTo(2);
  });
});

describe("lines", () => {
  const words = (...widths: number[]): LineWord[] =>
    widths.map((width) => ({
      width,
      spaceWidth: 1,
      endsClause: false,
      noBreakBefore: false,
      noBreakAfter: false,
    }));

  test("are as few as possible", () => {
    expect(greedyLineCount(words(5, 5, 5), 11)).toBe(2);
    expect(greedyLineCount(words(50), 11)).toBe(1);
    expect(greedyLineCount([], 11)).toBe(0);
  });
  test("have similar widths", () => {
    expect(balanceLines(words(5, 5, 5, 5), 2)).toEqual([0, 2]);
    expect(balanceLines(words(10, 3, 3, 3), 2)).toEqual([0, 1]);
  });
  test("do not end with a word that belongs to the next", () => {
    const line = words(4, 4, 4);
    expect(balanceLines([line[0], { ...line[1], noBreakAfter: true }, line[2]] as LineWord[], 2)).toEqual([
      0, 1,
    ]);
  });
});
