import { existsSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from "node:fs";
import { dirname, join } from "node:path";
import type { LocalPaths } from "../paths.ts";
import { run } from "../setup/run.ts";
import { StartError } from "../start-error.ts";
import { sourceHash } from "./source-hash.ts";

/** Assemblies of earlier sources that are kept: going back to one costs nothing. */
const keptAssemblies = 3;

/**
 * The folder with the synthesized app of the present sources; made only when it is not there yet. The app is run as the
 * CDK command line runs it (same variables), without that command line: it saves a third of the time.
 */
export async function synthesize(paths: LocalPaths, onStart: () => void): Promise<string> {
  const folder = join(paths.assemblies, sourceHash(paths.root).slice(0, 24));
  if (existsSync(join(folder, "manifest.json"))) return folder;
  onStart();
  mkdirSync(paths.assemblies, { recursive: true });
  const beside = `${folder}.${process.pid}`;
  rmSync(beside, { recursive: true, force: true });
  const { context = {} } = JSON.parse(readFileSync(join(paths.root, "cdk.json"), "utf8")) as {
    context?: object;
  };
  const { exitCode, stderr } = await run(paths.pinnedNode, [join(paths.root, "bin", "app.ts")], {
    cwd: paths.root,
    env: {
      ...process.env,
      PATH: `${dirname(paths.pinnedNode)}:${join(paths.root, "node_modules", ".bin")}:${process.env.PATH ?? ""}`,
      CDK_OUTDIR: beside,
      CDK_CONTEXT_JSON: JSON.stringify({ ...context, "aws:cdk:enable-path-metadata": true }),
    },
  });
  if (exitCode !== 0) {
    rmSync(beside, { recursive: true, force: true });
    if (/ENOSPC/.test(stderr)) throw new StartError("The disk is full: free some space and start again.");
    throw new StartError(`The CDK app could not be synthesized:\n${stderr.trim().slice(-2000)}`);
  }
  publish(beside, folder);
  removeOld(paths.assemblies, folder);
  return folder;
}

/** Another instance of this clone may have made the same folder meanwhile: then that one is as good. */
function publish(beside: string, folder: string): void {
  try {
    renameSync(beside, folder);
  } catch (error) {
    if (!existsSync(join(folder, "manifest.json"))) throw error;
    rmSync(beside, { recursive: true, force: true });
  }
}

function removeOld(assemblies: string, newest: string): void {
  const others = readdirSync(assemblies)
    .map((name) => join(assemblies, name))
    .filter((folder) => folder !== newest)
    .sort((left, right) => statSync(right).mtimeMs - statSync(left).mtimeMs);
  for (const folder of others.slice(keptAssemblies - 1)) rmSync(folder, { recursive: true, force: true });
}
