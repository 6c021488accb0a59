import { readdirSync, readFileSync } from "node:fs";
import { join, relative, resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";

const root = resolve(import.meta.dirname, "../..");
/** Folders that are installed, built or downloaded. */
const skipped = new Set(["node_modules", "cdk.out", "dist", "coverage"]);

const filesIn = (folder: string): string[] =>
  readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
    const path = join(folder, entry.name);
    if (entry.isFile()) return [relative(root, path)];
    return entry.isDirectory() && !skipped.has(entry.name) && !entry.name.startsWith(".")
      ? filesIn(path)
      : [];
  });

const lines = (file: string): number => readFileSync(resolve(root, file), "utf8").split("\n").length - 1;

describe("The size of a file", () => {
  const generated = "clients/typescript/src/interface.ts";
  const code = filesIn(root).filter((file) => /\.(ts|mjs|py)$/.test(file) && file !== generated);

  test("stays within 300 lines", () => {
    expect(code.length).toBeGreaterThan(300);
    expect(code.filter((file) => lines(file) > 300)).toEqual([]);
  });

  test("stays within 40 lines if it is a handler", () => {
    const handlers = code.filter((file) => /^lambdas\/(api|steps|events|links|deploy)\//.test(file));
    expect(handlers.filter((file) => lines(file) > 40)).toEqual([]);
  });
});

test("an effect of the console has a body in braces: React calls what it returns, and browsers return promises from scrolls", () => {
  const console = filesIn(join(root, "console")).filter((file) => file.endsWith(".tsx"));
  const effect = /use(Layout|Insertion)?Effect\(\(\) =>\s*[^{\s]/;
  expect(console.length).toBeGreaterThan(30);
  expect(console.filter((file) => effect.test(readFileSync(join(root, file), "utf8")))).toEqual([]);
});
