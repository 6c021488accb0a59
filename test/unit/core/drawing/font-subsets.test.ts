import { describe, expect, test } from "@jest/globals";
import { everyFamily, type FontFamily, namedFamilies } from "../../../../core/drawing/font-catalog.ts";
import {
  areCovered,
  parseRanges,
  rangesText,
  subsetAlias,
  subsetFile,
  subsetsOf,
  subsetsWith,
} from "../../../../core/drawing/font-subsets.ts";

const family = (name: string): FontFamily => {
  const found = namedFamilies.find((one) => one.family === name);
  if (found === undefined) throw new Error(`no family ${name}`);
  return found;
};

test("parses ranges in CSS syntax", () => {
  expect(parseRanges("U+0-ff, U+131,u+2c6")).toEqual([
    [0, 0xff],
    [0x131, 0x131],
    [0x2c6, 0x2c6],
  ]);
});

test("code points in any order are written as CSS's ranges, which are read alike", () => {
  const text = rangesText([0x42, 0x41, 0x131, 0x43, 0x43]);
  expect(text).toBe("U+41-43,U+131");
  expect(parseRanges(text)).toEqual([
    [0x41, 0x43],
    [0x131, 0x131],
  ]);
});

describe("subsets", () => {
  const subsets = subsetsOf({ latin: "U+0-ff", "[12]": "U+4e00-4eff" });

  test("have the names of their files", () => {
    expect(subsets.map(({ name }) => name)).toEqual(["latin", "12"]);
  });

  test("are chosen by the characters that they claim", () => {
    expect(subsetsWith(subsets, [0x4e01]).map(({ name }) => name)).toEqual(["12"]);
    expect(areCovered(subsets, "a一")).toBe(true);
    expect(areCovered(subsets, "aй")).toBe(false);
  });
});

test("a static family has a file for the nearest weight, a variable one a file for all", () => {
  const courier = family("Courier Prime");
  expect(subsetAlias(courier, "latin", 640)).toBe("Courier Prime/latin/700");
  expect(subsetFile(courier, "latin", 640)).toBe("courier-prime-latin-700-normal.woff2");
  expect(subsetAlias(family("Inter"), "latin", 640)).toBe("Inter/latin");
});

test("no two families have the same name", () => {
  const names = everyFamily.map((one) => one.family);
  expect(new Set(names).size).toBe(names.length);
});
