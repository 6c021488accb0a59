import { describe, expect, test } from "@jest/globals";
import { splitLongWord, wordsOfEntry } from "../../../../core/drawing/long-word.ts";

const width = (text: string): number => text.length;
const cut = (text: string, maxWidth: number): string[] => splitLongWord(text, width, maxWidth);

describe("a word of an alphabet", () => {
  test.each([
    ["incomprehensibilities", 10, 3],
    ["electroencefalografista", 12, 3],
    ["достопримечательность", 10, 3],
    ["ηλεκτροεγκεφαλογράφημα", 12, 2],
    ["“unbelievable!”", 9, 2],
  ])("%s is broken between syllables, with a hyphen", (word, room, most) => {
    const found = cut(word, room);
    expect(found.map((piece) => piece.replace(/-$/u, "")).join("")).toBe(word);
    for (const piece of found) expect(piece.length).toBeLessThanOrEqual(room);
    expect(found.slice(0, -1).every((piece) => piece.endsWith("-"))).toBe(true);
    expect(found.length).toBeLessThanOrEqual(most);
  });

  test("the parts are pronounceable", () => {
    expect(cut("incomprehensibilities", 11)).toEqual(["incompre-", "hensibi-", "lities"]);
    expect(cut("Donaudampfschiff", 12)).toEqual(["Donaudampf-", "schiff"]);
    expect(cut("достопримечательность", 13)).toEqual(["достоприме-", "чательность"]);
    expect(cut("κεφαλογράφημα", 9)).toEqual(["κεφαλο-", "γράφημα"]);
  });

  test("keeps three letters on each side of a hyphen", () => {
    for (const piece of cut("strengthless", 9))
      expect(piece.replace("-", "").length).toBeGreaterThanOrEqual(3);
  });

  test("adds no hyphen after a hyphen", () => {
    expect(cut("state-of-the-art-technology", 15)).toEqual(["state-of-the-", "art-technology"]);
  });

  test("breaks at a soft hyphen first", () => {
    expect(cut("Silben\u00ADtrennung", 12)).toEqual(["Silben-", "trennung"]);
  });
});

describe("a URL, a handle, a number", () => {
  test("is broken after its separators, without a hyphen", () => {
    expect(cut("example.com/path", 12)).toEqual(["example.", "com/path"]);
    expect(cut("first.last@mail.example.com", 15)).toEqual(["first.last@", "mail.", "example.com"]);
    for (const piece of cut("https://www.example.com/some/long/path?query=1&more=2", 20))
      expect(piece).toMatch(/^[^-./?&=:].*([/.?&=]|2)$/u);
  });

  test("gets no hyphen when it is broken elsewhere", () => {
    expect(cut("12345678901234567890", 10)).toEqual(["1234567890", "1234567890"]);
    expect(cut("@averyverylonghandle", 12).join("")).toBe("@averyverylonghandle");
  });
});

describe("other scripts", () => {
  test("keep graphemes and clusters whole", () => {
    expect(cut("👨‍👩‍👧👨‍👩‍👧", 8)).toEqual(["👨‍👩‍👧", "👨‍👩‍👧"]);
    for (const piece of cut("किंकर्तव्यविमूढ़किंकर्तव्यविमूढ़", 9)) expect(piece).toMatch(/^\p{L}/u);
  });

  test("never split joined letters", () => {
    expect(cut("أفاستسقيناكموها", 5)).toEqual(["أفاستسقيناكموها"]);
  });

  test("never start a line with a small kana, a full stop or a closing bracket, or end one with an opening bracket", () => {
    const text = "ちょっと「きゃあ」って、言った。";
    for (let room = 3; room < 9; room++) {
      const pieces = cut(text, room);
      expect(pieces.join("")).toBe(text);
      for (const piece of pieces.slice(1)) expect(piece).not.toMatch(/^[ょっゃ」、。]/u);
      for (const piece of pieces.slice(0, -1)) expect(piece).not.toMatch(/「$/u);
    }
  });
});

test("the words of an entry", () => {
  expect(wordsOfEntry("hello my friend")).toEqual(["hello ", "my ", "friend"]);
  expect(wordsOfEntry("สวัสดีชาวโลก").join("")).toBe("สวัสดีชาวโลก");
  expect(wordsOfEntry("สวัสดีชาวโลก").length).toBeGreaterThan(1);
  expect(wordsOfEntry("Wort")).toEqual(["Wort"]);
});
