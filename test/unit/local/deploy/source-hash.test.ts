import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { sourceHash } from "../../../../local/deploy/source-hash.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), "capstack-deploy-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("sourceHash", () => {
  const write = (path: string, content: string) => {
    mkdirSync(join(folder, "core", "deep"), { recursive: true });
    writeFileSync(join(folder, path), content);
  };
  const hash = () => sourceHash(folder, ["core", "one.json", "absent"]);

  test("depends on contents and names, not on the order in which files were written", () => {
    write("core/deep/a.ts", "1");
    write("one.json", "2");
    const first = hash();
    expect(hash()).toBe(first);
    write("core/deep/a.ts", "3");
    expect(hash()).not.toBe(first);
    write("core/deep/a.ts", "1");
    expect(hash()).toBe(first);
    write("core/b.ts", "");
    expect(hash()).not.toBe(first);
  });

  test("separates names from contents", () => {
    write("core/a", "bc");
    const first = hash();
    rmSync(join(folder, "core/a"));
    write("core/ab", "c");
    expect(hash()).not.toBe(first);
  });
});
