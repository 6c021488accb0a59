import { expect, test } from "@jest/globals";
import { fontIdsOf, toSourceFont } from "../../../../console/captions/source-fonts.ts";

const word = { text: "a", type: "word" as const, start_time: 0, end_time: 1 };

test("the uploaded fonts of captions are those of the settings and of the words, each once", () => {
  const words = [
    word,
    { ...word, fontFileKey: "fonts/first/file" },
    { ...word, fontId: "second" },
    { ...word, fontFileKey: "no key of a font" },
  ];
  expect(fontIdsOf(words, { styleOptions: { fontId: "first" } })).toEqual(["first", "second"]);
  expect(fontIdsOf([word], undefined)).toEqual([]);
});

test("a font whose characters the service does not know is left out", () => {
  const font = {
    ...{ id: "id", filename: "a.ttf", fontFamily: "A", fontStyle: "Bold", createdAt: "" },
    ...{ fontWeight: 700, fileKey: "fonts/id/file", weights: "700", fileUrl: "https://a.test/file" },
  };
  expect(toSourceFont(font)).toBeNull();
  expect(toSourceFont({ ...font, characters: "U+20-7e" })).toEqual({
    ...{ fileKey: "fonts/id/file", url: "https://a.test/file", weight: 700, weights: "700" },
    characters: "U+20-7e",
  });
});
