import { existsSync } from "node:fs";
import { join } from "node:path";

const perl = "/usr/bin/perl";

/**
 * Returns the command line that runs a command without network: no socket can be opened, and no memory of another process read.
 * For programs that open files of strangers. The process replaces itself with the command, so its ID and its exit code are those of
 * the command; 127 with "not found" when there is no such program. Systems other than Linux, and those without Perl, run the command
 * as it is.
 */
export const withoutNetwork = (command: readonly string[]): string[] =>
  process.platform === "linux" && existsSync(perl)
    ? [perl, join(import.meta.dirname, "without-network.pl"), ...command]
    : [...command];
