import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { clipCost, clipModelCost } from "../../../../../core/capacity/simulation/clip-cost.ts";

const guide = readFileSync(join(import.meta.dirname, "../../../../../docs/operators/scale.md"), "utf8");

describe("clipCost", () => {
  test.each([15, 30, 60])("of %i seconds is the one in the operator's guide", (seconds) => {
    const costs = [
      clipCost("container", seconds, false),
      clipCost("container", seconds, true),
      clipCost("mediaconvert", seconds, false),
    ];
    const row = costs.map((usd) => usd.toFixed(4)).join(" | ");
    expect(guide).toContain(`| ${seconds} seconds | ${row} |`);
  });

  test("of MediaConvert has a minimum", () => {
    expect(clipCost("mediaconvert", 3, false)).toBe(clipCost("mediaconvert", 10, false));
  });
});

test.each([
  ["40 minutes", "talk"],
  ["many hours: maximum (25 requests)", "maximum"],
] as const)("clipModelCost of %s is the one in the operator's guide", (name, length) => {
  const costs = (["us", "eu", "jp"] as const).map((geography) => clipModelCost(geography, length).toFixed(3));
  expect(guide).toContain(`| ${name} | ${costs.join(" | ")} |`);
});
