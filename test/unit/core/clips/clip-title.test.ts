import { expect, test } from "@jest/globals";
import { clipTitle } from "../../../../core/clips/clip-title.ts";

const clip = (hook: string) => ({ theme: "Stripes", description: { score: 60, reason: "Short.", hook } });

test.each([
  ["nothing by default", undefined, "Why stripes?", null],
  ["the hook", "hook", "Why stripes?", "Why stripes?"],
  ["the theme", "theme", "Why stripes?", "Stripes"],
  ["the theme where the hook is too long", "hook", "a ".repeat(50), "Stripes"],
  ["the theme where the hook is too long without spaces", "hook", "灯".repeat(40), "Stripes"],
  ["the theme where there is no hook", "hook", "", "Stripes"],
] as const)("the title of a clip is %s", (_, hookTitle, hook, title) => {
  expect(clipTitle(hookTitle, clip(hook))).toBe(title);
});
