import { existsSync, readFileSync, statSync } from "node:fs";
import { describe, expect, test } from "@jest/globals";
import {
  slugsIn,
  templateListPath,
  templateListSource,
} from "../../../../containers/render/template-list.ts";
import { bundledFamily } from "../../../../core/drawing/font-chain.ts";
import { previewFiles, templates } from "../../../../core/templates/catalog.ts";

describe("the catalog", () => {
  test("lists every file of templates/, in the project's format", () => {
    expect(readFileSync(templateListPath, "utf8")).toBe(templateListSource(slugsIn("templates")));
    expect(templates.map(({ slug }) => slug).sort()).toEqual(slugsIn("templates"));
  });

  test("has at least sixteen templates in all three categories, Pop first", () => {
    expect(templates.length).toBeGreaterThanOrEqual(16);
    expect(templates[0]?.name).toBe("Pop");
    for (const category of ["animated", "highlighted", "basic"] as const)
      expect(templates.filter(({ categories }) => categories.includes(category)).length).toBeGreaterThan(2);
  });

  test.each(templates.map((template) => [template.slug, template] as const))(
    "%s is complete",
    (slug, template) => {
      expect(template.slug).toBe(slug);
      expect(bundledFamily(template.design.fontFamily)).not.toBeNull();
      for (const file of Object.values(previewFiles(template))) {
        expect(existsSync(`templates/previews/${file}`)).toBe(true);
        expect(statSync(`templates/previews/${file}`).size).toBeLessThan(300_000);
      }
    },
  );
});
