import { cpSync, existsSync } from "node:fs";
import { extname, join } from "node:path";
import { build } from "esbuild";
import { dataModules } from "./data-modules.ts";

export interface FunctionEntry {
  /** Unique; also the name of the function's folder. */
  name: string;
  /** Path of the handler file, relative to the repository's root. */
  file: string;
  /** Folders and files of the repository that are shipped beside the code under the same relative paths. */
  assets?: readonly string[] | undefined;
}

/** Functions that are bundled in one run, which shares parsed modules: all at once take 2.5 GB, sixteen 1 GB and a sixth more CPU time. */
const perRun = 16;

/** Packages that load WebAssembly relative to their own file. Functions that use one have its files as assets. */
const external = ["onnxruntime-web"];

/** Path of a function's code in its archive. */
export const bundleFile = "index.cjs";

/**
 * Bundles all handlers, each into its own folder `<outdir>/<name>/index.cjs`, the AWS SDK included: the copy
 * in the runtime is older. The same sources produce the same bytes, so an unchanged function is not deployed again.
 *
 * CommonJS, because an ES module that imports `node:http` evaluates all its exports, which loads undici: a fifth of a start.
 */
export const bundleFunctions = async (
  root: string,
  outdir: string,
  entries: readonly FunctionEntry[],
): Promise<void> => {
  const missing = entries.filter(({ file }) => !existsSync(join(root, file)));
  if (missing.length > 0) {
    throw new Error(`No such handler: ${missing.map(({ file }) => file).join(", ")}`);
  }
  for (let first = 0; first < entries.length; first += perRun)
    await bundleTogether(root, outdir, entries.slice(first, first + perRun));
  for (const { name, assets = [] } of entries)
    for (const asset of assets) {
      if (!existsSync(join(root, asset))) throw new Error(`No such asset: ${asset}`);
      cpSync(join(root, asset), join(outdir, name, asset), { recursive: true });
    }
};

const bundleTogether = async (
  root: string,
  outdir: string,
  entries: readonly FunctionEntry[],
): Promise<void> => {
  await build({
    absWorkingDir: root,
    entryPoints: entries.map(({ name, file }) => ({ in: file, out: join(name, "index") })),
    outdir,
    outExtension: { ".js": extname(bundleFile) },
    bundle: true,
    format: "cjs",
    platform: "node",
    target: "node24",
    mainFields: ["module", "main"],
    external,
    plugins: [dataModules],
    minify: true,
    // State machines match errors by their class's name.
    keepNames: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
    // CommonJS has no import.meta: a function that uses it would fail only when it is called.
    logOverride: { "empty-import-meta": "error" },
  });
};
