import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "@jest/globals";
import { checkTests } from "./assertions.ts";
import { root, sourceFiles, textOf } from "./source-files.ts";

const testFiles = sourceFiles().filter((file) => /^test\/.*\.test\.ts$/.test(file));
const checked = testFiles.map((file) => ({ file, ...checkTests(textOf(file)) }));

describe("the tests", () => {
  test("assert something in every test and in both branches of a condition", () => {
    expect(checked.reduce((sum, { tests }) => sum + tests, 0)).toBeGreaterThan(1200);
    expect(
      checked.flatMap(({ file, findings }) =>
        findings.map(({ line, problem }) => `${file}:${line} ${problem}`),
      ),
    ).toEqual([]);
  });

  test("are in the folder that mirrors what they test", () => {
    const mirrored = testFiles.flatMap((file) => {
      const [, folder] = /^test\/(?:unit|contract)\/(.+)$/.exec(file) ?? [];
      return folder === undefined || !folder.includes("/") ? [] : [{ file, folder: dirname(folder) }];
    });
    expect(mirrored.length).toBeGreaterThan(150);
    // Tools of the tests have tests too.
    const exists = (folder: string): boolean =>
      existsSync(join(root, folder)) || existsSync(join(root, "test", folder));
    expect(mirrored.filter(({ folder }) => !exists(folder))).toEqual([]);
  });

  test("have titles that are phrases of several words without a full stop", () => {
    const titles = checked.flatMap(({ file, titles }) =>
      titles.map(({ line, title }) => ({
        place: `${file}:${line}`,
        title: title.replace(/%[a-z]|\$\w+/g, "X"),
      })),
    );
    expect(titles.length).toBeGreaterThan(1000);
    expect(
      titles.filter(({ title }) => /\.$/.test(title) || (/^[a-z]/.test(title) && !title.includes(" "))),
    ).toEqual([]);
  });
});

describe("the check of tests", () => {
  const problems = (source: string) =>
    checkTests(source).findings.map(({ line, problem }) => [line, problem]);

  test("finds a test that asserts nothing", () => {
    expect(problems('\ntest("a", () => {});\ntest.each([1])("b", async () => { await run(); });')).toEqual([
      [2, "asserts nothing"],
      [3, "asserts nothing"],
    ]);
  });

  test("finds an assertion in one branch only", () => {
    expect(problems('test("a", () => {\n  expect(1);\n  if (x) expect(2);\n});')).toEqual([
      [3, "asserts in one branch only"],
    ]);
    expect(problems('test("a", () => {\n  x ? expect(1) : run();\n});')).toEqual([
      [2, "asserts in one branch only"],
    ]);
  });

  test("accepts assertions in functions of the file, in both branches and of other libraries", () => {
    const source = `
      const check = (value) => expect(value).toBe(1);
      function checkAll(values) { values.forEach((value) => check(value)); }
      test("a", () => { checkAll([1]); });
      test("b", () => { if (x) expect(1).toBe(1); else check(2); });
      test("c", () => { template.hasResourceProperties("A", {}); });
      test("d", () => fc.assert(fc.property(fc.nat(), (n) => { expect(n).toBe(n); })));
    `;
    expect(problems(source)).toEqual([]);
  });
});
