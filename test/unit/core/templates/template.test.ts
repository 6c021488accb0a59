import { expect, test } from "@jest/globals";
import { findTemplate } from "../../../../core/templates/catalog.ts";
import { templateSchema } from "../../../../core/templates/template.ts";

test("fills in defaults of optional parts", () => {
  const plain = findTemplate("Plain");
  if (!plain) throw new Error("There is no template Plain");
  const { order: _, ...older } = plain;
  const { glow: _glow, wordEntrance: _word, tiltDegrees: _tilt, align: _align, ...design } = older.design;
  expect(templateSchema.parse({ ...older, design })).toMatchObject({
    order: 1000,
    design: { glow: null, wordEntrance: null, tiltDegrees: 0, align: "center" },
  });
});
