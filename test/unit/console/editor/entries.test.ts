import { expect, test } from "@jest/globals";
import { toWords } from "../../../../console/editor/entries.ts";

test.each([
  ["one\u00a0two\u2028three\tfour", ["one", "two", "three", "four"]],
  ['<p class="MsoNormal">Hi<!-- x --> there</p>', ["Hi", "there"]],
  ["2 < 3 and 5 > 4", ["2", "<", "3", "and", "5", ">", "4"]],
  ["\u0000\u0007", []],
])("pasted %j becomes the words %j", (text, words) => {
  expect(toWords(text)).toEqual(words);
});

test("a word is cut to the length that the API accepts, between characters", () => {
  const [word = ""] = toWords("😀".repeat(600));
  expect([...word]).toHaveLength(500);
});
