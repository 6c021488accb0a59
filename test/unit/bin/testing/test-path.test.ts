import { execFileSync } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { afterAll, describe, expect, test } from "@jest/globals";
import { testEnvironment } from "../../../../bin/testing/test-path.ts";

const root = mkdtempSync(join(tmpdir(), "capstack-path-"));
mkdirSync(join(root, ".local"));
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("testEnvironment", () => {
  const env = testEnvironment(root, { ...process.env, CAPSTACK_LLM: "x", AWS_PROFILE: "x", LANG: "C" });
  const folders = (env.PATH ?? "").split(delimiter);
  const locate = (command: string): string =>
    execFileSync("/bin/sh", ["-c", `command -v ${command} || echo none`], { env, encoding: "utf8" }).trim();

  test("has the programs of set-up and the pinned packages first", () => {
    expect(folders.slice(0, 3)).toEqual([
      join(root, ".local", "tools"),
      join(root, "node_modules", "node", "bin"),
      join(root, "node_modules", ".bin"),
    ]);
    expect(folders).toHaveLength(4);
  });

  test.each(["node", "npm", "python3", "sh", "tar", "ps"])("has %s", (command) => {
    expect(locate(command)).toBe(join(folders[3] ?? "", command));
  });

  test.each(["ffmpeg", "apertium", "espeak-ng", "git", "gcc"])(
    "hides %s, whether it is installed or not",
    (command) => {
      expect(locate(command)).toBe("none");
    },
  );

  test("runs the linked Python as it is installed", () => {
    const script = "import sys; print(sys.executable.startswith(sys.argv[1]))";
    expect(execFileSync("python3", ["-c", script, root], { env, encoding: "utf8" }).trim()).toBe("False");
  });

  test("drops settings of the product and of AWS", () => {
    expect(env).toMatchObject({ LANG: "C" });
    expect(Object.keys(env).filter((name) => /^(CAPSTACK|AWS)_/.test(name))).toEqual([]);
  });
});
