/**
 * Runs a command line of the project without set-up of the machine: `node bin/command.mjs FILE [ARGUMENTS]`, a file of this folder.
 * Installs the npm packages when they are missing.
 */
import { fileURLToPath } from "node:url";
import { ensurePackagesOrExit } from "./ensure-packages.mjs";
import { runPinned } from "./run-pinned.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const [file] = process.argv.splice(2, 1);

// Standard output belongs to the command: with --json a script reads it.
await ensurePackagesOrExit(root, process.stderr);
runPinned(root, file);
