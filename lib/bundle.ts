import { cpSync, existsSync, mkdirSync } from "node:fs";
import { join } from "node:path";
import { buildSync } from "esbuild";

export interface FunctionEntry {
  /** Unique; also the name of the function's folder. */
  name: string;
  /** Path of the handler file, relative to the repository's root. */
  file: string;
  /** Folder of the repository that is shipped beside the code under the same relative path. */
  assets?: string | undefined;
}

/** Globals that CommonJS dependencies require inside an ES module. */
const requireBanner =
  'import { createRequire as bundledRequire } from "node:module"; const require = bundledRequire(import.meta.url);';

/**
 * Bundles all handlers in one run, each into its own folder `<outdir>/<name>/index.mjs`, the AWS SDK included: the copy
 * in the runtime is older. The same sources produce the same bytes, so an unchanged function is not deployed again.
 */
export const bundleFunctions = (root: string, outdir: string, entries: readonly FunctionEntry[]): void => {
  const missing = entries.filter(({ file }) => !existsSync(join(root, file)));
  if (missing.length > 0) {
    throw new Error(`No such handler: ${missing.map(({ file }) => file).join(", ")}`);
  }
  buildSync({
    absWorkingDir: root,
    entryPoints: entries.map(({ name, file }) => ({ in: file, out: join(name, "index") })),
    outdir,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    format: "esm",
    platform: "node",
    target: "node24",
    mainFields: ["module", "main"],
    banner: { js: requireBanner },
    minify: true,
    // State machines match errors by their class's name.
    keepNames: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  for (const { name, assets } of entries) {
    if (!assets) continue;
    if (!existsSync(join(root, assets))) throw new Error(`No such folder of assets: ${assets}`);
    mkdirSync(join(outdir, name, assets), { recursive: true });
    cpSync(join(root, assets), join(outdir, name, assets), { recursive: true });
  }
};
