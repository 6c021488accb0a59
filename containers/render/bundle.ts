import { readFile, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { pathToFileURL } from "node:url";
import { build, type Plugin } from "esbuild";
import { entryPoints } from "./bundled-file.ts";
import { bundledEmojiFont, uncompressedEmojiFont } from "./emoji-font.ts";

/**
 * Modules find fonts, WebAssembly and scripts of isolated processes beside themselves. In a bundle they keep the
 * location of their source.
 */
const sourceLocations: Plugin = {
  name: "source-locations",
  setup({ onLoad }) {
    onLoad({ filter: /\.m?[jt]s$/ }, async ({ path }) => {
      const code = await readFile(path, "utf8");
      if (!code.includes("import.meta")) return null;
      const contents = code
        .replaceAll("import.meta.url", JSON.stringify(pathToFileURL(path).href))
        .replaceAll("import.meta.dirname", JSON.stringify(dirname(path)));
      return { contents, loader: path.endsWith("ts") ? "ts" : "js" };
    });
  },
};

/** An ES module that imports `http` evaluates all its exports, for which Node.js loads undici. `require` does not. */
const requiredHttp: Plugin = {
  name: "required-http",
  setup({ onResolve, onLoad }) {
    onResolve({ filter: /^(node:)?http$/ }, ({ path, kind }) =>
      kind === "require-call" ? null : { path, namespace: "required-http" },
    );
    onLoad({ filter: /./, namespace: "required-http" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
  },
};

/** Native code, and code that loads its WebAssembly by its own file name. */
const external = ["@napi-rs/canvas", "onnxruntime-web"];

/** Globals that CommonJS dependencies require inside an ES module. */
const requireBanner =
  'import { createRequire as bundledRequire } from "node:module"; const require = bundledRequire(import.meta.url);';

/**
 * Bundles the renderer, so that a process reads a few files instead of hundreds, with the emoji font uncompressed. The bundle refers to the sources and
 * packages that it was built from by absolute paths, so it runs beside them only.
 *
 * @param root absolute path of the repository
 * @param folder absolute path of the output, below `root`
 * @throws Error of esbuild
 */
export const bundleRenderer = async (root: string, folder: string): Promise<void> => {
  await build({
    absWorkingDir: root,
    entryPoints: entryPoints.map((name) => ({ in: `containers/render/${name}.ts`, out: name })),
    outdir: folder,
    outExtension: { ".js": ".mjs" },
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node24",
    mainFields: ["module", "main"],
    external,
    plugins: [sourceLocations, requiredHttp],
    banner: { js: requireBanner },
    // State machines match errors by their class's name.
    keepNames: true,
    charset: "utf8",
    legalComments: "none",
    logLevel: "warning",
  });
  await writeFile(bundledEmojiFont(folder), uncompressedEmojiFont());
};
