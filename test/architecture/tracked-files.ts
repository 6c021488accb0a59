import { execFileSync } from "node:child_process";
import { existsSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

/** Data and generated files: their words and paths are not those of the project. */
const notOurs =
  /^(package-lock\.json|test\/(media|golden)\/|core\/languages\/|core\/annotation\/emoji-|clients\/typescript\/src\/interface\.ts|.*\.snap$)/;

/** Files under version control, and those about to be, relative to the root. */
export const trackedFiles = (): string[] =>
  execFileSync("git", ["ls-files", "--cached", "--others", "--exclude-standard"], {
    cwd: root,
    encoding: "utf8",
  })
    .split("\n")
    .filter((file) => file !== "" && !notOurs.test(file) && existsSync(join(root, file)));

export const textOf = (file: string): string => readFileSync(join(root, file), "utf8");
