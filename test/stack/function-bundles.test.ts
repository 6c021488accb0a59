/** A function's code is read and compiled while the first client waits for it. */
import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, resolve } from "node:path";
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

/** Of a function's code after it is unpacked. Source: AWS Lambda quotas. */
const maxUnpackedBytes = 250 * 1024 ** 2;

test("only the function that chooses clips contains the network that rates sentences, with the runtime, below the limit of Lambda", () => {
  const withNetwork = bundles.filter(({ name }) => existsSync(join(folder, name, "models/sentence-ratings")));
  expect(withNetwork.map(({ name }) => name)).toEqual(["choose-clips"]);
  const files = readdirSync(join(folder, "choose-clips"), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));
  expect(
    files
      .filter((file) => file.includes("/onnxruntime-web/"))
      .map((file) => extname(file))
      .sort(),
  ).toEqual([".json", ".mjs", ".mjs", ".wasm"]);
  const load = [
    'import { readFileSync } from "node:fs";',
    'import { env, InferenceSession } from "onnxruntime-web/wasm";',
    "env.wasm.numThreads = 1;",
    'const session = await InferenceSession.create(readFileSync("models/sentence-ratings/model.onnx"));',
    "console.log(session.inputNames.join());",
  ].join("\n");
  const loading = execFileSync(process.execPath, ["--input-type=module", "-e", load], {
    cwd: join(folder, "choose-clips"),
    encoding: "utf8",
  });
  expect(loading).toBe("input_ids,pool,count\n");
  const bytes = files.reduce((sum, file) => sum + statSync(file).size, 0);
  expect(bytes).toBeLessThan(maxUnpackedBytes / 2);
});

test("no other function imports the runtime of networks, which it does not contain", async () => {
  const importing = await Promise.all(
    bundles.map(async ({ name }) =>
      (await readFile(pathOf(name), "utf8")).includes("onnxruntime-web") ? name : null,
    ),
  );
  expect(importing.filter((name) => name !== null)).toEqual(["choose-clips"]);
});
