/** `npm test` and `npm run check`: installs the npm packages when they are missing, then runs bin/test.ts. */
import { fileURLToPath } from "node:url";
import { ensurePackagesOrExit } from "./ensure-packages.mjs";
import { runPinned } from "./run-pinned.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));

await ensurePackagesOrExit(root);
runPinned(root, "test.ts");
