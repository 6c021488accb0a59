/** `npm run admin`: installs the npm packages when they are missing, then runs bin/admin.ts. */
import { fileURLToPath } from "node:url";
import { ensurePackagesOrExit } from "./ensure-packages.mjs";
import { runPinned } from "./run-pinned.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

// Standard output belongs to the command: with --json a script reads it.
await ensurePackagesOrExit(root, process.stderr);
runPinned(root, "admin.ts");
