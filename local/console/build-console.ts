import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { ensureBuilt } from "../deploy/built-folder.ts";
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
export function buildConsole({ root, shared }: Pick<LocalPaths, "root" | "shared">): Promise<string> {
  const folder = join(shared, "console", sourceHash(root, sources).slice(0, 24));
  return ensureBuilt(folder, "index.html", async (temporary) => {
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
  });
}
