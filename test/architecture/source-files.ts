import { readdirSync, readFileSync } from "node:fs";
import { join, resolve } from "node:path";

export const root = resolve(import.meta.dirname, "../..");

/** Folders of tools and builds; those that .gitignore names. */
const generatedFolders = new Set(["node_modules", "cdk.out", "dist", "coverage", "__pycache__"]);
const hiddenFolders = new Set([".ci", ".githooks", ".github"]);

/** Data and generated files: their words and paths are not those of the project. */
const foreign =
  /^(package-lock\.json|test\/(media|golden)\/|core\/languages\/|core\/annotation\/emoji-|models\/[\w-]+\/(tokenizer\.json$|training\/.*\.tsv$)|clients\/typescript\/(src\/interface\.ts|package-lock\.json)|.*\.snap$)/;

const filesBelow = (folder: string): string[] =>
  readdirSync(join(root, folder), { withFileTypes: true }).flatMap((entry) => {
    const path = folder === "" ? entry.name : `${folder}/${entry.name}`;
    if (!entry.isDirectory()) return [path];
    const isSkipped =
      generatedFolders.has(entry.name) || (entry.name.startsWith(".") && !hiddenFolders.has(entry.name));
    return isSkipped ? [] : filesBelow(path);
  });

/** Files of the project, relative to the root. Found without Git: tests run where it may be missing. */
export const sourceFiles = (): string[] => filesBelow("").filter((file) => !foreign.test(file));

export const textOf = (file: string): string => readFileSync(join(root, file), "utf8");
