import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "@jest/globals";
import { ensureBuilt } from "../../../../local/deploy/built-folder.ts";

describe("ensureBuilt", () => {
  let parent: string;
  beforeEach(() => {
    parent = join(mkdtempSync(join(tmpdir(), "capstack-built-")), "builds");
  });
  afterEach(() => rmSync(join(parent, ".."), { recursive: true, force: true }));

  const buildWith =
    (text: string) =>
    (folder: string): Promise<void> => {
      mkdirSync(folder, { recursive: true });
      writeFileSync(join(folder, "last"), text);
      return Promise.resolve();
    };

  test("builds a folder once", async () => {
    const folder = join(parent, "a");
    await expect(ensureBuilt(folder, "last", buildWith("first"))).resolves.toBe(folder);
    await ensureBuilt(folder, "last", buildWith("second"));
    expect(readFileSync(join(folder, "last"), "utf8")).toBe("first");
  });

  test("leaves nothing of a build that fails", async () => {
    const failing = async (folder: string): Promise<void> => {
      await buildWith("half")(folder);
      throw new Error("The build failed.");
    };
    await expect(ensureBuilt(join(parent, "a"), "last", failing)).rejects.toThrow("The build failed.");
    expect(readdirSync(parent)).toEqual([]);
  });

  test("takes the folder of another instance that finished first", async () => {
    const folder = join(parent, "a");
    const overtaken = async (temporary: string): Promise<void> => {
      await buildWith("own")(temporary);
      await buildWith("other")(folder);
    };
    await expect(ensureBuilt(folder, "last", overtaken)).resolves.toBe(folder);
    expect(readFileSync(join(folder, "last"), "utf8")).toBe("other");
    expect(readdirSync(parent)).toEqual(["a"]);
  });

  test("keeps the newest three builds", async () => {
    for (const [index, name] of ["a", "b", "c", "d"].entries()) {
      const folder = await ensureBuilt(join(parent, name), "last", buildWith(name));
      utimesSync(folder, index + 1, index + 1);
    }
    expect(existsSync(join(parent, "a"))).toBe(false);
    expect(readdirSync(parent).sort()).toEqual(["b", "c", "d"]);
  });
});
