import { join } from "node:path";

/** The modules that processes of the renderer start with, without `.ts`. */
export const entryPoints = ["main", "run-job", "self-test", "bench-video"] as const;
type EntryPoint = (typeof entryPoints)[number];

/** Returns the path of an entry point in a folder with the bundle of the renderer. */
export const bundledFile = (folder: string, entryPoint: EntryPoint): string =>
  join(folder, `${entryPoint}.mjs`);
