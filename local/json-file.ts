import { existsSync, readFileSync, renameSync, writeFileSync } from "node:fs";

/** The file's JSON; null when it is absent or not JSON (a crash can cut nothing short: files are renamed into place). */
export function readJsonFile<T>(path: string): T | null {
  if (!existsSync(path)) return null;
  try {
    return JSON.parse(readFileSync(path, "utf8")) as T;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}

/** Written beside and renamed: a reader sees the old or the new content, never half of one. Readable by the owner only. */
export function writeJsonFile(path: string, value: unknown): void {
  const beside = `${path}.${process.pid}.tmp`;
  writeFileSync(beside, `${JSON.stringify(value, null, 2)}\n`, { mode: 0o600 });
  renameSync(beside, path);
}
