import { spawnSync } from "node:child_process";
import { chmodSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { delimiter, dirname, join } from "node:path";
import { localPaths } from "../../local/paths.ts";
import { findOnPath } from "../../local/setup/find-on-path.ts";
import { pythonCommands } from "../../local/setup/python.ts";

/** Commands that the README requires, in addition to Python. Its API examples use curl. */
const requiredCommands = ["node", "npm", "npx", "curl"];

/** Commands of the base system, which a minimal Debian and macOS both have. */
const baseCommands = [
  ...["sh", "bash", "env", "true", "false", "test", "echo", "printf", "sleep", "date", "seq", "yes"],
  ...[
    "cat",
    "head",
    "tail",
    "tee",
    "cut",
    "sort",
    "uniq",
    "tr",
    "wc",
    "grep",
    "sed",
    "awk",
    "xargs",
    "cmp",
    "diff",
  ],
  ...[
    "ls",
    "cp",
    "mv",
    "rm",
    "ln",
    "mkdir",
    "rmdir",
    "mktemp",
    "touch",
    "chmod",
    "chown",
    "install",
    "find",
    "stat",
  ],
  ...["basename", "dirname", "pwd", "realpath", "readlink", "df", "du", "dd", "od", "split"],
  ...["tar", "gzip", "gunzip", "ps", "kill", "nice", "id", "whoami", "uname", "hostname", "tty", "stty"],
];

/** The developer's PATH. */
export const systemPath = (): string => process.env.PATH ?? "/usr/local/bin:/usr/bin:/bin";

/**
 * Makes a folder with links to the commands that tests may use, and returns it. A program that happens to be installed is
 * not in it, so it cannot hide a missing step of set-up.
 */
const linkCommands = (folder: string): string => {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { recursive: true });
  for (const name of [...requiredCommands, ...baseCommands]) {
    const program = findOnPath(name, systemPath());
    if (program !== null) symlinkSync(program, join(folder, name));
  }
  for (const name of pythonCommands) {
    const executable = pythonExecutable(name);
    if (executable === null) continue;
    // Not a link: Python would make virtual environments of this folder's Python, and version managers use the name.
    writeFileSync(join(folder, name), `#!/bin/sh\nexec '${executable}' "$@"\n`);
    chmodSync(join(folder, name), 0o755);
  }
  return folder;
};

const pythonExecutable = (name: string): string | null => {
  const { status, stdout } = spawnSync(name, ["-c", "import sys; print(sys.executable)"], {
    encoding: "utf8",
  });
  return status === 0 ? stdout.trim() : null;
};

/** Settings of the product and credentials of the developer would change what is tested. */
const isSetting = (name: string): boolean => /^(CAPSTACK|AWS)_/.test(name);

/** Returns the environment of every test and of every service that a test starts. */
export const testEnvironment = (root: string, from: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv => {
  const { shared, pinnedNode, tools } = localPaths(root, null);
  const folders = [
    tools,
    dirname(pinnedNode),
    join(root, "node_modules", ".bin"),
    linkCommands(join(shared, "test-commands")),
  ];
  const kept = Object.entries(from).filter(([name]) => !isSetting(name));
  return { ...Object.fromEntries(kept), PATH: folders.join(delimiter) };
};
