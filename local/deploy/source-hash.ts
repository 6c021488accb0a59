import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** What the synthesized template and its functions are made from. */
export const synthesizedFrom = [
  "bin/app.ts",
  "lib",
  "lambdas",
  "core",
  "adapters",
  "statemachines",
  "templates",
  "cdk.json",
  "package-lock.json",
  "tsconfig.json",
] as const;

/** Container folders are assets of the template only by their definitions: their code runs from the clone. */
function filesBelow(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".pyc"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** SHA-256 (hex) over names and contents, in the order of the names. */
export function sourceHash(root: string, paths: readonly string[] = synthesizedFrom): string {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of filesBelow(join(root, path))) {
      const content = readFileSync(file);
      // The length keeps names and contents apart, so that no two trees can look the same.
      hash.update(`${relative(root, file).split(sep).join("/")}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}
