/** A function's code is read and compiled while the first client waits for it. */
import { statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { join, resolve } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { bundledFunctions } from "../../bin/bundled-functions.ts";
import { bundleFile } from "../../lib/bundle.ts";
import { functionDefinitions } from "../../lib/function-definitions.ts";

const root = resolve(import.meta.dirname, "..", "..");
let folder: string;
beforeAll(async () => {
  folder = await bundledFunctions(root);
});

const bundles = [...functionDefinitions].map(([name, { file }]) => ({ name, file }));
const pathOf = (name: string): string => join(folder, name, bundleFile);

test("only the functions that identify languages contain the language detector, and only tasks are created with more than 1 MB", () => {
  const kilobytes = (name: string): number => statSync(pathOf(name)).size / 1000;
  const above = (limit: number): string[] =>
    bundles.filter(({ name }) => kilobytes(name) > limit).map(({ file }) => file);
  expect(above(2_000).sort()).toEqual([
    "lambdas/steps/choose-clips.ts",
    "lambdas/steps/compose-transcript.ts",
    "lambdas/steps/translate-transcript.ts",
  ]);
  expect(above(1_000).filter((file) => file.startsWith("lambdas/api/"))).toEqual([
    "lambdas/api/create-task.ts",
  ]);
});

test("no function contains the messages of Zod in other languages", async () => {
  const german = await Promise.all(
    bundles.map(async ({ name, file }) =>
      (await readFile(pathOf(name), "utf8")).includes("Ungültige Eingabe") ? file : null,
    ),
  );
  expect(german.filter((file) => file !== null)).toEqual([]);
});

test("word lists and n-grams are strings, which are parsed only when they are used", async () => {
  const code = await readFile(pathOf("compose-transcript"), "utf8");
  const strings = [/JSON\.parse\(['`]\["a","aa","aah"/, /JSON\.parse\(['`]\{"type":"M60"/];
  expect(strings.map((start) => start.test(code))).toEqual([true, true]);
});
