import { join } from "node:path";
import { bundleRenderer } from "../../containers/render/bundle.ts";
import { bundledFile } from "../../containers/render/bundled-file.ts";
import { ensureBuilt } from "./built-folder.ts";
import { sourceHash } from "./source-hash.ts";

/** The files from which the bundle is made. */
const sources = ["adapters", "containers/render", "core", "templates", "package-lock.json", "tsconfig.json"];

/**
 * Returns the folder with the bundle of the renderer, which is built once per state of its sources.
 *
 * @param root absolute path of the repository, which the bundle contains
 */
export const bundledRenderer = (root: string): Promise<string> => {
  const folder = join(root, ".local", "renderer-bundles", sourceHash(root, sources).slice(0, 24));
  return ensureBuilt(folder, bundledFile("", "main"), (temporary) => bundleRenderer(root, temporary));
};
