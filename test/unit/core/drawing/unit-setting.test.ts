import { expect, test } from "@jest/globals";
import { captionUnits } from "../../../../core/captions/caption-unit.ts";
import { settingOf } from "../../../../core/drawing/unit-setting.ts";
import { captionStyle } from "../../../../core/render-plan/caption-style.ts";
import { findTemplate } from "../../../../core/templates/catalog.ts";
import { word } from "../captions/words.ts";

test("fractional font weights of styles and words are drawn with the nearest whole weight", () => {
  const template = findTemplate("Pop");
  if (!template) throw new Error("no template");
  const options = { styleOptions: { fontWeight: 450.5 } };
  const style = captionStyle(template, options, { width: 1080, height: 1920 });
  const words = [word("styled", 0, 1), word("own", 1, 2, { fontWeight: 299.6 })];
  const weights = captionUnits(words, { language: "en", punctuation: true }).map(
    (unit) => settingOf(unit, unit.text, style, 1, "ltr").weight,
  );
  expect(weights).toEqual([451, 300]);
});
