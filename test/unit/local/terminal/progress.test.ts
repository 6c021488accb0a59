import { describe, expect, test } from "@jest/globals";
import { Progress } from "../../../../local/terminal/progress.ts";

describe("Progress", () => {
  const screen = (isTTY: boolean) => {
    const written: string[] = [];
    return { written, output: { isTTY, columns: 120, write: (text: string) => written.push(text) } };
  };

  test("prints a line at the start, at each quarter and for each new stage without a terminal", () => {
    const { written, output } = screen(false);
    const progress = new Progress(output);
    for (let percent = 0; percent <= 100; percent += 1) progress.update("Uploading", percent / 100);
    progress.update("Rendering", 0.1);
    progress.print("Done");
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

  test("redraws one line on a terminal and keeps it when a stage ends", () => {
    const { written, output } = screen(true);
    const progress = new Progress(output);
    progress.update("Uploading", 0);
    progress.update("Uploading", 1);
    progress.update("Rendering", 0);
    progress.print("Done");
    expect(written.map((text) => text[0])).toEqual(["\r", "\r", "\n", "\r", "\r", "D"]);
  });
});
