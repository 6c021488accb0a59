import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { describe, expect, test } from "@jest/globals";

const root = resolve(import.meta.dirname, "../..");
const tracked = execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
  cwd: root,
  encoding: "utf8",
})
  .split("\n")
  .filter((file) => file !== "");
const lines = (file: string): number => readFileSync(resolve(root, file), "utf8").split("\n").length - 1;

describe("the size of files", () => {
  const generated = "clients/typescript/src/interface.ts";
  const code = tracked.filter((file) => /\.(ts|mjs|py)$/.test(file) && file !== generated);

  test("stays within 300 lines", () => {
    expect(code.filter((file) => lines(file) > 300)).toEqual([]);
  });

  test("stays within 40 lines for handlers", () => {
    const handlers = code.filter((file) => /^lambdas\/(api|steps|events)\//.test(file));
    expect(handlers.filter((file) => lines(file) > 40)).toEqual([]);
  });
});
