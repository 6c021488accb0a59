import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";

/** Number of builds to keep, so that switching back to earlier sources needs no new one. */
const keptBuilds = 3;

/**
 * Returns `folder`, which `build` fills unless it exists. It appears in one rename when it is complete, also if two instances of this
 * clone build it at the same time. Older folders beside it are removed.
 *
 * @param lastFile name of a file of the complete folder
 * @param folder in a parent folder that contains builds only
 */
export async function ensureBuilt(
  folder: string,
  lastFile: string,
  build: (temporary: string) => Promise<void>,
): Promise<string> {
  const isBuilt = (): boolean => existsSync(join(folder, lastFile));
  if (isBuilt()) return folder;
  const temporary = `${folder}.${process.pid}`;
  rmSync(temporary, { recursive: true, force: true });
  mkdirSync(dirname(folder), { recursive: true });
  try {
    await build(temporary);
  } catch (error) {
    rmSync(temporary, { recursive: true, force: true });
    throw error;
  }
  try {
    renameSync(temporary, folder);
  } catch (error) {
    if (!isBuilt()) throw error;
    rmSync(temporary, { recursive: true, force: true });
  }
  removeOld(dirname(folder), folder);
  return folder;
}

function removeOld(parent: string, newest: string): void {
  const others = readdirSync(parent)
    .map((name) => join(parent, name))
    .filter((folder) => folder !== newest)
    // Another instance may remove one at the same time.
    .map((folder) => ({ folder, changedAt: statSync(folder, { throwIfNoEntry: false })?.mtimeMs ?? 0 }))
    .sort((left, right) => right.changedAt - left.changedAt);
  for (const { folder } of others.slice(keptBuilds - 1)) rmSync(folder, { recursive: true, force: true });
}
