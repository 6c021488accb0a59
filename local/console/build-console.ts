import { readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import { build } from "esbuild";
import { ensureBuilt } from "../deploy/built-folder.ts";
import { sourceHash } from "../deploy/source-hash.ts";
import type { LocalPaths } from "../paths.ts";
import { writeCaptionFiles } from "./caption-files.ts";

/** What the templates and fonts for captions are made from; their folder keeps its name until one of these changes. */
const captionSources = [
  "core/drawing",
  "core/templates",
  "templates",
  "local/console",
  "package-lock.json",
] as const;

/** What the console is built from. */
const sources = [
  "console",
  "clients/typescript/src",
  "core",
  "templates",
  "local/console",
  "package-lock.json",
  "tsconfig.json",
] as const;

/**
 * Returns the folder with the built console: index.html, the two scripts of the page and that of the worker that draws captions, a style sheet, and
 * a folder with templates and fonts. All names but that of index.html have a hash. Builds it if the sources have changed.
 */
export function buildConsole({ root, shared }: Pick<LocalPaths, "root" | "shared">): Promise<string> {
  const folder = join(shared, "console", sourceHash(root, sources).slice(0, 24));
  return ensureBuilt(folder, "index.html", async (temporary) => {
    const { metafile } = await build({
      entryPoints: ["first-requests.ts", "main.tsx", "captions/worker.ts", "style.css"].map((file) =>
        join(root, "console", file),
      ),
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
    const captions = `captions-${sourceHash(root, captionSources).slice(0, 12)}`;
    writeCaptionFiles(join(temporary, captions));
    const named = (start: string): string => names.find((name) => name.startsWith(`${start}-`)) ?? "";
    const page = readFileSync(join(root, "console", "index.html"), "utf8")
      .replace("{firstScript}", named("first-requests"))
      .replace("{script}", named("main"))
      .replace("{worker}", named("worker"))
      .replace("{captions}", captions)
      .replace("{style}", named("style"));
    writeFileSync(join(temporary, "index.html"), page);
  });
}
