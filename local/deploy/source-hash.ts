import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { join, relative, sep } from "node:path";

/** Files and folders that the synthesized template and its functions are built from. */
export const synthesisSources = [
  "bin/app.ts",
  "bin/bundled-functions.ts",
  "lib",
  "console",
  "lambdas",
  "core",
  "adapters",
  "statemachines",
  "templates",
  "models/sentence-ratings/model.onnx",
  "models/sentence-ratings/tokenizer.json",
  "models/sentence-ratings/LICENSE",
  "cdk.json",
  "package-lock.json",
  "tsconfig.json",
] as const;

/** Returns the files below a path in the order of their names; the file itself if it is one. */
function listFiles(path: string): string[] {
  if (!existsSync(path)) return [];
  if (statSync(path).isFile()) return [path];
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !entry.name.endsWith(".pyc"))
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/**
 * Returns a SHA-256 hash (hex) of the names and contents of the files. The folders of containers are not part of it: their code
 * runs from the clone.
 */
export function sourceHash(root: string, paths: readonly string[] = synthesisSources): string {
  const hash = createHash("sha256");
  for (const path of paths) {
    for (const file of listFiles(join(root, path))) {
      const content = readFileSync(file);
      // The length separates names from contents, so that different trees have different hashes.
      hash.update(`${relative(root, file).split(sep).join("/")}\0${content.length}\0`).update(content);
    }
  }
  return hash.digest("hex");
}
