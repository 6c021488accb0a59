import { execFileSync } from "node:child_process";
import { join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { templates } from "../../../../core/templates/catalog.ts";
import type { OptionEffects } from "./option-effects.ts";

const program = join(import.meta.dirname, "option-effects.ts");
const effects = JSON.parse(
  execFileSync(process.execPath, [program], { encoding: "utf8", env: { ...process.env, NODE_OPTIONS: "" } }),
) as OptionEffects[];

describe("every option affects every template", () => {
  test.each(templates.map(({ slug }) => slug))("%s", (slug) => {
    const found = effects.find((one) => one.slug === slug);
    expect(found?.options.length).toBeGreaterThan(12);
    expect(found?.options.filter(({ differs, shouldDiffer }) => differs !== shouldDiffer)).toEqual([]);
    expect(found?.sizes).toEqual({ stroke: 4, fontShadow: 4 });
  });
});
