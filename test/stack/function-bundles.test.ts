/** A function's code is read and compiled while the first client waits for it. */
import { execFileSync } from "node:child_process";
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, relative, resolve } from "node:path";
import { beforeAll, expect, test } from "@jest/globals";
import { bundledFunctions } from "../../bin/bundled-functions.ts";
import { bundleFile, bundleFunctions } from "../../lib/bundle.ts";
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

/** Of a function's code after it is unpacked. Source: AWS Lambda quotas. */
const maxUnpackedBytes = 250 * 1024 ** 2;

const filesIn = (one: string): string[] =>
  readdirSync(one, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test("only the function that chooses clips contains the rating model, with what its runtime loads, below the limit of Lambda", () => {
  const withModel = bundles.filter(({ name }) => existsSync(join(folder, name, "models")));
  expect(withModel.map(({ name }) => name)).toEqual(["choose-clips"]);
  const own = join(folder, "choose-clips");
  const files = filesIn(own);
  expect(files.map((file) => relative(own, file)).sort()).toEqual([
    bundleFile,
    "models/sentence-ratings/LICENSE",
    "models/sentence-ratings/model.onnx",
    "models/sentence-ratings/tokenizer.json",
    "node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.mjs",
    "node_modules/onnxruntime-web/dist/ort-wasm-simd-threaded.wasm",
    "node_modules/onnxruntime-web/dist/ort.wasm.bundle.min.mjs",
    "node_modules/onnxruntime-web/package.json",
  ]);
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(maxUnpackedBytes / 2);
});

test("a bundle rates sentences with what it contains", async () => {
  const temporary = mkdtempSync(join(tmpdir(), "rating-bundle-"));
  try {
    const assets = functionDefinitions.get("choose-clips")?.assets;
    const file = "adapters/onnx/rating-model.ts";
    await bundleFunctions(root, temporary, [{ name: "rater", file, assets }]);
    const rate =
      'require("./index.cjs").createRatingModel("models/sentence-ratings").rateSentences(["Yes."], () => {}).then((ratings) => console.log(JSON.stringify(ratings)))';
    const { NODE_OPTIONS: _, ...env } = process.env;
    const output = execFileSync(process.execPath, ["--eval", rate], {
      ...{ cwd: join(temporary, "rater"), encoding: "utf8", env },
    });
    expect((JSON.parse(output) as object[]).map((rating) => Object.keys(rating))).toEqual([
      ["start", "hook", "end", "value"],
    ]);
  } finally {
    rmSync(temporary, { recursive: true });
  }
});

test("no other function imports the runtime of the rating model, which it does not contain", async () => {
  const importing = await Promise.all(
    bundles.map(async ({ name }) =>
      (await readFile(pathOf(name), "utf8")).includes("onnxruntime-web") ? name : null,
    ),
  );
  expect(importing.filter((name) => name !== null)).toEqual(["choose-clips"]);
});
