import { expect, test } from "@jest/globals";
import {
  formatBar,
  formatDuration,
  megabytes,
  truncateLine,
} from "../../../../local/terminal/progress-format.ts";

test.each([
  ["Uploading", 0, "", `Uploading      [${" ".repeat(24)}]   0 %`],
  ["Rendering", 0.5, "", `Rendering      [${"█".repeat(12)}${" ".repeat(12)}]  50 %`],
  ["Rendering", 2, "x", `Rendering      [${"█".repeat(24)}] 100 %  x`],
  ["Waiting", null, "", "Waiting        …"],
])("formatBar formats %s at %s", (label, fraction, detail, expected) => {
  expect(formatBar(label, fraction, detail)).toBe(expected);
});

test("sizes, durations and long lines are formatted for a terminal", () => {
  expect(megabytes(36_449_999)).toBe("36.4");
  expect(formatDuration(7_400)).toBe("7.4 s");
  expect(formatDuration(125_000)).toBe("2 min 05 s");
  expect(truncateLine("abcdef", 5)).toBe("abc…");
  expect(truncateLine("abcd", 5)).toBe("abcd");
});
