import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { sourceHash } from "../deploy/source-hash.ts";
import type { LocalPaths } from "../paths.ts";

/** What the console is built from. */
const sources = [
  "console",
  "clients/typescript/src",
  "core",
  "templates",
  "package-lock.json",
  "tsconfig.json",
] as const;

/**
 * Returns the folder with the built console: index.html, and one script and one style sheet whose names have the hash of their content.
 * Builds it if the sources have changed.
 */
export async function buildConsole({ root, shared }: Pick<LocalPaths, "root" | "shared">): Promise<string> {
  const folder = join(shared, "console", sourceHash(root, sources).slice(0, 24));
  if (existsSync(join(folder, "index.html"))) return folder;
  const temporary = `${folder}.${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(temporary, { recursive: true });
  const { metafile } = await build({
    entryPoints: [join(root, "console", "main.tsx"), join(root, "console", "style.css")],
    outdir: temporary,
    entryNames: "[name]-[hash]",
    bundle: true,
    minify: true,
    metafile: true,
    format: "esm",
    target: "es2022",
    jsx: "automatic",
    define: { "process.env.NODE_ENV": '"production"' },
    logLevel: "silent",
    absWorkingDir: root,
  });
  const names = Object.keys(metafile.outputs).map((path) => basename(path));
  const named = (extension: string): string => names.find((name) => name.endsWith(extension)) ?? "";
  const page = readFileSync(join(root, "console", "index.html"), "utf8")
    .replace("{script}", named(".js"))
    .replace("{style}", named(".css"));
  writeFileSync(join(temporary, "index.html"), page);
  publish(temporary, folder);
  return folder;
}

/** Renames the folder into place, unless another instance of this clone has built the same one in the meantime. */
function publish(temporary: string, folder: string): void {
  try {
    renameSync(temporary, folder);
  } catch (error) {
    if (!existsSync(join(folder, "index.html"))) throw error;
    rmSync(temporary, { recursive: true, force: true });
  }
}
