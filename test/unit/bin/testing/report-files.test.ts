import { appendFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { serviceLogs, sizeOf, tailOf } from "../../../../bin/testing/report-files.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstack-report-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("tailOf", () => {
  test("returns what was appended beyond an offset", () => {
    const file = join(folder, "a.log");
    writeFileSync(file, "before\n");
    const start = sizeOf(file);
    appendFileSync(file, "one\ntwo\n");
    expect(tailOf(file, start)).toBe("one\ntwo");
    expect(tailOf(file, sizeOf(file))).toBe("");
  });

  test("returns the last 80 lines of a long text", () => {
    const file = join(folder, "a.log");
    writeFileSync(file, Array.from({ length: 200 }, (_, line) => `line ${line}\n`).join(""));
    expect(tailOf(file, 0).split("\n")).toHaveLength(80);
    expect(tailOf(file, 0)).toMatch(/^line 120\n[\s\S]*\nline 199$/);
  });

  test("returns all of a rotated file and nothing of a missing one", () => {
    const file = join(folder, "a.log");
    writeFileSync(file, "new\n");
    expect(tailOf(file, 1000)).toBe("new");
    expect(tailOf(join(folder, "missing.log"), 0)).toBe("");
  });
});

test("serviceLogs lists the logs of registered services that still exist", () => {
  const data = join(folder, "data");
  mkdirSync(join(data, "logs"), { recursive: true });
  mkdirSync(join(folder, "services"));
  for (const name of ["start.log", "logs/ingest.log", "logs/ingest.log.1"])
    writeFileSync(join(data, name), "x");
  writeFileSync(join(folder, "services", "data"), data);
  writeFileSync(join(folder, "services", "removed"), join(folder, "removed"));
  expect(serviceLogs(folder)).toEqual([join(data, "start.log"), join(data, "logs/ingest.log")]);
  expect(serviceLogs(join(folder, "none"))).toEqual([]);
});
