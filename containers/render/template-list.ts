import { readdirSync } from "node:fs";

/** The file that carries every template into bundles and containers; imports, since functions have no folder to read. */
export const templateListPath = "core/templates/files.ts";

/** Slugs of the templates in a folder, in alphabetical order. */
export const slugsIn = (folder: string): string[] =>
  readdirSync(folder)
    .filter((name) => name.endsWith(".json"))
    .map((name) => name.slice(0, -".json".length))
    .sort();

/** Seen from the list's own folder. */
const folder = "../../templates";

const identifier = (slug: string): string =>
  slug.replace(/-([a-z0-9])/g, (_, letter: string) => letter.toUpperCase());

/** Source text of the list of these templates, formatted as the project's files are. */
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
