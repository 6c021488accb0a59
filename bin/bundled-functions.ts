import { createHash } from "node:crypto";
import { join } from "node:path";
import { bundleFile, bundleFunctions } from "../lib/bundle.ts";
import { functionDefinitions } from "../lib/function-definitions.ts";
import { ensureBuilt } from "../local/deploy/built-folder.ts";
import { sourceHash } from "../local/deploy/source-hash.ts";

/** What the code of the bundles is made from. */
const sources = [
  "lambdas",
  "core",
  "adapters",
  "templates",
  "lib/bundle.ts",
  "lib/data-modules.ts",
  "package-lock.json",
  "tsconfig.json",
];

/**
 * Returns the folder with the bundles of all functions. They are built once per state of their sources, not once per context of
 * the app: building is most of the work of a synthesis.
 *
 * @param root the repository's root
 */
export const bundledFunctions = (root: string): Promise<string> => {
  const entries = [...functionDefinitions].map(([name, { file, assets }]) => ({ name, file, assets }));
  const assets = [...new Set(entries.flatMap((entry) => entry.assets ?? []))];
  const hash = createHash("sha256")
    .update(sourceHash(root, [...sources, ...assets]))
    .update(JSON.stringify(entries));
  const folder = join(root, ".local", "function-bundles", hash.digest("hex").slice(0, 24));
  const [first] = entries;
  return ensureBuilt(folder, join(first?.name ?? "", bundleFile), async (temporary) =>
    bundleFunctions(root, temporary, entries),
  );
};
