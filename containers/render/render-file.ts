import { enableCompileCache } from "node:module";

/**
 * Renders a file without the service; file-command.ts describes the options. Compiled code is cached in the system's
 * temporary folder, which halves the start-up time of later runs.
 */
enableCompileCache();
await import("./file-command.ts");
