import { accessSync, constants, realpathSync, statSync } from "node:fs";
import { delimiter, join } from "node:path";

/** Returns the real path of the first executable with the name on PATH; null if there is none. */
export function findOnPath(name: string, path = process.env.PATH ?? ""): string | null {
  for (const folder of path.split(delimiter).filter((entry) => entry !== "")) {
    const candidate = join(folder, name);
    try {
      accessSync(candidate, constants.X_OK);
      if (statSync(candidate).isFile()) return realpathSync(candidate);
    } catch {
      // Not in this folder.
    }
  }
  return null;
}
