import { describe, expect, test } from "@jest/globals";
import { Progress } from "../../../../local/terminal/progress.ts";
import { fitLine, formatBar, formatDuration, megabytes } from "../../../../local/terminal/progress-format.ts";

test.each([
  ["Uploading", 0, "", `Uploading      [${" ".repeat(24)}]   0 %`],
  ["Rendering", 0.5, "", `Rendering      [${"█".repeat(12)}${" ".repeat(12)}]  50 %`],
  ["Rendering", 2, "x", `Rendering      [${"█".repeat(24)}] 100 %  x`],
  ["Waiting", null, "", "Waiting        …"],
])("bar of %s at %s", (label, fraction, detail, expected) => {
  expect(formatBar(label, fraction, detail)).toBe(expected);
});

test("numbers for people", () => {
  expect(megabytes(36_449_999)).toBe("36.4");
  expect(formatDuration(7_400)).toBe("7.4 s");
  expect(formatDuration(125_000)).toBe("2 min 05 s");
  expect(fitLine("abcdef", 5)).toBe("abc…");
  expect(fitLine("abcd", 5)).toBe("abcd");
});

describe("Progress", () => {
  const screen = (isTTY: boolean) => {
    const written: string[] = [];
    return { written, output: { isTTY, columns: 120, write: (text: string) => written.push(text) } };
  };

  test("without a terminal: a line at the start, at each quarter, and for each new stage", () => {
    const { written, output } = screen(false);
    const progress = new Progress(output);
    for (let percent = 0; percent <= 100; percent += 1) progress.show("Uploading", percent / 100);
    progress.show("Rendering", 0.1);
    progress.say("Done");
    expect(written).toEqual([
      "Uploading 0 %\n",
      "Uploading 25 %\n",
      "Uploading 50 %\n",
      "Uploading 75 %\n",
      "Uploading 100 %\n",
      "Rendering 10 %\n",
      "Done\n",
    ]);
  });

  test("on a terminal: one line drawn over itself, left standing when a stage ends", () => {
    const { written, output } = screen(true);
    const progress = new Progress(output);
    progress.show("Uploading", 0);
    progress.show("Uploading", 1);
    progress.show("Rendering", 0);
    progress.say("Done");
    expect(written.map((text) => text[0])).toEqual(["\r", "\r", "\n", "\r", "\r", "D"]);
  });
});
