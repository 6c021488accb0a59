import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";

/** Linux limits one argument to 128 KiB (MAX_ARG_STRLEN). */
const maxArgumentBytes = 96 * 1024;

/**
 * Returns ffmpeg's arguments with the values of long options in files, which `-/option FILE` reads (FFmpeg 7.0 and later).
 *
 * @param args each option with its value
 * @returns `remove` deletes the files
 */
export const withLongArgumentsInFiles = (
  args: readonly string[],
): { args: readonly string[]; remove: () => void } => {
  const long = args.flatMap((value, index) => (value.length > maxArgumentBytes ? [index] : []));
  if (long.length === 0) return { args, remove: () => {} };
  const folder = mkdtempSync(join(tmpdir(), "capstack-arguments-"));
  const changed = [...args];
  for (const index of long) {
    const path = join(folder, String(index));
    writeFileSync(path, args[index] ?? "");
    changed[index - 1] = (args[index - 1] ?? "").replace(/^-/, "-/");
    changed[index] = path;
  }
  return { args: changed, remove: () => rmSync(folder, { recursive: true, force: true }) };
};
