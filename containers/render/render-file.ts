import { enableCompileCache } from "node:module";

/**
 * Renders a file without a service around it; file-command.ts has the options. Code that was compiled, and stripped of
 * types, in an earlier run is taken from the system's folder for temporary files: a run then starts in half the time.
 */
enableCompileCache();
await import("./file-command.ts");
