import { expect, test } from "@jest/globals";
import { withKeptNames, wordsOfNames } from "../../../local/service-emulators/kept-names.ts";

const words = new Set("dice un mar rojo el estados unidos gran plaza".split(" "));
const keptOf = (text: string): string[] => {
  const hidden = withKeptNames(text, (word) => words.has(word));
  expect(hidden.restored(hidden.text)).toBe(text);
  return text.split(/[\s,:]+/u).filter((word) => !hidden.text.includes(word));
};

test.each([
  ["a name whose second half is a word", "Dice Valentino Rojo, y punto", ["Valentino", "Rojo"]],
  ["of a run, from its first word on that is none", "El Kylian Rojo", ["Kylian", "Rojo"]],
  [
    "addresses, handles and tags",
    "A info@mar.es, www.mar.es, @mar y #mar",
    ["info@mar.es", "www.mar.es", "@mar", "#mar"],
  ],
  ["no names of words", "El Mar Rojo y los Estados Unidos", []],
  ["no word by itself", "un Valentino en la Plaza", []],
])("what is not translated: %s", (_, text, kept) => {
  expect(keptOf(text)).toEqual(kept);
});

test("what a dictionary is asked for are the words of names, once each", () => {
  expect(wordsOfNames("Ana Roja y Luis Roja, no Mar")).toEqual(["ana", "roja", "luis"]);
});

test("more than ten names come back in their places", () => {
  const text = Array.from({ length: 12 }, (_, at) => `@n${at}`).join(" y ");
  const hidden = withKeptNames(text, () => true);
  expect(hidden.text).not.toMatch(/[@\d]/);
  expect(hidden.restored(hidden.text.replaceAll(" y ", " e "))).toBe(text.replaceAll(" y ", " e "));
});
