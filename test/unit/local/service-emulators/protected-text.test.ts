import { describe, expect, test } from "@jest/globals";
import { capitalizedWords, protectNames } from "../../../../local/service-emulators/protected-text.ts";

const dictionary = new Set("dice un mar rojo el estados unidos gran plaza".split(" "));
const protectedIn = (text: string): string[] => {
  const result = protectNames(text, (word) => dictionary.has(word));
  expect(result.restore(result.text)).toBe(text);
  return text.split(/[\s,:]+/u).filter((word) => !result.text.includes(word));
};

describe("protectNames", () => {
  test.each([
    ["a name whose second half is a word", "Dice Valentino Rojo, y punto", ["Valentino", "Rojo"]],
    ["a run from its first word that the dictionary lacks", "El Kylian Rojo", ["Kylian", "Rojo"]],
    [
      "URLs, email addresses, handles and hashtags",
      "A info@mar.es, www.mar.es, @mar y #mar",
      ["info@mar.es", "www.mar.es", "@mar", "#mar"],
    ],
    ["nothing of names that are words", "El Mar Rojo y los Estados Unidos", []],
    ["no single capitalized word", "un Valentino en la Plaza", []],
  ])("protects %s", (_, text, words) => {
    expect(protectedIn(text)).toEqual(words);
  });

  test("restores more than ten names in their places", () => {
    const text = Array.from({ length: 12 }, (_, at) => `@n${at}`).join(" y ");
    const result = protectNames(text, () => true);
    expect(result.text).not.toMatch(/[@\d]/);
    expect(result.restore(result.text.replaceAll(" y ", " e "))).toBe(text.replaceAll(" y ", " e "));
  });
});

test("capitalizedWords returns the words of names once each, in lower case", () => {
  expect(capitalizedWords("Ana Roja y Luis Roja, no Mar")).toEqual(["ana", "roja", "luis"]);
});
