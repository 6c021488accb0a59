import { describe, expect, test } from "@jest/globals";
import { combineEngines, type TextEngine } from "../../../../local/service-emulators/text-engines.ts";

/** Appends each step to the text. */
const engine = (name: string, pairs: readonly string[], roughPairs: readonly string[] = []): TextEngine => ({
  name,
  pairs,
  roughPairs,
  translate: async (text, pair) => `${text} ${name}:${pair}`,
});

describe("combineEngines", () => {
  test("uses the first engine that has a pair", async () => {
    const both = combineEngines([engine("first", ["en>pt"]), engine("second", ["en>pt", "es>pt"])]);
    expect(both.pairs).toEqual(["en>pt", "es>pt"]);
    expect(await both.translate("Hi", "en>pt")).toBe("Hi first:en>pt");
    expect(await both.translate("Hola", "es>pt")).toBe("Hola second:es>pt");
  });

  test("uses English as a pivot if no engine has the pair", async () => {
    const models = combineEngines([engine("m", ["de>en", "en>de", "en>fr"])]);
    expect([...models.pairs].sort()).toEqual(["de>en", "de>fr", "en>de", "en>fr"]);
    expect(await models.translate("Hallo", "de>fr")).toBe("Hallo m:de>en m:en>fr");
    expect(models.roughPairs).toEqual([]);
  });

  test("uses Portuguese as a pivot only to Spanish and Catalan, and marks these pairs as rough", async () => {
    const both = combineEngines([engine("m", ["en>pt"]), engine("a", ["pt>es", "pt>ca", "pt>fr"])]);
    expect([...both.pairs].sort()).toEqual(["en>ca", "en>es", "en>pt", "pt>ca", "pt>es", "pt>fr"]);
    expect([...both.roughPairs].sort()).toEqual(["en>ca", "en>es"]);
    expect(await both.translate("Hi", "en>es")).toBe("Hi m:en>pt a:pt>es");
  });

  test("marks a pair as rough when one of its steps is", () => {
    const models = combineEngines([engine("m", ["nl>en", "en>fr"], ["nl>en"])]);
    expect(models.roughPairs).toEqual(["nl>en", "nl>fr"]);
  });

  test("has no pairs without engines", () => {
    expect(combineEngines([]).pairs).toEqual([]);
  });
});
