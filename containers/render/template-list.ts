import { readdirSync } from "node:fs";

/** The module that imports every template, because bundled functions have no folder to read. */
export const templateListPath = "core/templates/files.ts";

/** Returns the slugs of the templates in a folder, in alphabetical order. */
export const slugsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();

/** Relative to the folder of the module. */
const folder = "../../templates";

const identifier = (slug: string): string =>
  slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the source code of the module for these templates, formatted like all files of the project. */
export const templateListSource = (slugs: readonly string[]): string =>
  [
    "// Written by `npm run templates` from the files in templates/: docs/templates/README.md.",
    ...slugs.map((slug) => `import ${identifier(slug)} from "${folder}/${slug}.json" with { type: "json" };`),
    "",
    "export const templateFiles: readonly unknown[] = [",
    ...slugs.map((slug) => `  ${identifier(slug)},`),
    "];",
    "",
  ].join("\n");
