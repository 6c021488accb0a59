import { describe, expect, test } from "@jest/globals";
import { uppercase } from "../../../core/captions/letter-case.ts";
import { balanceLines, fewestLines, type LineWord } from "../../../core/captions/lines.ts";
import { endsSentence, isSpaceBetween, wordWeight } from "../../../core/captions/script.ts";
import { baseDirection, readingDirection, visualOrder } from "../../../core/captions/visual-order.ts";

const order = (line: string, language: string): string =>
  visualOrder(
    line.split(" ").map((text) => ({ text, space: " " })),
    baseDirection(line, language),
  )
    .map(({ index }) => line.split(" ")[index])
    .join(" ");

describe("order on screen", () => {
  test("right-to-left lines run from the right", () => {
    expect(order("שלום עולם איך אתם", "he")).toBe("אתם איך עולם שלום");
  });
  test("Latin words and numbers inside Arabic keep their own order", () => {
    expect(order("أهلا iPhone 15 بالعالم", "ar")).toBe("بالعالم iPhone 15 أهلا");
  });
  test("two numbers are ordered by the line", () => {
    expect(order("سنة 2016 2017", "ar")).toBe("2017 2016 سنة");
  });
  test("Hebrew inside English", () => {
    expect(order("say שלום עולם now", "en")).toBe("say עולם שלום now");
  });
  test("words know the direction in which they are set", () => {
    const words = ["مرحبا", "iPhone"].map((text) => ({ text, space: " " }));
    expect(visualOrder(words, "rtl")).toEqual([
      { index: 1, direction: "ltr" },
      { index: 0, direction: "rtl" },
    ]);
  });
  test("brackets and points around numbers go by the line", () => {
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
  test("marks beside a word of the other direction stand where the line goes on", () => {
    const direction = (line: string, word: string, base: "ltr" | "rtl") => {
      const words = line.split(" ").map((text) => ({ text, space: " " }));
      return visualOrder(words, base).find(({ index }) => words[index]?.text === word)?.direction;
    };
    expect(direction("קניתי Google, ואז", "Google,", "rtl")).toBe("rtl");
    expect(direction("خصم على iPhone-15!", "iPhone-15!", "rtl")).toBe("rtl");
    expect(direction("he said שלום, twice", "שלום,", "ltr")).toBe("ltr");
    // The mark of a name, and the bracket of two words, stay with their letters.
    expect(direction("ה C++ הזה", "C++", "rtl")).toBe("ltr");
    expect(direction("הוא (Google Maps), טוב", "Maps),", "rtl")).toBe("ltr");
    expect(direction("عندي iPhone 15.", "15.", "rtl")).toBe("ltr");
  });
  test("a word is read as its letters run, a number as it is set", () => {
    expect(readingDirection({ text: "Google,", direction: "rtl" })).toBe("ltr");
    expect(readingDirection({ text: "(שלום", direction: "ltr" })).toBe("rtl");
    expect(readingDirection({ text: "١٩٨٧)", direction: "rtl" })).toBe("rtl");
  });
  test("emoji belong to no direction", () => {
    expect(order("Google 👨‍👩‍👧 נכון", "he")).toBe("נכון 👨‍👩‍👧 Google");
    expect(order("שלום 😀 Google", "he")).toBe("Google 😀 שלום");
    expect(order("מחיר 50 😀", "he")).toBe("😀 50 מחיר");
  });
  test("an English caption of an Arabic film runs left to right", () => {
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
  test("sentence ends", () => {
    expect(["Yes.", "Yes!”", "はい。", "क्या।", "نعم؟"].every(endsSentence)).toBe(true);
    expect(["Mr.", "U.S.", "J.", "3.5", "well,"].some(endsSentence)).toBe(false);
  });
  test("spaces", () => {
    expect(isSpaceBetween("今日", "は", "en")).toBe(false);
    expect(isSpaceBetween("hello", "there", null)).toBe(true);
  });
  test("weight", () => {
    expect(wordWeight("extraordinary")).toBe(1);
    expect(wordWeight("とても良い")).toBeCloseTo(2);
  });
});

describe("lines", () => {
  const words = (...widths: number[]): LineWord[] =>
    widths.map((width) => ({ width, spaceWidth: 1, endsClause: false, clings: false, leansOnNext: false }));

  test("the fewest that hold the words", () => {
    expect(fewestLines(words(5, 5, 5), 11)).toBe(2);
    expect(fewestLines(words(50), 11)).toBe(1);
    expect(fewestLines([], 11)).toBe(0);
  });
  test("of like width", () => {
    expect(balanceLines(words(5, 5, 5, 5), 2)).toEqual([0, 2]);
    expect(balanceLines(words(10, 3, 3, 3), 2)).toEqual([0, 1]);
  });
  test("a leaning word goes down with the next", () => {
    const line = words(4, 4, 4);
    expect(balanceLines([line[0], { ...line[1], leansOnNext: true }, line[2]] as LineWord[], 2)).toEqual([
      0, 1,
    ]);
  });
});
