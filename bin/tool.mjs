/**
 * Runs a development tool: `node bin/tool.mjs FILE [ARGUMENTS]`. Installs the npm packages when they
 * are missing, then runs bin/tool.ts.
 */
import { fileURLToPath } from "node:url";
import { ensurePackagesOrExit } from "./ensure-packages.mjs";
import { runPinned } from "./run-pinned.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

// Standard output belongs to the tool: with --json a script reads it.
await ensurePackagesOrExit(root, process.stderr);
runPinned(root, "tool.ts", root);
