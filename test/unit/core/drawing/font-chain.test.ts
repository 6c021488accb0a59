import { describe, expect, test } from "@jest/globals";
import { prepareFonts } from "../../../../core/drawing/font-chain.ts";
import type { FontLibrary } from "../../../../core/drawing/font-library.ts";

const range = (from: number, to: number): number[] =>
  Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** What the families have, apart from Latin letters, which all of them have. */
const scripts: Readonly<Record<string, number[]>> = {
  Montserrat: range(0x400, 0x4ff),
  "Noto Sans": range(0x370, 0x4ff),
  "Noto Sans Arabic": range(0x600, 0x6ff),
  "Noto Sans Thai": range(0xe00, 0xe7f),
};

/** A library that loads the list of a family's subsets after it was requested, as a browser does. */
class LoadingLibrary {
  readonly loaded = new Set<string>();
  readonly requested = new Set<string>();

  load(): void {
    for (const family of this.requested) this.loaded.add(family);
  }

  readonly library: FontLibrary = {
    registerSubsets: ({ family }) => {
      this.requested.add(family);
      return this.loaded.has(family) ? [family] : null;
    },
    registerEmoji: () => "emoji",
    registerMarkedLetters: () => "marks",
    codePointsOf: (alias) => new Set([...range(0x20, 0xff), ...(scripts[alias] ?? [])]),
    isCovered: () => true,
    joinEmoji: () => null,
    uploadedFont: () => null,
  };
}

describe("While fonts are loaded", () => {
  test.each(["L’été".replace("’", "'"), "Привет"])(
    "no other family is requested for %s, which the named one has",
    (word) => {
      const store = new LoadingLibrary();
      prepareFonts(store.library, word, null)("Montserrat", 800, word);
      expect([...store.requested]).toEqual(["Montserrat"]);
      store.load();
      expect(prepareFonts(store.library, word, null)("Montserrat", 800, word).families).toBe('"Montserrat"');
      expect([...store.requested]).toEqual(["Montserrat"]);
    },
  );

  test("families of East Asia are requested only for what those of the scripts lack", () => {
    const store = new LoadingLibrary();
    const choose = (): string =>
      prepareFonts(store.library, "مرحبا", null)("Montserrat", 800, "مرحبا").families;
    choose();
    store.load();
    choose();
    store.load();
    expect(choose()).toMatch(/^"Noto Sans Arabic", /);
    expect([...store.requested].filter((family) => /SC|TC|JP|KR/.test(family))).toEqual([]);
  });

  test("a choice is not kept", () => {
    const store = new LoadingLibrary();
    const chain = prepareFonts(store.library, "Привет", null);
    expect(chain("Montserrat", 800, "Привет").families).toBe("");
    store.load();
    expect(chain("Montserrat", 800, "Привет").families).toBe('"Montserrat"');
  });
});
