import { readFile } from "node:fs/promises";
import { pathToFileURL } from "node:url";
import { isDeepStrictEqual } from "node:util";
import type { OnLoadResult, Plugin } from "esbuild";

/** Smaller data is parsed in less than a millisecond. */
const minBytes = 1024 ** 2;

/** A module whose exports are data: the n-grams of the language detector. */
const dataModule = /[\\/]eld[\\/]src[\\/]ngrams[\\/]\w+\.js$/;

/** Returns an expression for data. Throws Error for what JSON cannot represent. */
const parsed = (data: unknown): string => {
  const json = JSON.stringify(data);
  if (!isDeepStrictEqual(JSON.parse(json), data)) throw new Error("A data module exports more than JSON.");
  return `JSON.parse(${JSON.stringify(json)})`;
};

const jsonFile = async (path: string): Promise<OnLoadResult | null> => {
  const text = await readFile(path, "utf8");
  if (text.length < minBytes) return null;
  return { contents: `module.exports = ${parsed(JSON.parse(text))};`, loader: "js" };
};

const dataOf = async (path: string): Promise<OnLoadResult> => {
  const exported: Record<string, unknown> = await import(pathToFileURL(path).href);
  const lines = Object.entries(exported).map(([name, data]) => `export const ${name} = ${parsed(data)};`);
  return { contents: lines.join("\n"), loader: "js" };
};

/**
 * Makes large data strings that are parsed when they are used. A literal of objects or arrays is parsed whenever the bundle is
 * loaded, also where no call needs it: with 5 MB of word lists, that took half of the start of a function and 150 MB.
 */
export const dataModules: Plugin = {
  name: "data-modules",
  setup({ onLoad }) {
    onLoad({ filter: /\.json$/ }, ({ path }) => jsonFile(path));
    onLoad({ filter: dataModule }, ({ path }) => dataOf(path));
  },
};
